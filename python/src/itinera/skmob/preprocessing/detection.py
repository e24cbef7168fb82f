"""Stay locations."""

from typing import Any, Optional

from .._bridge import call, people_of
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
    default. Returns lat, lng, datetime, uid and, with `leaving_time`, leaving_datetime.

    Raises NotImplementedError for min_speed_kmh, which Itinera does not offer.
    """
    if min_speed_kmh is not None:
        raise NotImplementedError(
            "min_speed_kmh: stays are not filtered by speed. Leave it out, or use scikit-mobility."
        )
    people = people_of(tdf)
    gap = 60 * no_data_for_minutes
    found = call("stays", people.columns, radius=1000 * spatial_radius_km, minimum=60 * minutes_for_a_stop, gap=gap)
    columns = [("lat", found["lats"]), ("lng", found["lons"]), ("datetime", datetimes_of(found["times"]))]
    columns += people.uid_of(found["starts"])
    if leaving_time:
        columns.append(("leaving_datetime", datetimes_of(found["ends"])))
    options = {"minutes_for_a_stop": minutes_for_a_stop, "spatial_radius_km": spatial_radius_km}
    points = TrajDataFrame(dict(columns), parameters=parameters_of(tdf))
    return points.with_step("stay_locations", **options, no_data_for_minutes=no_data_for_minutes)
