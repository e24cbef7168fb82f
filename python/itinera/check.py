"""What an agent file uses of the documented API, and whether it is there; the file is read, never run."""

import ast
import importlib.util
import inspect
import json
import sys

from . import agents, city, environment, llm, memory

# What each expression that starts at `self` stands for, so that `self.environment.map.get_aoi` can be looked up.
_KINDS = {
    "self.environment": environment.Environment,
    "self.environment.map": city.City,
    "self.llm": llm.LLM,
    "self.status": memory.KVMemory,
    "self.memory.status": memory.KVMemory,
    "self.stream": memory.StreamMemory,
    "self.memory.stream": memory.StreamMemory,
}


def check(path):
    """{"classes": [...], "uses": [{"name", "line", "there", "guarded"}], "modules": [{"name", "line", "there"}]}"""
    with open(path, "rb") as file:
        tree = ast.parse(file.read(), filename=path)
    classes = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    found = {}
    for cls in classes:
        bases = [base.attr if isinstance(base, ast.Attribute) else getattr(base, "id", "") for base in cls.bases]
        known = next((b for b in agents.BASES.values() if b.__name__ in bases), None)
        if known is not None:
            _uses(cls, known, found)
    return {
        "classes": [cls.name for cls in classes],
        "uses": sorted(found.values(), key=lambda use: use["line"]),
        "modules": _modules(tree),
    }


def _uses(cls, base, found):
    guarded = {id(n) for node in ast.walk(cls) if isinstance(node, ast.Try) for part in node.body for n in ast.walk(part)}
    own = {node.name for node in ast.walk(cls) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))}
    own |= {n.attr for n in ast.walk(cls) if isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Store)}
    own |= {t.id for n in cls.body if isinstance(n, ast.Assign) for t in n.targets if isinstance(t, ast.Name)}
    for node in ast.walk(cls):
        name = _dotted(node) if isinstance(node, ast.Attribute) else None
        if name is None or name in _KINDS:
            continue
        owner, _, attribute = name.rpartition(".")
        kind = base if owner == "self" and attribute not in own else _KINDS.get(owner)
        if kind is not None:
            use = found.setdefault(name, {"name": name, "line": node.lineno, "there": _has(kind, attribute), "guarded": True})
            use["guarded"] = use["guarded"] and id(node) in guarded


def _dotted(node):
    parts = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return ".".join(["self"] + parts[::-1]) if isinstance(node, ast.Name) and node.id == "self" else None


def _has(kind, attribute):
    return hasattr(kind, attribute) or any(
        f"self.{attribute} =" in inspect.getsource(part) for part in kind.__mro__ if part is not object
    )


def _modules(tree):
    wanted = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                wanted.setdefault(alias.name, node.lineno)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            wanted.setdefault(node.module, node.lineno)
    return [{"name": name, "line": line, "there": _importable(name)} for name, line in wanted.items()]


def _importable(name):
    try:
        return importlib.util.find_spec(name) is not None
    except (ImportError, ValueError):
        return False


def main(path):
    try:
        report = check(path)
    except SyntaxError as error:
        report = {"error": f"{path}:{error.lineno}: {error.msg}"}
    except OSError as error:
        report = {"error": str(error)}
    report["python"] = sys.executable
    print(json.dumps(report))
