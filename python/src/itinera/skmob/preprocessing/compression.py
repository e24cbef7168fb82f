"""Compression of points."""

from typing import Any

import numpy

from .._bridge import call, last_rows, trajectories_of
from ..core.trajectorydataframe import TrajDataFrame, datetimes_of, parameters_of


def compress(tdf: Any, spatial_radius_km: float = 0.2) -> TrajDataFrame:
    """Consecutive points within a radius of the first of them become one, at their median and the time of the first.

    spatial_radius_km: km, above 0. Each trajectory (uid and tid) is compressed by itself. Other columns are those of the last
    point of a run; of the last but one for the last run of a trajectory, as in scikit-mobility.
    """
    people = trajectories_of(tdf)
    found = call("compression", people.columns, radius=1000 * spatial_radius_km)
    starts = found["starts"].astype(int)
    # Each run ends where the next of its trajectory begins.
    ends = numpy.append(found["times"][1:], numpy.inf)
    ends[starts[1:][numpy.diff(starts) > 0] - 1] = numpy.inf
    rows = people.rows_at(last_rows(people, numpy.repeat(numpy.arange(len(starts) - 1), numpy.diff(starts)), found["times"], ends))
    rows = rows.assign(lat=found["lats"], lng=found["lons"], datetime=datetimes_of(found["times"]))
    points = TrajDataFrame(rows, parameters=parameters_of(tdf))
    return points.with_step("compress", spatial_radius_km=spatial_radius_km)
