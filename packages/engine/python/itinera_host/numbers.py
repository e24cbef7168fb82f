"""Numbers of agents: ids and seconds from numpy, pandas or torch count as Python's own."""

import operator


def as_id(value):
    """Returns an id as an int: anything with `__index__`, or a number without a fraction."""
    if isinstance(value, bool):
        raise TypeError(f"expected an id, got {value}")
    if isinstance(value, str):
        raise ValueError(f"expected an id, got the text {value!r}"[:200])
    try:
        return operator.index(value)
    except TypeError:
        number = as_number(value)
        if number is None or not number.is_integer():
            raise TypeError(f"expected an id, got {type(value).__name__} {value!r}"[:200]) from None
        return int(number)


def as_number(value):
    """Returns a float of anything with `__float__`; None for everything else."""
    if not hasattr(value, "__float__"):
        return None
    try:
        return float(value)
    except (TypeError, ValueError):
        return None


def is_pair(value):
    """Returns whether a value has two elements, as (AOI id, POI id) has."""
    return not isinstance(value, (str, bytes, dict)) and hasattr(value, "__len__") and hasattr(value, "__getitem__") and _length(value) == 2


def _length(value):
    try:
        return len(value)
    except TypeError:  # a scalar of numpy
        return None
