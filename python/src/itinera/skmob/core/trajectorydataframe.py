"""Trajectories as a data frame."""

from typing import Any, Callable, Dict, Optional

import numpy
import pandas

from ..utils import constants

_REQUIRED = (constants.LATITUDE, constants.LONGITUDE, constants.DATETIME)


class TrajDataFrame(pandas.DataFrame):  # type: ignore[misc]
    """Trajectories: a pandas data frame with the columns lat and lng (degrees), datetime, and optionally uid and tid.

    data: a data frame, a dictionary of columns, or rows (then columns are given by their numbers).
    latitude, longitude, datetime, user_id, trajectory_id: names of the columns in the data.
    timestamp: whether times are seconds since 1970-01-01.
    """

    _metadata = ["_parameters", "_crs"]

    def __init__(
        self,
        data: Any,
        latitude: Any = constants.LATITUDE,
        longitude: Any = constants.LONGITUDE,
        datetime: Any = constants.DATETIME,
        user_id: Any = constants.UID,
        trajectory_id: Any = constants.TID,
        timestamp: bool = False,
        crs: Any = None,
        parameters: Optional[Dict[str, Any]] = None,
        copy: Optional[bool] = None,
    ) -> None:
        names = {
            latitude: constants.LATITUDE,
            longitude: constants.LONGITUDE,
            datetime: constants.DATETIME,
            user_id: constants.UID,
            trajectory_id: constants.TID,
        }
        frame = pandas.DataFrame(data, copy=copy).rename(columns=names)
        if set(_REQUIRED) <= set(frame.columns):
            times = frame[constants.DATETIME]
            if not pandas.api.types.is_datetime64_any_dtype(times.dtype):
                times = pandas.to_datetime(times, unit="s") if timestamp else pandas.to_datetime(times)
            frame = frame.assign(datetime=times, lat=frame["lat"].astype(float), lng=frame["lng"].astype(float))
        super().__init__(frame)
        self._crs = {"init": "epsg:4326"} if crs is None else crs
        self._parameters = {} if parameters is None else parameters

    @property
    def _constructor(self) -> Callable[..., Any]:
        return _frame_like

    @property
    def parameters(self) -> Dict[str, Any]:
        """Notes about the data, such as the options of a preprocessing step."""
        return self._parameters

    @property
    def crs(self) -> Any:
        """The coordinate reference system."""
        return self._crs

    @classmethod
    def from_file(
        cls,
        filename: Any,
        *,
        sep: str = ",",
        encoding: Optional[str] = None,
        usecols: Any = None,
        header: Any = "infer",
        **names: Any,
    ) -> "TrajDataFrame":
        """Reads a CSV file. names: the arguments of `TrajDataFrame` that name columns, timestamp, crs and parameters."""
        names.setdefault("parameters", {"from_file": filename})
        frame = pandas.read_csv(filename, sep=sep, encoding=encoding, usecols=usecols, header=header)
        return cls(frame, **names)

    def with_step(self, name: str, **options: Any) -> "TrajDataFrame":
        """The same trajectories with a note of a preprocessing step in `parameters`."""
        self._parameters = {**self._parameters, name: {"function": name, **options}}
        return self

    def timezone_conversion(self, from_timezone: Any, to_timezone: Any) -> None:
        """Converts the times from one zone to another, such as `GMT` to `Asia/Shanghai`, in place; `datetime` becomes the
        last column.

        Raises an error of pandas for times that do not exist or are ambiguous in the first zone.
        """
        times = self.pop(constants.DATETIME)
        self[constants.DATETIME] = times.dt.tz_localize(from_timezone).dt.tz_convert(to_timezone).dt.tz_localize(None)

    def sort_by_uid_and_datetime(self) -> "TrajDataFrame":
        """The rows by user, then by time."""
        keys = [name for name in (constants.UID, constants.DATETIME) if name in self.columns]
        return self.sort_values(by=keys, kind="stable")  # type: ignore[no-any-return]


def _frame_like(*args: Any, **kwargs: Any) -> Any:
    """A selection of trajectories: trajectories if it has their columns, else a data frame."""
    frame = pandas.DataFrame(*args, **kwargs)
    if set(_REQUIRED) <= set(frame.columns):
        frame.__class__ = TrajDataFrame
        frame._crs, frame._parameters = {"init": "epsg:4326"}, {}
    return frame


def parameters_of(traj: Any) -> Dict[str, Any]:
    """The notes about trajectories, which may be a plain data frame."""
    return dict(getattr(traj, "_parameters", {}))


def seconds_of(times: Any) -> Any:
    """Times of the local clock as seconds since 1970-01-01."""
    series = pandas.Series(times)
    if getattr(series.dt, "tz", None) is not None:
        series = series.dt.tz_localize(None)
    return ((series - pandas.Timestamp(0)) / pandas.Timedelta(seconds=1)).to_numpy(dtype=float)


def datetimes_of(seconds: Any) -> Any:
    """The times of seconds since 1970-01-01, to the microsecond."""
    return pandas.to_datetime(numpy.round(numpy.asarray(seconds) * 1e6).astype("int64"), unit="us")
