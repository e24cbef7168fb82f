"""Names of the reference that are not supported: they can be imported and passed on, and raise an error when they are used."""


class NotSupported(NotImplementedError):
    """Raised when an agent uses a part of the reference that is not supported."""

    def __init__(self, name):
        super().__init__(f"{name} is not supported (see docs/python-agents.md)")


class _AbsentType(type):
    def __getattr__(cls, name):
        if name.startswith("__"):
            raise AttributeError(name)
        raise NotSupported(f"{cls.__name__}.{name}")

    def __call__(cls, *args, **kwargs):
        raise NotSupported(cls.__name__)


def absent(name):
    """Returns a class for types and subclasses that cannot be instantiated."""
    return _AbsentType(name, (), {"__doc__": "Not supported."})


def refuse(cls, name, shown):
    """Adds a method to a class that raises "not supported" when it is called."""

    def refusing(self, *args, **kwargs):
        raise NotSupported(shown)

    setattr(cls, name, refusing)


class AbsentService:
    """A service without any method."""

    def __init__(self, name):
        self._name = name

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        raise NotSupported(f"{self._name}.{name}")
