"""Steps as numeric columns of few bytes, which the Node process reads without a copy."""

from typing import Any, Dict, List, Optional, Sequence, Tuple

_NAMES = ("uid", "d", "t", "x", "y")
_KINDS = ("u1", "i1", "u2", "i2", "u4", "i4")
#: Squaring larger numbers is an error in Python, and larger whole numbers are not exact.
_HUGE, _WHOLE_AT_MOST = 1e150, 2**53
#: Smaller arrays are sent row by row, which is faster.
_SMALL = 4096


def step_names(names: Sequence[str]) -> List[str]:
    """The columns of steps among those of a frame. Raises ValueError if one is missing."""
    for name in _NAMES[1:]:
        if name not in names:
            raise ValueError("The data frame has no column {}; expected uid, d, t, x, y or d, t, x, y.".format(name))
    return [name for name in _NAMES if name in names]


def request_of(
    generated: Any, reference: Any, many: Optional[bool], metric: str
) -> Optional[Tuple[Dict[str, Any], List[Any], Optional[List[Any]]]]:
    """Head and body of a request for scores, and the uids that stand for numbers in it.

    None unless both sides are frames or large arrays of finite numbers with the same columns; then they are compared row by
    row. Raises ValueError if steps of many users differ.
    """
    sides = [_columns(generated), _columns(reference)]
    left, right = sides
    if left is None or right is None or len(left) != len(right) or len(left[0]) == 0 or (many and len(left) == 4):
        return None
    many = len(left) == 5 if many is None else many
    names = None
    if not many:
        left, right = left[-4:], right[-4:]
    elif left[0].dtype.kind == "O" or right[0].dtype.kind == "O":
        names = _numbered(left, right)
    if any(column.dtype.kind not in "biuf" for column in [*left, *right]):
        return None
    if metric == "rows" and not _same(left[:-2], right[:-2]):
        left, right = _in_order(left), _in_order(right)
    if not _same(left[:-2], right[:-2]):
        if not many:
            return None
        left, right = _by_user(left, right, metric)
    packed = [_packed(column) for column in [*left, *right[-2:]]]
    if None in packed:
        return None
    kinds, body = [], []
    for kind, values in packed:  # type: ignore[misc]
        kinds.append(kind)
        body += [memoryview(values).cast("B"), bytes(-values.nbytes % 8)]
    return {"kinds": kinds, "rows": len(left[0]), "many": many}, body, names


def _columns(steps: Any) -> Optional[List[Any]]:
    named = getattr(steps, "columns", None)
    if named is not None:
        columns = [_values(steps[name]) for name in step_names(list(named))]
    elif (
        getattr(steps, "ndim", None) == 2
        and hasattr(steps, "dtype")
        and len(steps) >= _SMALL
        and steps.shape[1] in (4, 5)
    ):
        import numpy

        columns = list(numpy.asarray(steps).T)
    else:
        return None
    return columns


def _values(column: Any) -> Any:
    """The values of a column; of a nullable numeric column without missing values, as plain numbers."""
    values = column.to_numpy()
    if values.dtype.kind == "O" and getattr(column.dtype, "kind", "O") in "iuf":
        try:
            return column.to_numpy(dtype="float64" if column.dtype.kind == "f" else "int64")
        except (TypeError, ValueError):
            pass
    return values


def _numbered(left: List[Any], right: List[Any]) -> Optional[List[Any]]:
    """Replaces uids that are not numbers by their places in a list, which is returned; None for uids without an order."""
    import numpy

    lists = [side[0].tolist() for side in (left, right)]
    try:
        names = sorted(set(lists[0]).union(lists[1]))
    except TypeError:
        return None
    places = {name: i for i, name in enumerate(names)}
    for side, uids in zip((left, right), lists):
        side[0] = numpy.fromiter(map(places.__getitem__, uids), "i4", len(uids))
    return names


def _packed(values: Any) -> Optional[Tuple[str, Any]]:
    """The numbers as the smallest kind that holds them; None for numbers that are not finite, and huge ones."""
    low, high = values.min(), values.max()
    if values.dtype.kind == "f":
        if not (abs(low) < _HUGE and abs(high) < _HUGE):
            return None
        return "f8", values.astype("<f8")
    if not (-_WHOLE_AT_MOST < int(low) and int(high) < _WHOLE_AT_MOST):
        return None
    for kind in _KINDS:
        bits = 8 * int(kind[1])
        least, most = (0, 2**bits - 1) if kind[0] == "u" else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)
        if least <= low and high <= most:
            return kind, values.astype("<" + kind)
    return "f8", values.astype("<f8")


def _same(left: Sequence[Any], right: Sequence[Any]) -> bool:
    return all(len(a) == len(b) and bool((a == b).all()) for a, b in zip(left, right))


def _in_order(side: List[Any]) -> List[Any]:
    """The steps of columns by user, day and time."""
    import numpy

    order = numpy.lexsort(side[-3::-1])
    return [column[order] for column in side]


def _by_user(left: List[Any], right: List[Any], metric: str) -> Tuple[List[Any], List[Any]]:
    """Both sides user by user, in the order of their rows. Raises ValueError if the steps of a user differ."""
    import numpy

    from ._plain import days_of_user, days_of_users

    sides = []
    for side in (left, right):
        order = numpy.argsort(side[0], kind="stable")
        sides.append([column[order] for column in side])
    (users, first), (others, other_first) = (numpy.unique(side[0], return_index=True) for side in sides)
    if not numpy.array_equal(users, others):
        rows = [[(user, 0, 0, 0, 0) for user in all.tolist()] for all in (users, others)]
        days_of_users(rows[0], rows[1], metric)
    if not _same(sides[0][:3], sides[1][:3]):
        for i in range(len(users)):
            own = []
            for side, starts in zip(sides, (first, other_first)):
                end = starts[i + 1] if i + 1 < len(starts) else len(side[0])
                own.append([column[starts[i] : end] for column in side])
            if not _same(own[0][:3], own[1][:3]):
                days_of_user(*[list(zip(*[column.tolist() for column in side])) for side in own])
    return sides[0], sides[1]
