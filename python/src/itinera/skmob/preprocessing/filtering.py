"""Noise filter."""

from typing import Any

from .._bridge import call, people_of


def filter(tdf: Any, max_speed_kmh: float = 500.0, include_loops: bool = False) -> Any:
    """Drops points whose speed from the last kept point exceeds the limit, and points at the same time as it.

    max_speed_kmh: km/h, above 0. Raises NotImplementedError for include_loops, which Itinera does not offer.
    """
    if include_loops:
        raise NotImplementedError("include_loops: loops are not filtered. Leave it out, or use scikit-mobility.")
    people = people_of(tdf)
    found = call("noiseFilter", people.columns, maxSpeed=max_speed_kmh / 3.6)
    return people.rows.iloc[found["rows"].astype(int)].reset_index(drop=True)
