"""Scores how realistic generated human mobility is: GEO-BLEU, DTW, mobility measures and benchmarks.

Predictions: `geobleu`, `dtw`, `score_steps` (arrays, data frames), `score`, `breakdown`, `compare`, `validate` and
`baseline`; daily flows: `humob.score`. Any trajectories: `measure`. Benchmarks: `run`, `simulate`, `load_run` and `explain`;
agents extend `DailyMobilityAgent`, `HurricaneMobilityAgent` or `MobilityAgent`.
Limits of a result raise a `ResultWarning`. Results print a few lines, and notebooks show their tables and charts. A Node.js process (20.19 or later on the PATH) does the
work and stays alive between calls.
"""

import sys
from typing import TYPE_CHECKING, Any, List

from . import humob
from ._bases import NAMES as _BASES
from ._bases import Originals, base
from ._commands import (
    asbench,
    baseline,
    breakdown,
    compare,
    explain,
    measure,
    run,
    score,
    score_next_place,
    simulate,
    validate,
)
from ._frames import Rows
from ._node_side import ItineraError, ResultWarning
from ._results import Chart, Result, bars
from ._runs import Run, load_run
from ._scores import DayScore, Interval, Intervals, Scores, UserScore, dtw, geobleu, score_steps

if TYPE_CHECKING:
    from ._bases import DailyMobilityAgent as DailyMobilityAgent
    from ._bases import HurricaneMobilityAgent as HurricaneMobilityAgent
    from ._bases import MobilityAgent as MobilityAgent
else:

    def __getattr__(name: str) -> Any:
        if name not in _BASES:
            raise AttributeError("module 'itinera' has no attribute {!r}".format(name))
        return base(name)

    def __dir__() -> List[str]:
        return [*globals(), *_BASES]


# Last, so that installed originals are found first.
sys.meta_path.append(Originals())

__version__ = "0.1.0"

__all__ = [
    "Chart",
    "DayScore",
    "Interval",
    "Intervals",
    "ItineraError",
    "Result",
    "ResultWarning",
    "Rows",
    "Run",
    "Scores",
    "UserScore",
    "asbench",
    "bars",
    "baseline",
    "breakdown",
    "compare",
    "dtw",
    "explain",
    "geobleu",
    "humob",
    "load_run",
    "measure",
    "run",
    "score",
    "score_next_place",
    "score_steps",
    "simulate",
    "validate",
]
