"""Types of arguments."""

import os
from typing import TYPE_CHECKING, Any, List, Literal, Mapping, Protocol, Sequence, Tuple, Type, Union

if TYPE_CHECKING:
    from ._bases import MobilityAgent


class Frame(Protocol):
    """A data frame of pandas or polars."""

    @property
    def columns(self) -> Any:
        ...


class Array(Protocol):
    """An array of NumPy with two dimensions."""

    @property
    def shape(self) -> Any:
        ...

    @property
    def dtype(self) -> Any:
        ...


#: A class of an agent, a file with one, or the name of a built-in agent.
Agent = Union["Type[MobilityAgent]", str, "os.PathLike[str]"]
Path = Union[str, "os.PathLike[str]"]
#: Rows (uid, d, t, x, y) or (d, t, x, y), in cells; also points (x, y) where a function says so.
Steps = Union[Sequence[Union[Tuple[Any, ...], List[Any]]], Frame, Array]
#: A file, or rows with named columns.
Table = Union[Path, Frame, Mapping[str, Sequence[Any]]]
RulesName = Literal["humob2023", "humob2024", "giscup2025"]
FrameKind = Literal["pandas", "polars", "dict"]
Grouping = Literal["hour", "weekday", "distance"]
Year = Literal[2023, 2024, 2025, 2026]
