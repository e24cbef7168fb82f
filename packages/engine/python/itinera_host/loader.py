"""Finds the agent in a user's file: the one public subclass of the task's base that is defined in it."""

import importlib.util
import os
import re
import sys
import sysconfig
import traceback

from .absent import NotSupported, absent_base
from .agents import CitizenAgentBase
from .bases import BASES
from .blocks import Block
from .mistyped import meant_forward
from .reference import nearest

# Packages of the reference that are partly provided.
PROVIDED = ("agentsociety", "agentsociety_benchmark", "mobisimbench", "pycityproto")


class AgentFileError(Exception):
    """The file contains no agent that can run; the text is shown to the user."""


def load_agent(path, task, class_name=None, after_import=lambda: None):
    """Loads the agent class. `after_import` is called right after the import."""
    found = _find_agent(path, task, class_name, after_import)
    own = [cls for cls in found.__mro__ if not issubclass(BASES[task], cls)]
    name = meant_forward({name for cls in own for name, value in vars(cls).items() if callable(value)})
    if name is not None:
        raise AgentFileError(
            f"{path}: {found.__name__} has no forward(), the method that every step calls. Rename {name}() to forward(). "
            f"If it is another method, rename it to _{name}."
        )
    return found


def _find_agent(path, task, class_name, after_import):
    base = BASES.get(task)
    if base is None:
        raise AgentFileError(f"{path}: Python agents support {', '.join(BASES)}, not {task}. Run one of these.")
    module = _import(path, after_import)
    own = {
        value.__name__: value
        for value in vars(module).values()
        if _is_agent(value, base) and value.__module__ == module.__name__
    }
    if class_name is not None:
        if class_name not in own:
            raise AgentFileError(f"{path}: no class {class_name} that extends {base.__name__}")
        return own[class_name]
    public = [cls for cls in own.values() if not cls.__name__.startswith("_")]
    leaves = [cls for cls in public if not any(other is not cls and issubclass(other, cls) for other in public)]
    if len(leaves) == 1:
        return leaves[0]
    if leaves:
        names = ", ".join(cls.__name__ for cls in leaves)
        raise AgentFileError(f"{path}: several agents ({names}). Keep one, or prefix the names of the others with _.")
    for value in vars(module).values():
        if getattr(value, "__module__", None) == module.__name__ and absent_base(value) is not None:
            raise AgentFileError(f"{path}: {value.__name__} extends {NotSupported(*absent_base(value))}.")
    other = next((name for name, cls in BASES.items() if name != task and _extends(module, cls)), None)
    hint = f" It contains an agent for {other}: run that task." if other else f" Write: class MyAgent({base.__name__})"
    raise AgentFileError(f"{path}: no class that extends {base.__name__}.{hint}")


def split_blocks(agent_params, agent_class):
    """Returns the parameters of the agent with the defaults that it declares, and its configured blocks: their classes with parameters, None without any."""
    params = None if agent_params is None else dict(agent_params)
    named = None if params is None else params.pop("$blocks", None)
    params = {**_defaults(agent_class), **(params or {})} or params
    if named is None:
        return params, None
    known = vars(sys.modules[agent_class.__module__])
    blocks = []
    for name, values in named.items():
        block = known.get(name)
        if not (isinstance(block, type) and issubclass(block, Block)):
            raise AgentFileError(f"blocks: {name} is not a Block of the agent's file.")
        blocks.append((block, values or {}))
    return params or None, blocks


def _defaults(agent_class):
    """Returns the default values of the parameters that a class declares."""
    declared = getattr(agent_class, "parameters", None)
    if not isinstance(declared, dict):
        return {}
    return {name: one["default"] for name, one in declared.items() if isinstance(one, dict) and "default" in one}


def _extends(module, base):
    return any(_is_agent(v, base) and v.__module__ == module.__name__ for v in vars(module).values())


def _is_agent(value, base):
    """Returns whether a value is a class that extends the base, or a copy of it as in the template of the reference."""
    if not isinstance(value, type) or not issubclass(value, CitizenAgentBase):
        return False
    return issubclass(value, base) or any(part.__name__ == base.__name__ for part in value.__mro__)


