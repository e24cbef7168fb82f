"""The weather as documented (a dictionary) and as the reference returns it (a text)."""

import re

_SNAKE = re.compile(r"([A-Z])")
# Further names of the documents' words "conditions", "wind speed".
_ALSO = {"condition": "conditions", "wind": "wind_speed"}


class WeatherStatement(str):
    """The statement as a text that is also a dictionary and can be awaited.

    Existing agents read it in all of these ways: `w.lower()`, `"storm" in w`, `w["condition"]`, `w.get("warnings")`,
    `isinstance(w, dict)`, `await w`. It iterates over its keys.
    """

    def __new__(cls, fields):
        self = super().__new__(cls, fields["statement"])
        self._fields = {_SNAKE.sub(r"_\1", name).lower(): value for name, value in fields.items()}
        self._fields.update({other: self._fields.get(name) for name, other in _ALSO.items()})
        return self

    # For isinstance(): a class cannot extend both.
    @property
    def __class__(self):
        return dict

    def __getitem__(self, key):
        return self._fields[key] if isinstance(key, str) else super().__getitem__(key)

    def __contains__(self, key):
        return key in self._fields or (isinstance(key, str) and super().__contains__(key))

    def __iter__(self):
        return iter(self._fields)

    def __or__(self, other):
        return {**self._fields, **other}

    def __ror__(self, other):
        return {**other, **self._fields}

    def __eq__(self, other):
        return self._fields == other if isinstance(other, dict) and not isinstance(other, str) else str.__eq__(self, other)

    def __ne__(self, other):
        return not self == other

    __hash__ = str.__hash__

    def get(self, key, default=None):
        return self._fields.get(key, default)

    def keys(self):
        return self._fields.keys()

    def values(self):
        return self._fields.values()

    def items(self):
        return self._fields.items()

    def copy(self):
        return dict(self._fields)

    def __await__(self):
        return self
        yield  # pragma: no cover - makes this a generator that ends at once with the statement

    def __reduce__(self):
        return WeatherStatement, (self._fields,)
