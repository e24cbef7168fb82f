"""GEO-BLEU and DTW of steps: lists of tuples, numpy arrays and data frames."""

import html
import math
import operator
import os
import struct
import warnings
from array import array
from itertools import chain
from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Tuple

from . import _plain
from ._charts import ChartData
from ._columns import request_of, step_names
from ._frames import Rows
from ._node_side import ItineraError, bridge, warn
from ._plain import days_of_user, days_of_users
from ._show import counted, table_html
from ._types import RulesName, Steps

RULES = tuple(_plain.RULES)
#: The rules used unless others are named.
NEWEST_RULES = "giscup2025"
#: Squaring larger numbers is an error in Python.
_HUGE = 1e150


class DayScore(NamedTuple):
    """Scores of one day of a user."""

    uid: Any
    d: Any
    geobleu: float
    dtw: float


class UserScore(NamedTuple):
    """Scores of a user: means over the days."""

    uid: Any
    geobleu: float
    dtw: float


class Interval(NamedTuple):
    """A mean over users with its bootstrap interval, as `asbench humob score` prints it; low and high of one user are NaN."""

    value: float
    low: float
    high: float
    #: Share of the bootstrap distribution inside the interval, 0 to 1.
    level: float


class Intervals(NamedTuple):
    """Intervals of both scores: GEO-BLEU 0 to 1, DTW in km."""

    geobleu: Interval
    dtw: Interval


class _Scores(NamedTuple):
    geobleu: float
    dtw: float
    users: Rows[UserScore]
    days: Rows[DayScore]
    rules: str
    warnings: Tuple[str, ...] = ()


class Scores(_Scores):
    """Scores of a prediction: means over users, GEO-BLEU 0 to 1 (higher is better) and DTW in km (lower is better).

    `users` and `days` are tables (`Rows`): lists of named tuples that are data frames too. `rules` is the name of the rules,
    and `warnings` what limits the result.
    Prints five lines; a notebook shows a table and the distribution over users.
    """

    def interval(self, level: float = 0.95, seed: int = 1) -> Intervals:
        """Returns the bootstrap intervals over users, the same as those of `asbench humob score`.

        level: share of the bootstrap distribution inside the interval, above 0 and below 1. seed: of the bootstrap.

        Raises ValueError for another level.
        """
        if not 0 < level < 1:
            raise ValueError("level: {} is not a share above 0 and below 1, such as 0.95.".format(level))
        body = [array("d", self.users.values_of(metric)).tobytes() for metric in ("geobleu", "dtw")]
        _, data = bridge.ask({"ask": "intervals", "users": len(self.users), "level": level, "seed": seed}, *body)
        numbers = array("d")
        numbers.frombytes(data)
        return Intervals(*[Interval(numbers[i], numbers[i + 1], numbers[i + 2], level) for i in (0, 3)])

    def _counts(self) -> Tuple[str, str]:
        return counted(len(self.users), "user"), counted(len(self.days), "day")

    def __reduce__(self) -> Any:
        return Scores, tuple(self)

    def __repr__(self) -> str:
        worst = min(self.users, key=_geobleu_of)
        return (
            "Scores by the rules {}: {}, {}\n"
            "GEO-BLEU  {:.4f}  (0 to 1, higher is better)\n"
            "DTW       {:.2f} km  (lower is better)\n"
            "Lowest GEO-BLEU: user {}, {:.4f}\n"
            "Tables: .users, .days; 95 % intervals: .interval()"
        ).format(self.rules, *self._counts(), self.geobleu, self.dtw, worst.uid, worst.geobleu)

    def _repr_html_(self) -> str:
        rows = [("GEO-BLEU", self.geobleu, "0 to 1, higher is better"), ("DTW, km", self.dtw, "lower is better")]
        title = "<p>{} rules, {}, {}</p>".format(html.escape(self.rules), *self._counts())
        return title + table_html(("", "mean", ""), rows) + self._chart().svg()

    def plot(self, kind: Optional[str] = None, ax: Any = None) -> Any:
        """Returns the distribution over users as axes of `matplotlib` (`ax` if given) or a chart of `altair`.

        kind: the library; by default the first that is installed.

        Raises ItineraError if it is not installed.
        """
        return self._chart().plot(kind, ax)

    def _chart(self) -> ChartData:
        return ChartData("users by GEO-BLEU", numbers=self.users.values_of("geobleu"))


