"""Compression of points."""

from typing import Any

from .._bridge import call, people_of
from ..core.trajectorydataframe import TrajDataFrame, datetimes_of, parameters_of


def compress(tdf: Any, spatial_radius_km: float = 0.2) -> TrajDataFrame:
    """Consecutive points within a radius of the first of them become one, at their median and the time of the first.

    spatial_radius_km: km, above 0. Returns lat, lng, datetime and uid.
    """
    people = people_of(tdf)
    found = call("compression", people.columns, radius=1000 * spatial_radius_km)
    columns = [("lat", found["lats"]), ("lng", found["lons"]), ("datetime", datetimes_of(found["times"]))]
    points = TrajDataFrame(dict(columns + people.uid_of(found["starts"])), parameters=parameters_of(tdf))
    return points.with_step("compress", spatial_radius_km=spatial_radius_km)
