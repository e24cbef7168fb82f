"""GEO-BLEU and DTW with the names and arguments of the challenge's own package.

The default rules are those of the package's latest release, 2025 (n-grams up to 5, DTW starting at both first points).
For code written for an older release, pass `rules="humob2023"` or set ITINERA_RULES=humob2023.
"""

from .seq_eval import (
    calc_dtw,
    calc_dtw_bulk,
    calc_dtw_orig,
    calc_dtw_single,
    calc_geobleu,
    calc_geobleu_bulk,
    calc_geobleu_orig,
    calc_geobleu_single,
)

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
