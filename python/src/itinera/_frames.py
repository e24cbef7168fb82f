"""Tables as data frames of the installed library: pandas, polars, or plain dictionaries of lists."""

import math
from array import array
from importlib import import_module
from typing import (
    TYPE_CHECKING,
    Any,
    Dict,
    Generic,
    Iterator,
    List,
    Mapping,
    Optional,
    Sequence,
    Type,
    TypeVar,
    Union,
    overload,
)

from ._show import table_html, table_text

R = TypeVar("R")

KINDS = ("pandas", "polars", "dict")
_WHOLE_AT_MOST = 2.0**53


class Columns(Dict[str, Sequence[Any]]):
    """A table as a dictionary of lists, for which no library is needed; prints at most five lines."""

    def __repr__(self) -> str:
        return table_text(list(self), zip(*self.values()), self._count())

    def _repr_html_(self) -> str:
        return table_html(list(self), zip(*self.values()), self._count())

    def _count(self) -> int:
        return max(map(len, self.values()), default=0)


def frame(columns: Mapping[str, Sequence[Any]], kind: Optional[str] = None) -> Any:
    """Returns a data frame of columns: `pandas`, `polars` or `dict`; by default the first that is installed."""
    if kind not in (None, *KINDS):
        raise ValueError("frames: unknown kind {!r}. Choose one of {}.".format(kind, ", ".join(KINDS)))
    if kind in (None, "pandas"):
        try:
            return import_module("pandas").DataFrame(columns)
        except ImportError:
            if kind is not None:
                raise
    if kind in (None, "polars"):
        try:
            return import_module("polars").DataFrame(columns, infer_schema_length=None)
        except ImportError:
            if kind is not None:
                raise
    return Columns(columns)


class Rows(Sequence[R], Generic[R]):
    """A table whose rows are named tuples, and which is a data frame of pandas or polars as well if one is installed.

    `len`, indexing by number and iteration return rows; `rows["name"]` is a column; `rows.frame()` is the data frame, whose
    methods can be called directly: `scores.users.sort_values("geobleu")`. Prints at most five lines.
    """

    def __init__(self, row: Type[R], columns: Sequence[Sequence[Any]]) -> None:
        self._row = row
        self._columns = columns
        self._frame: Any = None

    @property
    def columns(self) -> List[str]:
        """The names of the columns."""
        return list(self._row._fields)  # type: ignore[attr-defined]

    def frame(self, kind: Optional[str] = None) -> Any:
        """Returns a data frame: `pandas`, `polars` or `dict` (lists by column); by default the first that is installed.

        Raises ValueError for another kind, and ImportError if the library is not installed.
        """
        return frame({name: _plain_list(values) for name, values in zip(self.columns, self._columns)}, kind)

    def values_of(self, name: str) -> Sequence[Any]:
        """The values of a column, without a data frame."""
        return self._columns[self.columns.index(name)]

    def _own_frame(self) -> Any:
        if self._frame is None:
            self._frame = self.frame()
        return self._frame

    def __len__(self) -> int:
        return len(self._columns[0])

    @overload
    def __getitem__(self, at: int) -> R:
        ...

    @overload
    def __getitem__(self, at: slice) -> "Rows[R]":
        ...

    @overload
    def __getitem__(self, at: str) -> Any:
        ...

    def __getitem__(self, at: Union[int, slice, str]) -> Any:
        if isinstance(at, slice):
            return Rows(self._row, [column[at] for column in self._columns])
        if isinstance(at, str):
            return self._own_frame()[at]
        return self._row(*[column[at] for column in self._columns])

    def __iter__(self) -> Iterator[R]:
        return map(self._row, *self._columns)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and len(self) == len(other) and all(map(_equal, self, other))

    __hash__ = None  # type: ignore[assignment]

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            if name.startswith("_"):
                raise AttributeError(name)
            return getattr(self._own_frame(), name)

    def __repr__(self) -> str:
        return table_text(self.columns, zip(*self._columns), len(self))

    def _repr_html_(self) -> str:
        return table_html(self.columns, zip(*self._columns), len(self))


def _equal(a: Any, b: Any) -> bool:
    return bool(a == b)


def _plain_list(values: Sequence[Any]) -> List[Any]:
    return values if isinstance(values, list) else list(values)


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
