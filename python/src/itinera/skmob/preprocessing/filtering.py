"""Noise filter."""

from typing import Any

from .._bridge import call, trajectories_of
from ..core.trajectorydataframe import TrajDataFrame, parameters_of


def filter(
    tdf: Any,
    max_speed_kmh: float = 500.0,
    include_loops: bool = False,
    speed_kmh: float = 5.0,
    max_loop: int = 6,
    ratio_max: float = 0.25,
) -> Any:
    """Drops points whose speed from the last kept point exceeds the limit, and points at the same time as it; in each
    trajectory (uid and tid) by itself. All columns are kept.

    max_speed_kmh: km/h, above 0. speed_kmh, max_loop and ratio_max only have a meaning for loops. Raises NotImplementedError for include_loops, which Itinera does not offer.
    """
    if include_loops:
        raise NotImplementedError("include_loops: loops are not filtered. Leave it out, or use scikit-mobility.")
    people = trajectories_of(tdf)
    found = call("noiseFilter", people.columns, maxSpeed=max_speed_kmh / 3.6)
    kept = TrajDataFrame(people.rows_at(found["rows"]), parameters=parameters_of(tdf))
    loops = {"include_loops": include_loops, "speed_kmh": speed_kmh, "max_loop": max_loop, "ratio_max": ratio_max}
    return kept.with_step("filter", max_speed_kmh=max_speed_kmh, **loops)
