"""Contexts of agents and blocks, under the names of the reference."""

import copy
import functools
import inspect
from types import SimpleNamespace


class DotDict(dict):
    """A dictionary whose keys are also attributes, down to nested dictionaries; a missing one is None."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        for key, value in self.items():
            if isinstance(value, list):
                self[key] = [_dotted(item) for item in value]
            else:
                self[key] = _dotted(value)

    def __getattr__(self, key):
        if key.startswith("__"):
            raise AttributeError(key)
        return self.get(key)

    def __setattr__(self, key, value):
        self[key] = value

    def __delattr__(self, key):
        self.pop(key, None)

    def merge(self, other):
        """Copies the values of `other`, including those in nested dictionaries, and returns itself."""
        for key, value in DotDict(other).items() if not isinstance(other, DotDict) else other.items():
            own = self.get(key)
            if isinstance(own, DotDict) and isinstance(value, DotDict):
                own.merge(value)
            else:
                self[key] = value
        return self

    def __or__(self, other):
        return DotDict(self).merge(other)

    def __ior__(self, other):
        return self.merge(other)


def _dotted(value):
    return DotDict(value) if isinstance(value, dict) else value


class Values(SimpleNamespace):
    """The values of a class, overridden by the arguments of an instance, as attributes."""

    def __init__(self, **values):
        defaults = {
            name: value.get_default(call_default_factory=True) if hasattr(value, "get_default") else copy.deepcopy(value)
            for cls in reversed(type(self).__mro__)
            for name, value in vars(cls).items()
            if not name.startswith("_") and not callable(value) and not isinstance(value, (property, classmethod))
        }
        super().__init__(**{**defaults, **values})

    def model_dump(self):
        return dict(vars(self))


class AgentContext(Values):
    pass


class BlockContext(Values):
    pass


def context_to_dot_dict(context):
    return DotDict(context.model_dump() if hasattr(context, "model_dump") else vars(context))


def apply_auto_deepcopy_to_module(module):
    """Replaces the public functions of a module by ones that copy their arguments."""
    for name, function in inspect.getmembers(module, inspect.isfunction):
        if not name.startswith("_"):
            setattr(module, name, auto_deepcopy_dotdict(function))


def auto_deepcopy_dotdict(function):
    """The function with a deep copy of every argument that is a `DotDict`."""

    def own(value):
        return copy.deepcopy(value) if isinstance(value, DotDict) else value

    @functools.wraps(function)
    def with_copies(*args, **kwargs):
        return function(*map(own, args), **{key: own(value) for key, value in kwargs.items()})

    return with_copies
