"""Tables as data frames of the installed library: pandas, polars, or plain dictionaries of lists."""

import math
from array import array
from typing import Any, Dict, List, Optional

KINDS = ("pandas", "polars", "dict")
_WHOLE_AT_MOST = 2.0**53


def frame(columns: Dict[str, List[Any]], kind: Optional[str] = None) -> Any:
    """Returns a data frame of columns: `pandas`, `polars` or `dict`; by default the first that is installed."""
    if kind not in (None, *KINDS):
        raise ValueError("frames: unknown kind {!r}. Choose one of {}.".format(kind, ", ".join(KINDS)))
    if kind in (None, "pandas"):
        try:
            import pandas

            return pandas.DataFrame(columns)
        except ImportError:
            if kind is not None:
                raise
    if kind in (None, "polars"):
        try:
            import polars

            return polars.DataFrame(columns, infer_schema_length=None)
        except ImportError:
            if kind is not None:
                raise
    return columns


def columns_of(head: Dict[str, Any], body: bytes) -> Dict[str, List[Any]]:
    """Decodes the columns of a table from the Node process; missing cells are None."""
    numbers = array("d")
    numbers.frombytes(body)
    rows = head["rows"]
    columns = {}
    for i, column in enumerate(head["columns"]):
        values = numbers[i * rows : (i + 1) * rows]
        texts = column["texts"]
        if column["kind"] in ("whole", "real") and not texts:
            columns[column["name"]] = [_number(value, column["kind"]) for value in values]
        else:
            columns[column["name"]] = [texts[int(value)] if value >= 0 else None for value in values]
    return columns


def _number(value: float, kind: str) -> Any:
    if math.isnan(value):
        return None
    return int(value) if kind == "whole" and abs(value) <= _WHOLE_AT_MOST else value
