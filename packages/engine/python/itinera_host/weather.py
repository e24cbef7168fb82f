"""The weather as documented (a dictionary) and as the reference returns it (a text)."""


class WeatherStatement(str):
    """The statement as a text that is also a mapping and can be awaited.

    Existing agents read it in all of these ways: `w.lower()`, `w["condition"]`, `w.get("warnings")`, `await w`.
    """

    def __new__(cls, fields):
        self = super().__new__(cls, fields["statement"])
        self._fields = dict(fields)
        return self

    def __getitem__(self, key):
        return self._fields[key] if isinstance(key, str) else super().__getitem__(key)

    def get(self, key, default=None):
        return self._fields.get(key, default)

    def keys(self):
        return self._fields.keys()

    def values(self):
        return self._fields.values()

    def items(self):
        return self._fields.items()

    def __await__(self):
        return self
        yield  # pragma: no cover - makes this a generator that ends at once with the statement

    def __reduce__(self):
        return WeatherStatement, (self._fields,)
