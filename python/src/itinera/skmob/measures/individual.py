"""Measures of each person. All return a data frame with one row per uid, in ascending order; without a column uid, one row.

`show_progress` is accepted and has no effect.
"""

from typing import Any

import numpy
import pandas

from .._bridge import call, night, people_of


def radius_of_gyration(traj: Any, show_progress: bool = True) -> Any:
    """Radius of gyration, km."""
    return _values(traj, "radiusOfGyration", "radius_of_gyration", 1e-3)


def k_radius_of_gyration(traj: Any, k: int = 2, show_progress: bool = True) -> Any:
    """Radius of gyration of the k most visited locations, km; in the column `{k}k_radius_of_gyration`. k: 1 or more."""
    return _values(traj, "kRadiusOfGyration", "{}k_radius_of_gyration".format(k), 1e-3, k=k)


def random_entropy(traj: Any, show_progress: bool = True) -> Any:
    """Random entropy, bits."""
    return _values(traj, "randomEntropy", "random_entropy")


def uncorrelated_entropy(traj: Any, normalize: bool = False, show_progress: bool = True) -> Any:
    """Temporal-uncorrelated entropy, bits; normalized (0 to 1) in the column `norm_uncorrelated_entropy`."""
    name = "norm_uncorrelated_entropy" if normalize else "uncorrelated_entropy"
    return _values(traj, "uncorrelatedEntropy", name, normalize=normalize)


def real_entropy(traj: Any, show_progress: bool = True) -> Any:
    """Real entropy by the Lempel–Ziv estimator, bits. Unlike scikit-mobility's, a suffix counts as known only if all of its
    symbols are; see docs/measures.md."""
    return _values(traj, "realEntropy", "real_entropy")


def jump_lengths(traj: Any, show_progress: bool = True, merge: bool = False) -> Any:
    """Distances between consecutive points, km, an array per person; with `merge`, one list of all."""
    return _lists(traj, "jumpLengths", "jump_lengths", 1e-3, merge)


def waiting_times(traj: Any, show_progress: bool = True, merge: bool = False) -> Any:
    """Times between consecutive points, s, an array per person; with `merge`, one list of all."""
    return _lists(traj, "waitingTimes", "waiting_times", 1.0, merge)


def maximum_distance(traj: Any, show_progress: bool = True) -> Any:
    """The longest jump, km."""
    return _values(traj, "maximumDistance", "maximum_distance", 1e-3)


def distance_straight_line(traj: Any, show_progress: bool = True) -> Any:
    """The sum of all jumps, km."""
    return _values(traj, "distanceStraightLine", "distance_straight_line", 1e-3)


def number_of_locations(traj: Any, show_progress: bool = True) -> Any:
    """The number of distinct locations."""
    return _values(traj, "numberOfLocations", "number_of_locations").astype({"number_of_locations": int})


def number_of_visits(traj: Any, show_progress: bool = True) -> Any:
    """The number of points."""
    return _values(traj, "numberOfVisits", "number_of_visits").astype({"number_of_visits": int})


def home_location(traj: Any, start_night: str = "22:00", end_night: str = "07:00", show_progress: bool = True) -> Any:
    """The location with the most points at night (from start_night to end_night, excluded), else in total: lat, lng."""
    people = people_of(traj)
    found = call("homeLocation", people.columns, night=night(start_night, end_night))
    return _of_people(people.users, [("lat", found["lats"]), ("lng", found["lons"])])


def max_distance_from_home(
    traj: Any, start_night: str = "22:00", end_night: str = "07:00", show_progress: bool = True
) -> Any:
    """The largest distance from home, km."""
    window = night(start_night, end_night)
    return _values(traj, "maxDistanceFromHome", "max_distance_from_home", 1e-3, night=window)


def location_frequency(traj: Any, normalize: bool = True, as_ranks: bool = False, show_progress: bool = True) -> Any:
    """Visits to each location of a person, the most visited first: shares (0 to 1), or counts unless `normalize`; by uid, lat
    and lng.

    With `as_ranks`, a list: the mean share (or count) by rank over the people with that many locations.
    """
    people = people_of(traj)
    found = call("locationFrequency", people.columns, normalize=normalize)
    if not as_ranks:
        return _of_places(people, found, "location_frequency")
    starts = found["starts"].astype(int)
    each = [found["values"][a:b] for a, b in zip(starts, starts[1:])]
    most = max(map(len, each), default=0)
    return [float(numpy.mean([values[rank] for values in each if len(values) > rank])) for rank in range(most)]


def recency_rank(traj: Any, show_progress: bool = True) -> Any:
    """Locations of each person by their last visit, the latest first, with ranks from 1."""
    people = people_of(traj)
    return _of_places(people, call("recencyRank", people.columns), "recency_rank")


def frequency_rank(traj: Any, show_progress: bool = True) -> Any:
    """Locations of each person by their visits, the most visited first, with ranks from 1."""
    people = people_of(traj)
    return _of_places(people, call("frequencyRank", people.columns), "frequency_rank")


def individual_mobility_network(traj: Any, self_loops: bool = False, show_progress: bool = True) -> Any:
    """Trips between locations of each person: lat_origin, lng_origin, lat_dest, lng_dest and n_trips."""
    people = people_of(traj)
    found = call("individualMobilityNetwork", people.columns, selfLoops=self_loops)
    at = {place: i for i, place in enumerate(found["places"])}
    origins, destinations = ([at[place] for place in found[name]] for name in ("origins", "destinations"))
    columns = [
        ("lat_origin", found["lats"][origins]),
        ("lng_origin", found["lons"][origins]),
        ("lat_dest", found["lats"][destinations]),
        ("lng_dest", found["lons"][destinations]),
        ("n_trips", found["trips"].astype(int)),
    ]
    return pandas.DataFrame(dict(people.uid_of(found["starts"]) + columns))


def _values(traj: Any, name: str, column: str, scale: float = 1.0, **options: Any) -> Any:
    people = people_of(traj)
    return _of_people(people.users, [(column, call(name, people.columns, **options)["values"] * scale)])


def _lists(traj: Any, name: str, column: str, scale: float, merge: bool) -> Any:
    people = people_of(traj)
    found = call(name, people.columns)
    values, starts = found["values"] * scale, found["starts"].astype(int)
    if merge:
        return values.tolist()
    lists = numpy.empty(len(starts) - 1, dtype=object)
    lists[:] = [values[a:b] for a, b in zip(starts, starts[1:])]
    return _of_people(people.users, [(column, lists)])


def _of_people(users: Any, columns: Any) -> Any:
    return pandas.DataFrame(dict(([] if users is None else [("uid", users)]) + columns))


def _of_places(people: Any, found: Any, name: str) -> Any:
    """A row per location, with the uid as the first level of the index."""
    values = found["values"] if name == "location_frequency" else found["values"].astype(int)
    places = [("lat", found["lats"]), ("lng", found["lons"])]
    users = people.uid_of(found["starts"])
    if name == "location_frequency":
        frame = pandas.DataFrame(dict(users + places + [(name, values)]))
        return frame.set_index([key for key, _ in users + places])
    frame = pandas.DataFrame(dict(places + [(name, values)]))
    if users:
        starts = found["starts"].astype(int)
        within = numpy.arange(len(frame)) - numpy.repeat(starts[:-1], numpy.diff(starts))
        frame.index = pandas.MultiIndex.from_arrays([users[0][1], within], names=["uid", None])
    return frame
