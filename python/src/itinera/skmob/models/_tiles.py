"""Tiles of a tessellation, and flows between them."""

from typing import Any, Dict, Optional

import numpy
import pandas

from ..core.flowdataframe import FlowDataFrame


def tiles_of(tessellation: Any, relevance: Optional[str], outflows: Optional[str] = None) -> Dict[str, Any]:
    """Centres (degrees), relevance and outflows of the tiles, as columns for `call`. Raises KeyError for missing columns."""
    missing = [name for name in (relevance, outflows) if name is not None and name not in tessellation.columns]
    if missing:
        raise KeyError(
            "The tessellation has no column {}; it has {}.".format(
                missing[0], ", ".join(map(str, tessellation.columns))
            )
        )
    if {"lat", "lng"} <= set(tessellation.columns):
        lons, lats = tessellation["lng"], tessellation["lat"]
    elif hasattr(tessellation, "geometry"):
        centres = tessellation.geometry.centroid
        lons, lats = centres.x, centres.y
    else:
        raise KeyError("The tessellation has no columns lat and lng, and no geometry.")
    masses = numpy.ones(len(tessellation)) if relevance is None else tessellation[relevance]
    tiles = {"lons": lons, "lats": lats, "relevance": masses}
    return tiles if outflows is None else {**tiles, "outflows": tessellation[outflows]}


def flows_of(found: Any, tessellation: Any, tile_id: str, out_format: str, outflows: Any) -> Any:
    """Flows as a `FlowDataFrame`, or the matrix of the probabilities of each origin's destinations."""
    origins, destinations = found["origins"].astype(int), found["destinations"].astype(int)
    if out_format == "probabilities":
        matrix = numpy.zeros((len(tessellation), len(tessellation)))
        matrix[origins, destinations] = found["flows"]
        sums = matrix.sum() if outflows is None else matrix.sum(axis=1, keepdims=True)
        return numpy.divide(matrix, sums, out=numpy.zeros_like(matrix), where=sums > 0)
    if out_format != "flows":
        raise ValueError("out_format: {!r} is not flows or probabilities.".format(out_format))
    names = tessellation[tile_id].to_numpy()
    columns = {"origin": names[origins], "destination": names[destinations], "flow": found["flows"]}
    return FlowDataFrame(pandas.DataFrame(columns), tile_id=tile_id, tessellation=tessellation)