def _geobleu_of(user: UserScore) -> float:
    return math.inf if math.isnan(user.geobleu) else user.geobleu


def calc(metric: str, many: bool, generated: Any, reference: Any, rules: str, alone: bool = False) -> float:
    """Returns `geobleu` or `dtw` of one user or of many, as the original package does.

    alone: whether to compute in Python if Node.js is missing or does not start.
    """
    answer = _request(metric, many, generated, reference, rules, alone)
    if answer is not None:
        return answer[0][0]
    sides = _rows(generated), _rows(reference)
    days = days_of_users(*sides, metric) if many else days_of_user(*sides)
    means = [_plain.mean(values) for _, values in _by_user(days, _scores_of(metric, days, rules, alone))]
    return _plain.mean(means)


def calc_orig(metric: str, generated: Any, reference: Any, rules: str, number: Any, max_n: Any = None) -> float:
    """Returns the score of two lists of points. number: beta of `geobleu`, scale factor of `dtw`."""
    plain = _plain.RULES[rules]
    sides = [_rows(side) for side in (generated, reference)]
    try:
        flat = [struct.pack("<{}d".format(2 * len(side)), *[p[i] for p in side for i in (0, 1)]) for side in sides]
        usual = math.isfinite(number) and number != 0 and len(sides[0]) > 0
        options: Dict[str, Any] = {"rules": rules, "beta" if metric == "geobleu" else "scaleFactor": float(number)}
        if metric == "geobleu":
            options["maxN"] = int(operator.index(max_n))
            usual = usual and max_n > 0
    except (struct.error, TypeError, OverflowError, LookupError):
        usual = False
    if usual:
        head = {"ask": "score", "call": metric + "_orig", "columns": 2, "points": len(sides[0]), "options": options}
        answer = _ask(head, flat, True)
        if answer is not None:
            return answer[0]
    if metric == "dtw":
        return _plain.dtw(sides[0], sides[1], number, plain.free_start)
    return _plain.geobleu(sides[0], sides[1], max_n, number, plain.over_generated)


def score_steps(generated: Steps, reference: Steps, rules: Optional[RulesName] = None) -> Scores:
    """GEO-BLEU and DTW of a whole prediction, with users and days.

    generated, reference: rows (uid, d, t, x, y) or (d, t, x, y) as lists, an array of shape (n, 5) or (n, 4), or a data
    frame with these columns, in any order; the same users, days and times on both sides.
    rules: humob2023, humob2024 or giscup2025; by default the newest, giscup2025, or those of ITINERA_RULES.

    Raises ValueError if the two cannot be compared.
    """
    rules = chosen_rules(rules)
    limits: List[str] = []
    answer = _request("rows", None, generated, reference, rules, False, limits)
    if answer is None:
        sides = _in_order(_rows(generated)), _in_order(_rows(reference))
        answer = _request("rows", None, *sides, rules, False, limits)
    if answer is None:
        many = len(sides[0]) > 0 and len(sides[0][0]) == 5
        days = days_of_users(*sides, "dtw") if many else days_of_user(*sides)
        geobleu, dtw = (_scores_of(metric, days, rules, False) for metric in ("geobleu", "dtw"))
        means = [[_plain.mean(values) for _, values in _by_user(days, scores)] for scores in (geobleu, dtw)]
        users: Tuple[Any, ...] = ([uid for uid, _ in _by_user(days, geobleu)], *means)
        scored: Tuple[Any, ...] = ([day.uid for day in days], [day.d for day in days], geobleu, dtw)
    else:
        numbers, names = answer
        count, length = int(numbers[0]), int(numbers[1])
        at = 2
        parts: List[Any] = []
        for size in (count, count, count, length, length, length, length):
            parts.append(numbers[at : at + size])
            at += size
        for i in (0, 3, 4):
            parts[i] = list(map(int, parts[i]))
        if names is not None:
            parts[0], parts[3] = ([names[place] for place in parts[i]] for i in (0, 3))
        users, scored = tuple(parts[:3]), tuple(parts[3:])
    total = [_plain.mean(values) for values in users[1:]]
    return Scores(total[0], total[1], Rows(UserScore, users), Rows(DayScore, scored), rules, tuple(limits))


