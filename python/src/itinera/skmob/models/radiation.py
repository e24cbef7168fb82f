"""The radiation model."""

from typing import Any

import numpy

from .._bridge import call
from ._tiles import flows_of, tiles_of


class Radiation:
    """Flows that depend on the relevance between origin and destination, without parameters."""

    def __init__(self, name: str = "Radiation model") -> None:
        self.name = name

    def generate(
        self,
        spatial_tessellation: Any,
        tile_id_column: str = "tile_ID",
        tot_outflows_column: str = "tot_outflow",
        relevance_column: str = "relevance",
        out_format: str = "flows",
    ) -> Any:
        """Expected flows between tiles, not rounded, as a `FlowDataFrame`; or flows_sample, probabilities.

        tot_outflows_column: trips that leave each tile; probabilities do not need it.
        """
        outflows = tot_outflows_column if out_format != "probabilities" else None
        tiles = tiles_of(spatial_tessellation, relevance_column, outflows)
        tiles.setdefault("outflows", numpy.ones(len(spatial_tessellation)))
        found = call("radiation", tiles)
        return flows_of(found, spatial_tessellation, tile_id_column, out_format)
