"""Flows between tiles as a data frame."""

from typing import Any, Optional

import pandas

from ..utils import constants


class FlowDataFrame(pandas.DataFrame):  # type: ignore[misc]
    """Flows: a pandas data frame with the columns origin, destination and flow, and the tessellation of their tiles.

    origin, destination, flow, tile_id: names of the columns in the data and the tessellation.
    tessellation: a data frame with tile_ID, and lat and lng (degrees) or a geometry.
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
        super().__init__(pandas.DataFrame(data).rename(columns=names))
        self._tessellation = None if tessellation is None else tessellation.rename(columns={tile_id: constants.TILE_ID})

    @property
    def _constructor(self) -> Any:
        return pandas.DataFrame

    @property
    def tessellation(self) -> Any:
        """The tiles of the flows."""
        return self._tessellation

    @classmethod
    def from_file(cls, filename: Any, *, sep: str = ",", **names: Any) -> "FlowDataFrame":
        """Reads a CSV file. names: the arguments of `FlowDataFrame`."""
        return cls(pandas.read_csv(filename, sep=sep), **names)
