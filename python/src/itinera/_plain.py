"""GEO-BLEU and DTW in Python only: without Node.js, and for steps that are not finite numbers.

These functions raise the same errors as the challenge's own package, in the same order and with the same messages.
"""

import math
from collections import Counter
from decimal import Context, Decimal
from functools import reduce
from operator import add
from typing import Any, Dict, List, NamedTuple, Sequence, Tuple

_EXACT = Context(prec=40)
#: Squared distances at which glibc's exp is one unit in the last place off the nearest double for beta 0.5.
_GLIBC = {
    113: math.inf,
    4689: math.inf,
    8186: 0.0,
    13897: 0.0,
    19828: 0.0,
    20885: 0.0,
    31258: 0.0,
    37242: math.inf,
    67093: math.inf,
}
_known: Dict[Tuple[float, float], float] = {}
_KNOWN_AT_MOST = 100_000


class Rules(NamedTuple):
    """Scoring rules of one year."""

    max_n: int
    over_generated: bool
    free_start: bool


RULES = {
    "humob2023": Rules(3, False, True),
    "humob2024": Rules(3, False, True),
    "giscup2025": Rules(5, True, False),
}


class Day(NamedTuple):
    """One day of a user: the day's points (x, y) in order of time."""

    uid: Any
    d: Any
    generated: List[Tuple[Any, Any]]
    reference: List[Tuple[Any, Any]]


def days_of_users(generated: Sequence[Any], reference: Sequence[Any], metric: str) -> List[Day]:
    """The days of many users, user by user; raises ValueError unless steps are (uid, d, t, x, y) of the same users."""
    left, right = _by_user(generated), _by_user(reference)
    if left.keys() != right.keys():
        name = "sys (prediction)" if metric == "geobleu" else "sys"
        raise ValueError("The sets of uid's don't match between {} and ans.".format(name))
    return [day._replace(uid=uid) for uid in _sorted(left) for day in days_of_user(left[uid], right[uid])]


def days_of_user(generated: Sequence[Any], reference: Sequence[Any]) -> List[Day]:
    """The days of one user. Raises ValueError unless both sides have the same days and times step by step."""
    sides = {"generated": generated, "reference": reference}
    for name, steps in sides.items():
        if len(steps) == 0:
            raise ValueError("The length of the {} trajectory is 0.".format(name))
    if len(generated) != len(reference):
        raise ValueError("The length doesn't match between the generated and reference trajectories.")
    columns = []
    for name, steps in sides.items():
        counts = Counter(map(len, steps))
        if len(counts) != 1:
            raise ValueError("The numbers of columns of the {} trajectory are inconsistent: {}".format(name, counts))
        columns.append(next(iter(counts)))
    if columns[0] != columns[1]:
        raise ValueError("The numbers of columns are different between the generated and reference trajectories.")
    if columns[0] not in (4, 5):
        raise ValueError("The numbers of columns must be 4, (d, t, x, y), or 5, (uid, d, t, x, y).")
    first = columns[0] - 4
    for i, (step, other) in enumerate(zip(generated, reference)):
        if not (step[first] == other[first] and step[first + 1] == other[first + 1]):
            raise ValueError(
                "Day and time are not the same at step {}, d={} and t={} for generated while d={} and t={} for "
                "reference.".format(i, step[first], step[first + 1], other[first], other[first + 1])
            )
    days: Dict[Any, Day] = {}
    for k, steps in enumerate(sides.values()):
        for step in sorted(steps, key=lambda step: (step[first], step[first + 1])):
            d, _, x, y = step[first:]
            days.setdefault(d, Day(0, d, [], []))[2 + k].append((x, y))
    return list(days.values())


def _by_user(steps: Sequence[Any]) -> Dict[Any, List[Any]]:
    users: Dict[Any, List[Any]] = {}
    for step in steps:
        if len(step) != 5:
            raise ValueError(
                "Each trajectory point must have 5 elements (uid, d, t, x, y), but got {}: {}".format(len(step), step)
            )
        users.setdefault(step[0], []).append(step)
    return users