def _import(path, after_import):
    folder, file = os.path.split(os.path.abspath(path))
    if folder not in sys.path:
        sys.path.insert(1, folder)
    name = "itinera_agent_" + "".join(c if c.isalnum() else "_" for c in os.path.splitext(file)[0])
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None:
        raise AgentFileError(f"{path}: not a Python file")
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    with open(path, "rb") as source:
        if b"numpy" in source.read():
            # Not at the top: what checks a file needs no asyncio, which takes as long to load as all of its own code.
            from .isolation import tame_numpy

            tame_numpy()
    try:
        try:
            spec.loader.exec_module(module)
        finally:
            after_import()
    except ModuleNotFoundError as error:
        raise AgentFileError(f"{path} requires the module {error.name}, {_how_to_get(error.name)}") from None
    except SyntaxError as error:
        raise AgentFileError(describe_syntax_error(error)) from None
    except ImportError as error:
        if "relative import" in str(error):
            raise AgentFileError(
                f"{path} imports relatively ({describe(error)['place']}), but it is loaded as a single file. "
                "Import the files beside it by their names: from helper import plan, instead of from .helper import plan."
            ) from None
        if (error.name or "").split(".")[0] not in PROVIDED:
            raise AgentFileError(f"{path} cannot be imported.\n{describe(error)['traceback']}") from None
        wanted = re.search(r"cannot import name '(\w+)'", str(error))
        raise AgentFileError(
            f"{path}: {error.name} has no {wanted[1] if wanted else 'such name'}{_meant(wanted and wanted[1])}; "
            "docs/python-agents.md lists the names that are provided."
        ) from None
    except (Exception, SystemExit) as error:
        raise AgentFileError(f"{path} cannot be imported.\n{describe(error)['traceback']}") from None
    return module


def describe_syntax_error(error):
    """Returns file, line and error as Python prints them, with the next step."""
    fault = "".join(traceback.format_exception_only(type(error), error)).strip()
    return f"{fault}\nCorrect that line, or select another Python with --python."


def _meant(name):
    found = name and nearest(name)
    return f"; use {found}" if found else ""


def _how_to_get(module):
    if module.split(".")[0] in PROVIDED:
        return "which is not provided; docs/python-agents.md lists the names that are."
    if module.split(".")[0] == "agentsociety2":
        return "but agents of AgentSociety 2 do not run here; docs/agentsociety-2.md describes how to port them."
    return f"which is not installed for {sys.executable}. Install it, or select another interpreter with --python{_meant(module)}."


# Code of others in a traceback: the standard library, and installed packages.
_LIBRARIES = tuple({os.path.join(sysconfig.get_path(name), "") for name in ("stdlib", "platstdlib")})
_INSTALLED = re.compile(r"[/\\](site|dist)-packages[/\\]|^<")


def describe(error):
    """Converts an exception to data: type, message, the last place in the user's own code, and all frames."""
    inside = os.path.dirname(os.path.abspath(__file__))
    frames = [f for f in traceback.extract_tb(error.__traceback__) if not f.filename.startswith((inside, "<frozen"))]
    lines = traceback.format_list(frames) + traceback.format_exception_only(type(error), error)
    own = [f for f in frames if not f.filename.startswith(_LIBRARIES) and not _INSTALLED.search(f.filename)] or frames
    # The text of an exception is that of the reference; a hint stands beside it.
    hint = getattr(error, "hint", None)
    hints = [hint()] if callable(hint) and type(error) is KeyError else []
    hidden = _hidden_module(error)
    if hidden is not None:
        hints.append(f"Python imported {hidden}.py from this folder instead of the module {hidden}. Rename the file.")
    return {
        "type": type(error).__name__,
        "message": " ".join([str(error)[:2000], *hints]),
        "place": f"{os.path.basename(own[-1].filename)}:{own[-1].lineno}" if own else None,
        "traceback": " ".join(["".join(lines).rstrip()[-4000:], *hints]),
    }


def _hidden_module(error):
    """Returns the name of a module that a file of the user hides, as json.py does; None without one."""
    for frame, _ in traceback.walk_tb(error.__traceback__):
        name, file = frame.f_globals.get("__name__"), frame.f_code.co_filename
        if os.path.basename(file) == f"{name}.py" and not file.startswith(_LIBRARIES) and not _INSTALLED.search(file):
            agent = sys.modules.get(f"itinera_agent_{name}")
            if name in getattr(sys, "stdlib_module_names", ()) or getattr(agent, "__file__", None) == file:
                return name
    return None
