"""The time of day as documented (a text) and as the reference returns it (day and text)."""


class TimeText(str):
    """`"HH:MM:SS"` that also unpacks into the day and the text: `day, time = ...`, `...[1]`."""

    def __new__(cls, day, text):
        self = super().__new__(cls, text)
        self.day = day
        return self

    def _pair(self):
        return (self.day, str.__str__(self))

    def __iter__(self):
        return iter(self._pair())

    def __getitem__(self, key):
        if not isinstance(key, slice) and key in (0, 1, -1, -2):
            return self._pair()[key]
        return super().__getitem__(key)

    def __eq__(self, other):
        return self._pair() == other if isinstance(other, tuple) else str.__eq__(self, other)

    def __ne__(self, other):
        return not self == other

    __hash__ = str.__hash__

    def __reduce__(self):
        return TimeText, self._pair()
