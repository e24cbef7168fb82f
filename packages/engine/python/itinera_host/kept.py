"""What the host itself needs, out of reach of agents: they may replace any name of a module or of the builtins, by accident too."""

import builtins
import sys

_BUILTINS = {name: value for name, value in vars(builtins).items() if not name.startswith("__")}


def keep_builtins(module):
    """Makes a module use the original builtins, also while an agent that has replaced them is running."""
    for name, value in _BUILTINS.items():
        vars(module).setdefault(name, value)


def own_json():
    """Imports a second copy of the module `json`, which agents cannot import."""
    is_json = lambda name: name == "json" or name.startswith("json.")
    shared = {name: sys.modules.pop(name) for name in list(sys.modules) if is_json(name)}
    import json

    for name in list(filter(is_json, sys.modules)):
        keep_builtins(sys.modules.pop(name))
    sys.modules.update(shared)
    return json


json = own_json()
