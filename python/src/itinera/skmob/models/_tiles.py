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


def flows_of(found: Any, tessellation: Any, tile_id: str, out_format: str, singly: bool = True) -> Any:
    """Flows as a `FlowDataFrame`: expected (`flows`), drawn with NumPy's global generator (`flows_sample`), or their
    `probabilities`, by origin or, if not `singly`, of all. Pairs of tiles without flow are left out."""
    origins, destinations, flows = found["origins"].astype(int), found["destinations"].astype(int), found["flows"]
    if out_format not in ("flows", "flows_sample", "probabilities"):
        raise ValueError("out_format: {!r} is unknown. Choose flows, flows_sample or probabilities.".format(out_format))
    if out_format != "flows":
        matrix = numpy.zeros((len(tessellation), len(tessellation)))
        matrix[origins, destinations] = flows
        rows = matrix if singly else matrix.reshape(1, -1)
        sums = rows.sum(axis=1, keepdims=True)
        shares = numpy.divide(rows, sums, out=numpy.zeros_like(rows), where=sums > 0)
        if out_format == "flows_sample":
            shares = numpy.array(
                [numpy.random.multinomial(round(n), row) if n > 0 else row for n, row in zip(sums[:, 0], shares)]
            ).astype(int)
        matrix = shares.reshape(matrix.shape)
        origins, destinations = numpy.nonzero(matrix)
        flows = matrix[origins, destinations]
    names = tessellation[tile_id].to_numpy()
    columns = {"origin": names[origins], "destination": names[destinations], "flow": flows}
    return FlowDataFrame(pandas.DataFrame(columns), tile_id=tile_id, tessellation=tessellation)