def _in_order(steps: Sequence[Any]) -> Sequence[Any]:
    """The steps by user, day and time; as they are if these have no order."""
    try:
        return sorted(steps, key=lambda step: tuple(step[:-2]))
    except TypeError:
        return steps


def _request(
    call: str,
    many: Optional[bool],
    generated: Any,
    reference: Any,
    rules: str,
    alone: bool,
    limits: Optional[List[str]] = None,
) -> Optional[Tuple["array[float]", Optional[List[Any]]]]:
    """The answer for numeric steps, and the uids if the answer has their places instead; None for other steps, and if the two sides differ in users, days or times."""
    columns_of_both = request_of(generated, reference, many, call)
    if columns_of_both is not None:
        head, body, names = columns_of_both
        head = {"ask": "score", "call": call, "columns": 5, "options": {"rules": rules}, **head}
        scores = _ask(head, body, alone, limits)
        return None if scores is None else (scores, names)
    left, right = _packed(generated), _packed(reference)
    if left is None or right is None or left[0] != right[0] or len(left[1]) != len(right[1]):
        return None
    columns = left[0]
    if columns != 5 and (columns != 4 or many):
        return None
    many = columns == 5 if many is None else many
    head = {"ask": "score", "call": call, "columns": columns, "many": many, "options": {"rules": rules}}
    scores = _ask(head, (left[1], right[1]), alone, limits)
    return None if scores is None else (scores, None)


def _ask(
    head: Dict[str, Any], body: Sequence[bytes], alone: bool, limits: Optional[List[str]] = None
) -> Optional["array[float]"]:
    """The numbers of an answer; `limits` receives its warnings."""
    global _is_alone
    if _is_alone and alone:
        return None
    try:
        answer, data = bridge.ask(head, *body)
    except ItineraError as error:
        if not alone:
            raise
        _is_alone = True
        warnings.warn("geobleu computes in Python, five to ten times slower: {}".format(error), RuntimeWarning)
        return None
    if "differ" in answer:
        return None
    found = answer.get("warnings", ())
    warn(found)
    if limits is not None:
        limits.extend(found)
    numbers = array("d")
    numbers.frombytes(data)
    return numbers


#: Whether Node.js is missing or does not start, so that scores are computed in Python.
_is_alone = False


def _scores_of(metric: str, days: List[_plain.Day], rules: str, alone: bool) -> List[float]:
    """The score of each day; in Python for days with NaN, infinite or huge coordinates."""
    scores: List[Optional[float]] = [None] * len(days)
    sides: Tuple[List[float], List[float]] = ([], [])
    packed = []
    for i, day in enumerate(days):
        if _is_usual(day.generated) and _is_usual(day.reference):
            packed.append(i)
            for side, points in zip(sides, (day.generated, day.reference)):
                for x, y in points:
                    side.extend((0, i, 0, x, y))
    if packed:
        numbers = _ask(
            {"ask": "score", "call": "rows", "columns": 5, "many": True, "options": {"rules": rules}},
            [struct.pack("<{}d".format(len(side)), *side) for side in sides],
            alone,
        )
        if numbers is not None:
            start = len(numbers) - (2 if metric == "geobleu" else 1) * len(packed)
            for place, value in zip(packed, numbers[start : start + len(packed)]):
                scores[place] = value
    plain = _plain.RULES[rules]
    for i, day in enumerate(days):
        if scores[i] is None and metric == "geobleu":
            scores[i] = _plain.geobleu(day.generated, day.reference, plain.max_n, 0.5, plain.over_generated)
        elif scores[i] is None:
            scores[i] = _plain.dtw(day.generated, day.reference, 2.0, plain.free_start)
    return scores  # type: ignore[return-value]


def _is_usual(points: List[Tuple[Any, Any]]) -> bool:
    try:
        return all(abs(x) < _HUGE and abs(y) < _HUGE for x, y in points)
    except TypeError:
        return False


def _by_user(days: List[_plain.Day], scores: List[float]) -> List[Tuple[Any, List[float]]]:
    users: List[Tuple[Any, List[float]]] = []
    for day, score in zip(days, scores):
        if not users or users[-1][0] is not day.uid:
            users.append((day.uid, []))
        users[-1][1].append(score)
    return users


