"""The functions of `geobleu`. Arguments are named as in the original; `generated` and `reference` are aliases.

`processes` is checked and otherwise ignored: one process is faster. Scores are numpy.float64 if numpy is installed.
"""

import functools
import operator
from typing import Any, Callable, Optional, Sequence

from itinera._scores import calc, calc_orig, rules_or_notice

try:
    from numpy import float64 as _number
except ImportError:
    _number = float  # type: ignore[assignment,misc]


def _aliases(generated: str, reference: str) -> Callable[[Any], Any]:
    """Accepts `generated` and `reference` as further names of the first two arguments."""

    def decorate(function: Any) -> Any:
        @functools.wraps(function)
        def call(*args: Any, **kwargs: Any) -> Any:
            if "generated" in kwargs:
                kwargs[generated] = kwargs.pop("generated")
            if "reference" in kwargs:
                kwargs[reference] = kwargs.pop("reference")
            return _number(function(*args, **kwargs))

        return call

    return decorate


_one = _aliases("sys_seq", "ans_seq")
_many = _aliases("sys_list", "ans_list")


def _checked(score: float, processes: Optional[int]) -> float:
    if processes is not None:
        if processes < 1:
            raise ValueError("Number of processes must be at least 1")
        operator.index(processes)
    return score


@_one
def calc_geobleu(sys_seq: Any, ans_seq: Any, processes: Optional[int] = 4, *, rules: Optional[str] = None) -> float:
    """GEO-BLEU of one user, the mean over days. Steps are (d, t, x, y) or (uid, d, t, x, y)."""
    return _checked(calc("geobleu", False, sys_seq, ans_seq, rules_or_notice(rules, sys_seq, processes != 4), True), processes)


@_one
def calc_dtw(sys_seq: Any, ans_seq: Any, processes: Optional[int] = 4, *, rules: Optional[str] = None) -> float:
    """DTW of one user in km, the mean over days. Steps are (d, t, x, y) or (uid, d, t, x, y)."""
    return _checked(calc("dtw", False, sys_seq, ans_seq, rules_or_notice(rules, sys_seq, processes != 4), True), processes)


@_one
def calc_geobleu_single(sys_seq: Any, ans_seq: Any, *, rules: Optional[str] = None) -> float:
    """Same as `calc_geobleu`."""
    return calc("geobleu", False, sys_seq, ans_seq, rules_or_notice(rules, sys_seq), True)


@_one
def calc_dtw_single(sys_seq: Any, ans_seq: Any, *, rules: Optional[str] = None) -> float:
    """Same as `calc_dtw`."""
    return calc("dtw", False, sys_seq, ans_seq, rules_or_notice(rules, sys_seq), True)


@_many
def calc_geobleu_bulk(sys_list: Any, ans_list: Any, processes: Optional[int] = 4, *, rules: Optional[str] = None) -> float:
    """GEO-BLEU of many users, the mean over users. Steps are (uid, d, t, x, y)."""
    return _checked(calc("geobleu", True, sys_list, ans_list, rules_or_notice(rules, sys_list, processes != 4), True), processes)


@_many
def calc_dtw_bulk(sys_list: Any, ans_list: Any, processes: Optional[int] = 4, *, rules: Optional[str] = None) -> float:
    """DTW of many users in km, the mean over users. Steps are (uid, d, t, x, y)."""
    return _checked(calc("dtw", True, sys_list, ans_list, rules_or_notice(rules, sys_list, processes != 4), True), processes)


@_one
def calc_geobleu_orig(
    sys_seq: Any,
    ans_seq: Any,
    max_n: int = 3,
    beta: float = 0.5,
    weights: Optional[Sequence[float]] = None,
    *,
    rules: Optional[str] = None,
) -> float:
    """GEO-BLEU of two lists of points (x, y) of any length. `weights` are ignored, as in the original."""
    return calc_orig("geobleu", sys_seq, ans_seq, rules_or_notice(rules, ()), beta, max_n)


@_one
def calc_dtw_orig(
    sys_seq: Any, ans_seq: Any, scale_factor: float = 1.0, *, rules: Optional[str] = None
) -> float:
    """DTW of two lists of points (x, y) of any length; distances are divided by `scale_factor`."""
    return calc_orig("dtw", sys_seq, ans_seq, rules_or_notice(rules, ()), scale_factor)
