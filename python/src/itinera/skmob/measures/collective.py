"""Measures of places and of everybody. `show_progress` is accepted and has no effect."""

from typing import Any

import pandas

from .._bridge import call, night, people_of
from ..core.trajectorydataframe import datetimes_of


def random_location_entropy(traj: Any, show_progress: bool = True) -> Any:
    """Entropy of the number of visitors of each location, bits."""
    return _places(traj, "randomLocationEntropy", "random_location_entropy")


def uncorrelated_location_entropy(traj: Any, normalize: bool = False, show_progress: bool = True) -> Any:
    """Entropy of the visitors of each location, bits; normalized (0 to 1) in `norm_uncorrelated_location_entropy`."""
    name = "norm_uncorrelated_location_entropy" if normalize else "uncorrelated_location_entropy"
    return _places(traj, "uncorrelatedLocationEntropy", name, normalize=normalize)


def mean_square_displacement(
    traj: Any, days: int = 0, hours: int = 1, minutes: int = 0, show_progress: bool = True
) -> float:
    """Mean over people of the squared distance from their first point after the given time, km²."""
    seconds = 86400 * days + 3600 * hours + 60 * minutes
    return float(call("meanSquareDisplacement", people_of(traj).columns, seconds=seconds)["values"][0]) * 1e-6


def visits_per_location(traj: Any) -> Any:
    """Points at each location, the most visited first: lat, lng, n_visits."""
    return _counts(_places(traj, "visitsPerLocation", "n_visits"), "n_visits")


def homes_per_location(traj: Any, start_night: str = "22:00", end_night: str = "07:00") -> Any:
    """People whose home is at each location, the most first; locations without homes are left out: lat, lng, n_homes."""
    homes = _places(traj, "homesPerLocation", "n_homes", night=night(start_night, end_night))
    return _counts(homes[homes["n_homes"] > 0], "n_homes")


def visits_per_time_unit(traj: Any, time_unit: str = "1h") -> Any:
    """Points by unit of time, from the first unit to the last: a column n_visits with the start of the unit as index.

    time_unit: a duration of pandas, such as 1h or 1d; units begin at multiples since 1970-01-01.
    """
    seconds = pandas.Timedelta(time_unit).total_seconds()
    found = call("visitsPerTimeUnit", people_of(traj).columns, seconds=seconds)
    index = pandas.DatetimeIndex(datetimes_of(found["times"]), name="datetime")
    return pandas.DataFrame({"n_visits": found["visits"].astype(int)}, index=index)


def _places(traj: Any, name: str, column: str, **options: Any) -> Any:
    found = call(name, people_of(traj).columns, **options)
    return pandas.DataFrame({"lat": found["lats"], "lng": found["lons"], column: found["values"]})


def _counts(frame: Any, name: str) -> Any:
    return frame.astype({name: int}).sort_values(name, ascending=False, kind="stable").reset_index(drop=True)
