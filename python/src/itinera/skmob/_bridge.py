"""Calls functions of the Node process with columns."""

from typing import Any, Dict, List, NamedTuple, Optional, Tuple

import numpy
import pandas

from .._node_side import bridge
from .core.trajectorydataframe import seconds_of
from .utils import constants


def call(name: str, columns: Dict[str, Any], **options: Any) -> Dict[str, Any]:
    """The columns that a function returns, as arrays. Raises ValueError for invalid arguments."""
    arrays: Dict[str, Any] = {key: numpy.ascontiguousarray(values, dtype="<f8") for key, values in columns.items()}
    heads = [{"name": key, "length": len(values)} for key, values in arrays.items()]
    given = {key: value for key, value in options.items() if value is not None}
    head, body = bridge.ask(
        {"ask": "mobility", "call": name, "columns": heads, "options": given},
        *[memoryview(values).cast("B") for values in arrays.values() if len(values) > 0],
    )
    numbers = numpy.frombuffer(body, dtype="<f8")
    answer, at = {}, 0
    for each in head["columns"]:
        answer[each["name"]] = numbers[at : at + each["length"]]
        at += each["length"]
    return answer


class People(NamedTuple):
    """Trajectories by person: the sorted rows, the ids, and the columns for `call`."""

    rows: Any
    users: Optional[Any]
    columns: Dict[str, Any]

    def rows_at(self, positions: Any) -> Any:
        """The rows at positions in the sorted order, with their columns in the original order and a new index."""
        return self.rows.iloc[numpy.asarray(positions, dtype=int)].reset_index(drop=True)

    def uid_of(self, starts: Any) -> List[Tuple[str, Any]]:
        """The column uid of rows grouped by `starts`, or none if the data have no users."""
        if self.users is None:
            return []
        return [(constants.UID, numpy.repeat(numpy.asarray(self.users), numpy.diff(starts.astype(int))))]


def trajectories_of(traj: Any) -> People:
    """The trajectories of a data frame, each a person of its own, in order of uid and tid; by people if it has no tid."""
    keys = [name for name in (constants.UID, constants.TID) if name in traj.columns]
    if constants.TID not in keys:
        return people_of(traj)
    numbers = traj.groupby(keys, sort=True).ngroup()
    return people_of(traj, codes=numbers)


def people_of(traj: Any, location: Optional[str] = None, codes: Optional[Any] = None) -> People:
    """The people of a data frame, in order of uid.

    location: a column that identifies places. codes: the person of each row instead of its uid, -1 for none.
    """
    for name in (constants.LATITUDE, constants.LONGITUDE, constants.DATETIME):
        if name not in traj.columns:
            raise KeyError("The trajectories have no column {}; expected lat, lng and datetime.".format(name))
    users = None
    if codes is not None:
        codes = numpy.asarray(codes)
    elif constants.UID in traj.columns:
        codes, users = pandas.factorize(traj[constants.UID], sort=True)
    else:
        codes = numpy.zeros(len(traj), int)
    order = numpy.lexsort((seconds_of(traj[constants.DATETIME]), codes))
    order = order[codes[order] >= 0]
    rows = traj.iloc[order]
    columns = {
        "person": codes[order],
        "time": seconds_of(rows[constants.DATETIME]),
        "lon": rows[constants.LONGITUDE],
        "lat": rows[constants.LATITUDE],
    }
    if location is not None and location in traj.columns:
        columns["place"] = pandas.factorize(rows[location])[0]
    return People(rows, users, columns)


def last_rows(people: People, person: Any, times: Any, ends: Any) -> Any:
    """Position of the last row of each run from `times` to `ends`; never the last row of its person."""
    codes = numpy.asarray(people.columns["person"])
    bounds = numpy.searchsorted(codes, numpy.arange(codes.max(initial=-1) + 2))
    rows = []
    for who, begin, end in zip(person, times, ends):
        own = people.columns["time"][bounds[who] : bounds[who + 1]]
        first = int(numpy.searchsorted(own, begin))
        rows.append(bounds[who] + max(first, min(int(numpy.searchsorted(own, end)) - 1, len(own) - 2)))
    return rows


def seconds_of_day(text: str) -> int:
    """Seconds since midnight of a time such as 22:00."""
    try:
        hours, minutes = map(int, text.split(":"))
    except ValueError:
        raise ValueError("{!r} is not a time of day, such as 22:00.".format(text)) from None
    return 3600 * hours + 60 * minutes


def night(start: str, end: str) -> Dict[str, int]:
    """A daily window."""
    return {"from": seconds_of_day(start), "to": seconds_of_day(end)}
