"""The bases of agents, one per benchmark, from the benchmark's file; importable under the names of the originals."""

import importlib.util
import sys
import types

from .agents import MobilityAgent
from .reference import modules

# The base class of agents by task.
BASES = {}
# Packages of the reference that contain its benchmarks.
_PACKAGES = ("agentsociety_benchmark", "mobisimbench")


def install(bases):
    """Loads the bases and provides the names of the originals, and those of the package `itinera` where it is not installed."""
    load_bases(bases)
    provide_names()
    installed = importlib.util.find_spec("itinera")
    # Without an origin, it is only a folder of this name.
    if installed is None or installed.origin is None:
        _provide("itinera", **{cls.__name__: cls for cls in BASES.values()})
        sys.modules["itinera"].__getattr__ = _not_installed


def stands_in(module):
    """Returns whether a module is provided because the package `itinera` is not installed."""
    return getattr(sys.modules.get(module), "__getattr__", None) is _not_installed


def _not_installed(name):
    if name.startswith("__"):
        raise AttributeError(name)
    raise ImportError(f"itinera.{name}: the package itinera is not installed for {sys.executable}. Install it, or select another interpreter with --python.")


def load_bases(bases):
    """Loads the bases. `bases` lists `{task, name, file}` of every benchmark; without a file it has the common base."""
    for base in bases:
        BASES[base["task"]] = _load(base["name"], base["file"])


def provide_names():
    """Provides the import names of the originals."""
    classes = {cls.__name__: cls for cls in BASES.values()}
    for name, contents in modules().items():
        _provide(name, **contents)
    for package in _PACKAGES:
        benchmarks = f"{package}.benchmarks"
        _provide(package)
        _provide(benchmarks, **classes)
        for task, cls in BASES.items():
            _provide(f"{benchmarks}.{task}", **{cls.__name__: cls})
            _provide(f"{benchmarks}.{task}.template_agent", **{cls.__name__: cls})


def _load(name, file):
    if name == MobilityAgent.__name__:
        return MobilityAgent
    if file is None:
        return type(name, (MobilityAgent,), {"__module__": __name__})
    spec = importlib.util.spec_from_file_location(f"itinera_host.base_{name}", file)
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return getattr(module, name)


def _provide(name, **names):
    parent, _, child = name.rpartition(".")
    if parent and parent not in sys.modules:
        _provide(parent)
    if name in sys.modules:
        vars(sys.modules[name]).update(names)
        sys.modules[name].__all__ += list(names)
        return
    module = sys.modules[name] = types.ModuleType(name, "Import names of the reference, for agents written for it.")
    module.__path__ = []
    module.__all__ = list(names)
    vars(module).update(names)
    if parent:
        setattr(sys.modules[parent], child, module)
