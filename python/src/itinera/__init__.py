"""How real generated human mobility looks: GEO-BLEU, DTW, mobility measures and benchmarks.

Scores of predictions: `geobleu`, `dtw`, `score_steps` (arrays, data frames), `score` (files). Any trajectories:
`measure`. Benchmarks: `run`, `load_run`. The work is done by Node.js (20.19 or later on the PATH), which stays warm
between calls.
"""

from ._node_side import ItineraError
from ._runs import Run, load_run, measure, run, score
from ._scores import DayScore, Scores, UserScore, dtw, geobleu, score_steps

__version__ = "0.1.0"

__all__ = [
    "DayScore",
    "ItineraError",
    "Run",
    "Scores",
    "UserScore",
    "dtw",
    "geobleu",
    "load_run",
    "measure",
    "run",
    "score",
    "score_steps",
]
