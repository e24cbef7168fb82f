"""Names of the reference that are not supported: they can be imported and passed on, and raise an error when they are used."""


class NotSupported(NotImplementedError):
    """Raised when an agent uses a part of the reference that is not supported."""

    def __init__(self, name, instead=""):
        super().__init__(f"{name} is not supported here{instead} (see docs/python-agents.md)")


class _AbsentType(type):
    def __getattr__(cls, name):
        if name.startswith("__"):
            raise AttributeError(name)
        raise NotSupported(f"{cls.__name__}.{name}", absent_base(cls)[1])

    def __call__(cls, *args, **kwargs):
        raise NotSupported(*absent_base(cls))


def absent(name, instead=""):
    """Returns a class for types and subclasses that cannot be instantiated. `instead` says why, and the nearest way."""
    return _AbsentType(name, (), {"__doc__": "Not supported.", "_instead": instead})


def absent_base(value):
    """Returns the name of the unsupported class that a class extends, and its nearest way; None for any other value."""
    if not isinstance(value, _AbsentType):
        return None
    base = value.__mro__[-2]
    return (base.__name__, vars(base)["_instead"])


def refuse(cls, name, shown, instead=""):
    """Adds a method to a class that raises "not supported" when it is called."""

    def refusing(self, *args, **kwargs):
        raise NotSupported(shown, instead)

    setattr(cls, name, refusing)


class AbsentService:
    """A service without any method."""

    def __init__(self, name):
        self._name = name

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        raise NotSupported(f"{self._name}.{name}")