def _sorted(uids: Any) -> List[Any]:
    try:
        return sorted(uids)
    except TypeError:
        return list(uids)


def geobleu(generated: Sequence[Any], reference: Sequence[Any], max_n: int, beta: float, over_generated: bool) -> float:
    """GEO-BLEU of two lists of points, by the definition."""
    n, m = len(generated), len(reference)
    orders = range(1, min(max_n, min(n, m)) + 1)
    near = [[_proximity(p, q, beta) for q in reference] for p in generated] if orders else []
    products = [1.0] * (n * m)
    precisions = []
    for order in orders:
        rows, columns = n - order + 1, m - order + 1
        width = columns + 1 if order > 1 else m
        products = [
            product * last
            for i in range(rows)
            for product, last in zip(products[i * width : i * width + columns], near[i + order - 1][order - 1 :])
        ]
        precisions.append(_matched(products, rows, columns) / (rows if over_generated else min(rows, columns)))
    brevity = 1.0 if n > m else math.exp(1.0 - m / float(n))
    return brevity * math.exp(mean([math.log(p) if p != 0 else -math.inf for p in precisions]))


def _matched(products: List[float], rows: int, columns: int) -> float:
    """Sum of the proximities of the pairs that are closest first, each n-gram used once."""
    left, right, pairs, total = set(), set(), min(rows, columns), 0.0
    for at in sorted(range(len(products)), key=products.__getitem__, reverse=True):
        i, j = divmod(at, columns)
        if i not in left and j not in right:
            left.add(i)
            right.add(j)
            total += products[at]
            if len(left) == pairs:
                break
    return total


def _square(p: Any, q: Any) -> float:
    dx, dy = q[0] - p[0], q[1] - p[1]
    return float(dx**2.0 + dy**2.0)


def _proximity(p: Any, q: Any, beta: float) -> float:
    square = _square(p, q)
    value = _known.get((square, beta))
    if value is None:
        value = float(Decimal(-beta * math.sqrt(square)).exp(_EXACT))
        if beta == 0.5 and square in _GLIBC:
            value = math.nextafter(value, _GLIBC[int(square)])
        if len(_known) >= _KNOWN_AT_MOST:
            _known.clear()
        _known[square, beta] = value
    return value


def dtw(generated: Sequence[Any], reference: Sequence[Any], scale_factor: float, free_start: bool) -> float:
    """Dynamic time warping of two lists of points. As in numpy, a distance divided by 0 is infinite."""
    row = [0.0] + [0.0 if free_start else math.inf] * len(reference)
    for p in generated:
        above, left = row, math.inf
        row = [left]
        for q, up, corner in zip(reference, above[1:], above):
            distance = math.sqrt(_square(p, q))
            cost = distance / scale_factor if scale_factor != 0 else distance * math.copysign(math.inf, scale_factor)
            has_nan = up != up or left != left or corner != corner
            left = cost + (math.nan if has_nan else min(up, left, corner))
            row.append(left)
    return row[-1]


def mean(values: Sequence[float]) -> float:
    """The mean in numpy's order of addition; NaN for an empty list."""
    return _sum(values, 0, len(values)) / len(values) if len(values) > 0 else math.nan


def _sum(values: Sequence[float], start: int, end: int) -> float:
    n = end - start
    if n > 128:
        middle = start + n // 2 - n // 2 % 8
        return _sum(values, start, middle) + _sum(values, middle, end)
    lanes = [reduce(add, values[start + k : end - n % 8 : 8]) for k in range(8)] if n >= 8 else []
    rest = values[end - n % 8 : end]
    if lanes:
        a, b, c, d, e, f, g, h = lanes
        return reduce(add, rest, ((a + b) + (c + d)) + ((e + f) + (g + h)))
    return reduce(add, rest)  # sum() would compensate for rounding.
