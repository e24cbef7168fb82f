"""Stay locations."""

from typing import Any, Optional

import numpy

from .._bridge import call, last_rows, trajectories_of
from ..core.trajectorydataframe import TrajDataFrame, datetimes_of, parameters_of


def stay_locations(
    tdf: Any,
    stop_radius_factor: float = 0.5,
    minutes_for_a_stop: float = 20.0,
    spatial_radius_km: float = 0.2,
    leaving_time: bool = True,
    no_data_for_minutes: float = 1e12,
    min_speed_kmh: Optional[float] = None,
) -> TrajDataFrame:
    """Runs of points within a radius of their first point that last longer than a minimum, at the medians of their points.

    minutes_for_a_stop: minutes that a stay must exceed. spatial_radius_km: km. no_data_for_minutes: a gap of this many
    minutes ends a stay at its last point. stop_radius_factor is accepted and has no effect, as in scikit-mobility with its
    default. Stays are found in each trajectory (uid and tid) by itself. Returns the columns of the data, with those of the
    last point of a stay, and, with `leaving_time`, leaving_datetime.

    Raises NotImplementedError for min_speed_kmh, which Itinera does not offer.
    """
    if min_speed_kmh is not None:
        raise NotImplementedError(
            "min_speed_kmh: stays are not filtered by speed. Leave it out, or use scikit-mobility."
        )
    people = trajectories_of(tdf)
    gap = 60 * no_data_for_minutes
    found = call("stays", people.columns, radius=1000 * spatial_radius_km, minimum=60 * minutes_for_a_stop, gap=gap)
    starts = found["starts"].astype(int)
    person = numpy.repeat(numpy.arange(len(starts) - 1), numpy.diff(starts))
    rows = people.rows_at(last_rows(people, person, found["times"], found["ends"]))
    rows = rows.assign(lat=found["lats"], lng=found["lons"], datetime=datetimes_of(found["times"]))
    if leaving_time:
        rows = rows.assign(leaving_datetime=datetimes_of(found["ends"]))
    options = {"minutes_for_a_stop": minutes_for_a_stop, "spatial_radius_km": spatial_radius_km}
    points = TrajDataFrame(rows, parameters=parameters_of(tdf))
    return points.with_step("stay_locations", **options, no_data_for_minutes=no_data_for_minutes)
