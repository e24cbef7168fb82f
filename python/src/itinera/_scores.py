"""GEO-BLEU and DTW of steps: lists of tuples, numpy arrays and data frames."""

import struct
from array import array
from itertools import chain
from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Tuple, Union

from ._node_side import bridge

RULES = ("humob2023", "humob2024", "giscup2025")
_NAMES = ("uid", "d", "t", "x", "y")
_Columns = Union[int, List[int]]


class DayScore(NamedTuple):
    """Scores of one day of a user."""

    uid: int
    d: int
    geobleu: float
    dtw: float


class UserScore(NamedTuple):
    """Scores of a user: means over the days."""

    uid: int
    geobleu: float
    dtw: float


class Scores(NamedTuple):
    """Scores of a prediction: means over users, GEO-BLEU 0 to 1 (higher is better) and DTW in km (lower is better)."""

    geobleu: float
    dtw: float
    users: List[UserScore]
    days: List[DayScore]


def calc(name: str, generated: Any, reference: Any, options: Dict[str, Any]) -> float:
    """Calls a function of the original package by name."""
    (columns, left), (other, right) = _packed(generated), _packed(reference)
    same = columns == other and isinstance(columns, int)
    head = {
        "ask": "score",
        "call": name,
        "columns": columns if same else [_each(columns, left), _each(other, right)],
        "generated": memoryview(left).nbytes // 8,
        "options": options,
    }
    answer = array("d")
    answer.frombytes(bridge.ask(head, left, right)[1])
    return answer[0]


def score_steps(generated: Any, reference: Any, rules: str = "humob2023") -> Scores:
    """GEO-BLEU and DTW of a whole prediction, with users and days.

    generated, reference: rows (uid, d, t, x, y) or (d, t, x, y) as lists, an array of shape (n, 5) or (n, 4), or a data
    frame with these columns; the same users, days and times on both sides.
    rules: humob2023, humob2024 or giscup2025.

    Raises ValueError if the two cannot be compared.
    """
    (columns, left), (other, right) = _packed(generated), _packed(reference)
    same = columns == other and isinstance(columns, int)
    head = {
        "ask": "score",
        "call": "rows",
        "columns": columns if same else [_each(columns, left), _each(other, right)],
        "generated": memoryview(left).nbytes // 8,
        "options": {"rules": rules},
    }
    numbers = array("d")
    numbers.frombytes(bridge.ask(head, left, right)[1])
    users, days = int(numbers[0]), int(numbers[1])
    at = 2
    parts = []
    for length in (users, users, users, days, days, days, days):
        parts.append(numbers[at : at + length])
        at += length
    uids, geobleu, dtw, owners, which, day_geobleu, day_dtw = parts
    return Scores(
        sum(geobleu) / users,
        sum(dtw) / users,
        [UserScore(int(uid), g, w) for uid, g, w in zip(uids, geobleu, dtw)],
        [DayScore(int(uid), int(d), g, w) for uid, d, g, w in zip(owners, which, day_geobleu, day_dtw)],
    )


def geobleu(generated: Any, reference: Any, rules: str = "humob2023") -> float:
    """GEO-BLEU, the mean over users of the mean over their days: 0 to 1, higher is better.

    Accepts the same input as `score_steps`. A call costs a few microseconds per user-day, fast enough for a training loop.
    """
    return calc("calc_geobleu_bulk" if _by_user(generated) else "calc_geobleu", generated, reference, {"rules": rules})


def dtw(generated: Any, reference: Any, rules: str = "humob2023") -> float:
    """Dynamic time warping in km, the mean over users of the mean over their days: 0 or more, lower is better."""
    return calc("calc_dtw_bulk" if _by_user(generated) else "calc_dtw", generated, reference, {"rules": rules})


def _by_user(steps: Any) -> bool:
    named = getattr(steps, "columns", None)
    if named is not None:
        return "uid" in list(named)
    shape = getattr(steps, "shape", None)
    if shape is not None:
        return len(shape) == 2 and shape[1] == 5
    return len(steps) > 0 and len(steps[0]) == 5


def _packed(steps: Any) -> Tuple[_Columns, Any]:
    """The number of columns (of each row where they differ), and all numbers as little-endian doubles, row by row."""
    named = getattr(steps, "columns", None)
    if named is not None:
        steps = _of_frame(steps, list(named))
    if hasattr(steps, "__array__") and hasattr(steps, "shape"):
        import numpy

        rows = numpy.ascontiguousarray(steps, dtype="<f8")
        if rows.ndim != 2:
            raise ValueError("Steps must be an array of shape (n, 5) or (n, 4), got {}.".format(tuple(rows.shape)))
        return int(rows.shape[1]), rows.tobytes()
    if not isinstance(steps, (list, tuple)):
        raise TypeError("Steps must be a list, an array or a data frame, got {}.".format(type(steps).__name__))
    lengths = [len(row) for row in steps]
    numbers = list(chain.from_iterable(steps))
    try:
        # Three times as fast as array().
        flat = struct.pack("<{}d".format(len(numbers)), *numbers)
    except struct.error as error:
        raise TypeError("Steps contain a value that is not a number: {}.".format(error)) from None
    if len(set(lengths)) == 1 and lengths[0] > 0:
        return lengths[0], flat
    return lengths, flat


def _of_frame(frame: Any, names: Sequence[str]) -> Any:
    wanted = [name for name in _NAMES if name in names]
    missing = [name for name in _NAMES[1:] if name not in names]
    if missing:
        raise ValueError("The data frame has no column {}; expected uid, d, t, x, y or d, t, x, y.".format(missing[0]))
    chosen = frame[wanted] if hasattr(frame, "loc") else frame.select(wanted)
    return chosen.to_numpy()


def _each(columns: _Columns, numbers: Any) -> List[int]:
    if isinstance(columns, int):
        return [columns] * (memoryview(numbers).nbytes // 8 // columns if columns else 0)
    return columns


def chosen_rules(rules: Optional[str], usual: str) -> str:
    """The rules that are meant, else those of ITINERA_RULES, else the usual ones."""
    import os

    name = rules or os.environ.get("ITINERA_RULES", usual)
    if name not in RULES:
        raise ValueError("rules: unknown rules {!r}. Choose one of {}.".format(name, ", ".join(RULES)))
    return name
