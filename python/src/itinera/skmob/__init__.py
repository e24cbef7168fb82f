"""Measures, preprocessing and models of scikit-mobility under their names, computed by Itinera: change the import to
`import itinera.skmob as skmob` (and `from skmob.…` to `from itinera.skmob.…`).

Requires pandas 1.5 or later and nothing else. Lengths are in km, times in seconds, entropies in bits, as in scikit-mobility.
Values equal those of scikit-mobility except where it deviates from its documentation or the cited papers;
docs/measures.md of Itinera lists these differences.
"""

try:
    import pandas  # noqa: F401
except ImportError:
    raise ImportError("itinera.skmob requires pandas. Install it: pip install pandas") from None

from . import measures, models, preprocessing
from .core import FlowDataFrame, TrajDataFrame

__all__ = ["FlowDataFrame", "TrajDataFrame", "measures", "models", "preprocessing"]
