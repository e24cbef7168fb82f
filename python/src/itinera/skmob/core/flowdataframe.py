"""Flows between tiles as a data frame."""

from typing import Any, Optional

import pandas

from ..utils import constants


class FlowDataFrame(pandas.DataFrame):  # type: ignore[misc]
    """Flows: a pandas data frame with the columns origin, destination and flow, and the tessellation of their tiles.

    origin, destination, flow, tile_id: names of the columns in the data and the tessellation.
    tessellation: a data frame with tile_ID, and lat and lng (degrees) or a geometry.

    Raises ValueError if an origin or destination is not a tile.
    """

    _metadata = ["_tessellation"]

    def __init__(
        self,
        data: Any,
        origin: Any = constants.ORIGIN,
        destination: Any = constants.DESTINATION,
        flow: Any = constants.FLOW,
        tile_id: Any = constants.TILE_ID,
        tessellation: Optional[Any] = None,
    ) -> None:
        names = {origin: constants.ORIGIN, destination: constants.DESTINATION, flow: constants.FLOW}
        frame = pandas.DataFrame(data).rename(columns=names)
        if tessellation is not None:
            tessellation = tessellation.rename(columns={tile_id: constants.TILE_ID})
            tiles = tessellation[constants.TILE_ID]
            for name in (constants.ORIGIN, constants.DESTINATION):
                if not frame[name].isin(tiles).all():
                    # A file of flows has numbers, one of tiles perhaps texts.
                    frame[name] = frame[name].astype(tiles.dtype if tiles.dtype != object else str)
                unknown = frame[name][~frame[name].isin(tiles)]
                if len(unknown) > 0:
                    raise ValueError("The {} {!r} is not a tile of the tessellation.".format(name, unknown.iloc[0]))
        super().__init__(frame)
        self._tessellation = tessellation

    @property
    def _constructor(self) -> Any:
        return pandas.DataFrame

    @property
    def tessellation(self) -> Any:
        """The tiles of the flows."""
        return self._tessellation

    @classmethod
    def from_file(cls, filename: Any, *, sep: str = "\t", **names: Any) -> "FlowDataFrame":
        """Reads a CSV file. names: the arguments of `FlowDataFrame`."""
        return cls(pandas.read_csv(filename, sep=sep), **names)
