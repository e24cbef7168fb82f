"""GEO-BLEU and DTW with the names and arguments of the challenge's own package.

`processes` is accepted and ignored: one process is faster. The default rules are those of the package's latest release,
2025 (n-grams up to 5, DTW starting at both first points). For code written for an older release, pass
`rules="humob2023"` or set ITINERA_RULES=humob2023.
"""

from typing import Any, Optional, Sequence

from itinera._scores import calc as _calc
from itinera._scores import chosen_rules as _chosen_rules

__all__ = [
    "calc_dtw",
    "calc_dtw_bulk",
    "calc_dtw_orig",
    "calc_dtw_single",
    "calc_geobleu",
    "calc_geobleu_bulk",
    "calc_geobleu_orig",
    "calc_geobleu_single",
]


#: Rules of the latest release of the challenge's package.
_RULES = "giscup2025"


def _chosen(rules: Optional[str]) -> str:
    return _chosen_rules(rules, _RULES)


def calc_geobleu(generated: Any, reference: Any, processes: int = 4, *, rules: Optional[str] = None) -> float:
    """GEO-BLEU of one user, the mean over days. Steps are (d, t, x, y) or (uid, d, t, x, y)."""
    return _calc("calc_geobleu", generated, reference, {"rules": _chosen(rules)})


def calc_dtw(generated: Any, reference: Any, processes: int = 4, *, rules: Optional[str] = None) -> float:
    """DTW of one user in km, the mean over days. Steps are (d, t, x, y) or (uid, d, t, x, y)."""
    return _calc("calc_dtw", generated, reference, {"rules": _chosen(rules)})


def calc_geobleu_single(generated: Any, reference: Any, *, rules: Optional[str] = None) -> float:
    """Same as `calc_geobleu`."""
    return _calc("calc_geobleu_single", generated, reference, {"rules": _chosen(rules)})


def calc_dtw_single(generated: Any, reference: Any, *, rules: Optional[str] = None) -> float:
    """Same as `calc_dtw`."""
    return _calc("calc_dtw_single", generated, reference, {"rules": _chosen(rules)})


def calc_geobleu_bulk(generated: Any, reference: Any, processes: int = 4, *, rules: Optional[str] = None) -> float:
    """GEO-BLEU of many users, the mean over users. Steps are (uid, d, t, x, y)."""
    return _calc("calc_geobleu_bulk", generated, reference, {"rules": _chosen(rules)})


def calc_dtw_bulk(generated: Any, reference: Any, processes: int = 4, *, rules: Optional[str] = None) -> float:
    """DTW of many users in km, the mean over users. Steps are (uid, d, t, x, y)."""
    return _calc("calc_dtw_bulk", generated, reference, {"rules": _chosen(rules)})


def calc_geobleu_orig(
    generated: Any,
    reference: Any,
    max_n: int = 3,
    beta: float = 0.5,
    weights: Optional[Sequence[float]] = None,
    *,
    rules: Optional[str] = None,
) -> float:
    """GEO-BLEU of two lists of points (x, y) of any length. `weights` are ignored, as in the original."""
    return _calc("calc_geobleu_orig", generated, reference, {"maxN": max_n, "beta": beta, "rules": _chosen(rules)})


def calc_dtw_orig(
    generated: Any, reference: Any, scale_factor: float = 1.0, *, rules: Optional[str] = None
) -> float:
    """DTW of two lists of points (x, y) of any length; distances are divided by `scale_factor`."""
    return _calc("calc_dtw_orig", generated, reference, {"scaleFactor": scale_factor, "rules": _chosen(rules)})