def geobleu(generated: Steps, reference: Steps, rules: Optional[RulesName] = None) -> float:
    """GEO-BLEU, the mean over users of the mean over their days: 0 to 1, higher is better.

    Accepts the same input as `score_steps`. A call costs a few microseconds per user-day, fast enough for a training loop.
    """
    return calc("geobleu", _has_users(generated), generated, reference, chosen_rules(rules))


def dtw(generated: Steps, reference: Steps, rules: Optional[RulesName] = None) -> float:
    """Dynamic time warping in km, the mean over users of the mean over their days: 0 or more, lower is better."""
    return calc("dtw", _has_users(generated), generated, reference, chosen_rules(rules))


def _has_users(steps: Any) -> bool:
    named = getattr(steps, "columns", None)
    if named is not None:
        return "uid" in list(named)
    shape = getattr(steps, "shape", None)
    if shape is not None:
        return len(shape) == 2 and shape[1] == 5
    return len(steps) > 0 and len(steps[0]) == 5


def _packed(steps: Any) -> Optional[Tuple[int, bytes]]:
    """The number of columns, and all numbers as little-endian doubles row by row; None unless all are numbers."""
    if isinstance(steps, list):
        lengths = set(map(len, steps))
        if len(lengths) != 1:
            return None
        numbers = list(chain.from_iterable(steps))
        try:
            # Three times as fast as array().
            return lengths.pop(), struct.pack("<{}d".format(len(numbers)), *numbers)
        except (struct.error, OverflowError):
            return None
    rows = _table(steps)
    if isinstance(rows, list):
        return _packed(rows)
    if rows.dtype.kind not in "biuf" or len(rows) == 0:
        return None
    import numpy

    return int(rows.shape[1]), numpy.ascontiguousarray(rows, dtype="<f8").tobytes()


def _rows(steps: Any) -> Any:
    """The steps as a list of rows of Python values."""
    rows = _table(steps)
    return rows if isinstance(rows, list) else rows.tolist()


def _table(steps: Any) -> Any:
    """The steps as a list or as an array with two dimensions."""
    if isinstance(steps, (list, tuple)):
        return list(steps)
    named = getattr(steps, "columns", None)
    if named is not None:
        steps = _of_frame(steps, list(named))
    if not hasattr(steps, "__array__") or not hasattr(steps, "shape"):
        raise TypeError("Steps must be a list, an array or a data frame, got {}.".format(type(steps).__name__))
    import numpy

    rows = numpy.asarray(steps)
    if rows.ndim != 2:
        raise ValueError("Steps must be an array of shape (n, 5) or (n, 4), got {}.".format(tuple(rows.shape)))
    return rows


def _of_frame(frame: Any, names: Sequence[str]) -> Any:
    wanted = step_names(names)
    return (frame[wanted] if hasattr(frame, "loc") else frame.select(wanted)).to_numpy()


def chosen_rules(rules: Optional[str]) -> RulesName:
    """The given rules, else those of ITINERA_RULES, else the newest."""
    name = rules or os.environ.get("ITINERA_RULES", NEWEST_RULES)
    if name not in RULES:
        raise ValueError("rules: unknown rules {!r}. Choose one of {}.".format(name, ", ".join(RULES)))
    return name  # type: ignore[return-value]


class RulesNotice(UserWarning):
    """Says once which rules count if none are named."""


_noticed = False


def rules_or_notice(rules: Optional[str], steps: Any, processes: bool = False) -> RulesName:
    """As `chosen_rules`; the first call without rules warns which ones apply and how to choose.

    steps: of one side; days 60 to 74 are those of the documents of 2023, which also pass `processes`.
    """
    global _noticed
    chosen = chosen_rules(rules)
    if not _noticed and not rules and "ITINERA_RULES" not in os.environ:
        _noticed = True
        old = "; this call looks like one of 2023, whose documents use rules=\"humob2023\"" if processes or _is_of_2023(steps) else ""
        warnings.warn(
            'geobleu: scored by the newest rules, {}{}. Choose with rules="humob2023", "humob2024" or "giscup2025", '
            "or with ITINERA_RULES.".format(chosen, old),
            RulesNotice,
            stacklevel=4,
        )
    return chosen


def _is_of_2023(steps: Any) -> bool:
    """Whether the first step is on a day from 60 to 74, as in the tasks of 2023 and 2024."""
    try:
        first = steps[0]
        return bool(60 <= first[len(first) - 4] <= 74)
    except (TypeError, LookupError):
        return False
