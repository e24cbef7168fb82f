"""Writes values as expressions of Python."""

import datetime
import math
import re
from typing import Any, Optional, Set, Tuple

#: Types of `datetime` and `zoneinfo` whose text is an expression.
_TIMES = {
    *(("datetime", name) for name in ("date", "time", "datetime", "timedelta", "timezone")),
    ("zoneinfo", "ZoneInfo"),
}


class Expression:
    """Writes values as Python expressions."""

    def __init__(self) -> None:
        self._modules: Set[str] = set()

    def of(self, value: Any) -> Optional[Tuple[str, Set[str]]]:
        """The expression of a value, and the modules that it needs under their names with `_`; None for other values."""
        try:
            return self._of(value), self._modules
        except (TypeError, ValueError, RecursionError):
            return None

    def _of(self, value: Any) -> str:
        kind = type(value)
        if kind is float and not math.isfinite(value):
            return "float({!r})".format(str(value))
        if value is None or value is Ellipsis or kind in (bool, int, float, complex, str, bytes, range):
            return repr(value)
        if kind in (list, tuple, set, frozenset):
            inner = ", ".join(map(self._of, sorted(value, key=repr) if kind in (set, frozenset) else value))
            if kind is tuple:
                return "({}{})".format(inner, "," if len(value) == 1 else "")
            return "[{}]".format(inner) if kind is list else "{}([{}])".format(kind.__name__, inner)
        if kind is dict:
            return "{{{}}}".format(", ".join("{}: {}".format(*map(self._of, pair)) for pair in value.items()))
        if kind is re.Pattern:
            self._modules.add("re")
            return "_re.compile({!r}, {})".format(value.pattern, value.flags)
        if kind.__module__ in ("datetime", "zoneinfo"):
            return self._of_time(value)
        if kind.__module__ == "numpy" and hasattr(value, "dtype") and value.dtype.kind in "biufU":
            is_array = kind.__name__ == "ndarray"
            if not is_array and value.ndim > 0:
                raise TypeError(kind)
            self._modules.add("numpy")
            if value.size == 0:
                return "_numpy.empty({!r}, {!r})".format(value.shape, value.dtype.str)
            text = "_numpy.array({}, {!r})".format(self._of(value.tolist()), value.dtype.str)
            return text if is_array else text + "[()]"
        raise TypeError(kind)

    def _of_time(self, value: Any) -> str:
        """A date, time, duration or time zone. Time zones of other kinds, and those that were read from a file, have no expression."""
        zone = value if isinstance(value, datetime.tzinfo) else getattr(value, "tzinfo", None)
        kinds = {(type(one).__module__, type(one).__name__) for one in (value, zone) if one is not None}
        if not kinds <= _TIMES or getattr(zone, "key", "") is None:
            raise TypeError(type(value))
        text = repr(value)
        self._modules.update(name for name in ("datetime", "zoneinfo") if name + "." in text)
        return re.sub(r"\b(datetime|zoneinfo)\.(?=[A-Za-z]+[.(])", r"_\1.", text)
