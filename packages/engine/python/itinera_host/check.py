"""Reports which names of the documented API an agent file uses, and whether they exist; the file is parsed, never run."""

import ast
import functools
import importlib
import importlib.util
import inspect
import json
import os
import re
import sys

from . import blocks
from .bases import install, stands_in
from .families import Families, attributes_set, names_defined, parse
from .follow import FUNCTIONS, Follower
from .loader import PROVIDED, describe_syntax_error
from .mistyped import meant_forward
from .reference import KINDS, lacking, nearest
from .shared_state import messages, shared_state
from .thrown_away import thrown_away

# The types of expressions by their paths, to look up `self.environment.map.get_aoi`.
_KINDS = {**KINDS, "block": blocks.Block}
_LACKING = lacking()
# Services that agents may hold, since only their methods are missing.
_SERVICES = frozenset(f"self.{name}" for name in ("toolbox.embedding", "environment.city_client", "environment.economy_client"))
# What catches a missing name, an unsupported one, a wrong call and a missing module.
_CATCHING = frozenset("AttributeError NotImplementedError RuntimeError TypeError ImportError ModuleNotFoundError Exception BaseException".split())
# Not before Python 3.10; without it modules of the library are listed too.
_LIBRARY = getattr(sys, "stdlib_module_names", ())
# Functions that start tasks or wait for them, and must themselves be awaited.
_GATHERING = frozenset(("asyncio.gather", "asyncio.wait", "asyncio.wait_for", "asyncio.sleep"))


def check(path):
    """Returns the report of `asbench runs check-agent`, in the form of `AgentReport` in check-agent.ts."""
    tree, folder = parse(path), os.path.dirname(os.path.abspath(path))
    families = Families(tree, folder)
    guarded = set(_guarded(tree))
    uses = _Uses(tree, families, guarded)
    uses.collect()
    found = [
        {"name": cls.name, "task": task, "line": cls.lineno, **_parameters(cls)}
        for cls, task in families.agents.items()
        if not cls.name.startswith("_") and not families.is_extended(cls)
    ]
    return {
        "agents": found,
        "uses": sorted(uses.found.values(), key=lambda use: use["line"]),
        "imports": _imports(tree, guarded, folder),
        "mistyped": [each for cls in families.agents for each in _mistyped(families.ancestors(cls))],
        "unawaited": sorted(uses.unawaited(), key=lambda use: use["line"]),
        "shared": shared_state(path),
        "messages": messages(path),
        "python": sys.executable,
    }


def _mistyped(classes):
    """Yields the method of an agent without `forward` that is meant to be it."""
    methods = {node.name: node.lineno for cls in classes for node in cls.body if isinstance(node, FUNCTIONS)}
    name = meant_forward({*methods, *(names_defined(classes) & {"forward"})})
    if name is not None:
        yield {"name": name, "line": methods[name]}


def _parameters(cls):
    """Returns the parameters that a class declares as a literal; None in place of any other expression."""
    for node in cls.body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        if any(getattr(target, "id", None) == "parameters" for target in targets):
            try:
                value = ast.literal_eval(node.value)
                json.dumps(value)
                return {"parameters": value}
            except (TypeError, ValueError):
                return {"parameters": None}
    return {}


def _guarded(tree):
    """Yields the nodes that may fail: inside `try` or `suppress`, or after a `hasattr` check."""
    for node in ast.walk(tree):
        body = []
        if isinstance(node, ast.Try):
            if any(_catches(handler.type) for handler in node.handlers):
                body = node.body
        elif isinstance(node, (ast.With, ast.AsyncWith)):
            calls = [item.context_expr for item in node.items if isinstance(item.context_expr, ast.Call)]
            if any(ast.unparse(call.func).endswith("suppress") and any(map(_catches, call.args)) for call in calls):
                body = node.body
        elif isinstance(node, (ast.If, ast.IfExp)) and "hasattr(" in ast.unparse(node.test):
            asked = {part.value for part in ast.walk(node.test) if isinstance(part, ast.Constant)}
            branches = [*node.body, *node.orelse] if isinstance(node, ast.If) else [node.body, node.orelse]
            for part in branches:
                yield from (id(inner) for inner in ast.walk(part) if getattr(inner, "attr", None) in asked)
        for part in body:
            yield from (id(inner) for inner in ast.walk(part))


def _catches(types):
    names = [types] if not isinstance(types, ast.Tuple) else types.elts
    return types is None or any(not isinstance(name, ast.Name) or name.id in _CATCHING for name in names)


def _never_called(cls, kind, tree):
    """Returns the nodes of unused methods: not named in the file or in a used method, and not overriding anything."""
    methods = {node.name: node for node in cls.body if isinstance(node, FUNCTIONS)}
    idle = {name for name, node in methods.items() if not hasattr(kind, name) and not node.decorator_list}
    inside = {id(inner) for name in idle for inner in ast.walk(methods[name])}
    named = _names(node for node in ast.walk(tree) if id(node) not in inside)
    while True:
        called = idle & named
        if not called:
            return {id(inner) for name in idle for inner in ast.walk(methods[name])}
        idle -= called
        for name in called:
            named |= _names(ast.walk(methods[name]))


def _names(nodes):
    """Returns every word that could name a method: an attribute, a variable, a text for `getattr`."""
    found = set()
    for node in nodes:
        if isinstance(node, ast.Attribute):
            found.add(node.attr)
        elif isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.add(node.value)
    return found


class _Uses:
    """Collects the uses of the API in a file."""

    def __init__(self, tree, families, guarded):
        self._tree, self._guarded, self.found = tree, guarded, {}
        agents = self._bases = {part: families.base(cls) for cls in families.agents for part in families.ancestors(cls)}
        makers = {part for cls in families.blocks for part in families.ancestors(cls)}
        self._set_somewhere = attributes_set(tree)
        # The parameters of a block are its attributes, and a list of blocks may have any of them.
        self._own = {"self": names_defined(agents), "block": names_defined(families.classes)}
        self._open = {
            "self": any(map(families.is_open, families.agents)),
            "block": any(map(families.is_open, families.blocks)),
            "self.toolbox": bool(_names(ast.walk(tree)) & {"CustomTool", "add_tool", "add_custom_tool"}),
        }
        self._follower = Follower(tree, {**dict.fromkeys(makers, "block"), **dict.fromkeys(agents, "self")})
        self._idle = set()
        for cls in {*agents, *makers}:
            self._idle |= _never_called(cls, self._bases.get(cls, blocks.Block), tree)
        self._async = {node.name for cls in (*agents, *makers) for node in ast.walk(cls) if isinstance(node, ast.AsyncFunctionDef)}

    def collect(self):
        for scope in self._follower.scopes:
            for node in ast.walk(scope.function):
                if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
                    self._note(scope, node, scope.part(scope.path(node.value), node.attr))
                elif isinstance(node, ast.Call):
                    if getattr(node.func, "id", "") == "getattr":
                        self._note(scope, node, scope.path(node), optional=len(node.args) > 2)
                    name = scope.path(node.func)
                    fault = name and self._call_fault(scope, name, node)
                    if fault:
                        self._note(scope, node, f"{name}({fault})")

    def unawaited(self):
        """Yields coroutine calls whose result is never awaited."""
        for scope in self._follower.scopes:
            if scope.cls is None or self._follower.root_of(scope.cls) not in ("self", "block"):
                continue
            base = self._bases.get(scope.cls, blocks.Block)
            for function in ast.walk(scope.function):
                if not isinstance(function, FUNCTIONS) or id(function) in self._idle:
                    continue
                handed_to_host = isinstance(function, ast.AsyncFunctionDef) and function.name != "reset" and hasattr(base, function.name)
                for call in thrown_away(function, handed_to_host and not function.name.startswith("_")):
                    name = scope.path(call.func) or (ast.unparse(call.func) if isinstance(call.func, ast.Attribute) else "")
                    if self._is_async(scope, name) or name in _GATHERING:
                        yield {"name": _shown(name), "line": call.lineno}

    def _is_async(self, scope, name):
        owner, _, attribute = name.rpartition(".")
        if owner in ("self", "block") and attribute in self._own[owner]:
            return attribute in self._async
        return any(inspect.iscoroutinefunction(getattr(kind, attribute, None)) for kind in self._kinds(scope, owner))

    def _kinds(self, scope, owner):
        """Returns the classes that a path may belong to: a helper may receive any agent in the file."""
        if owner != "self":
            return [_KINDS[owner]] if owner in _KINDS else []
        return [self._bases[scope.cls]] if scope.cls in self._bases else [*self._bases.values()]

    def _note(self, scope, node, name, optional=False):
        plain = name and name.partition("(")[0]
        if not plain or plain in _KINDS or plain in _SERVICES:
            return
        owner, _, attribute = plain.rpartition(".")
        if attribute in self._own.get(owner, ()) or attribute in self._set_somewhere:
            return
        # A block is written `self`, but lacks nothing that the originals have.
        unsupported = plain in _LACKING or (owner in _LACKING and owner not in _KINDS)
        kinds = self._kinds(scope, owner)
        there = not unsupported and "(" not in name and any(_has(kind, attribute) for kind in kinds)
        if not unsupported and (not kinds or (not there and "(" not in name and self._open.get(owner))):
            return
        shown = _shown(name)
        use = self.found.setdefault(shown, {"name": shown, "line": node.lineno, "there": there, "guarded": True, "called": False})
        if unsupported:
            use["unsupported"] = _LACKING.get(plain) or _LACKING[owner]
        use["guarded"] = use["guarded"] and (optional or id(node) in self._guarded)
        use["called"] = use["called"] or id(node) not in self._idle

    def _call_fault(self, scope, name, call):
        """Returns an invalid argument as text; None if all are valid or it is unknown."""
        owner, _, attribute = name.rpartition(".")
        kinds = self._kinds(scope, owner)
        method = getattr(kinds[0], attribute, None) if kinds and attribute not in self._own.get(owner, ()) else None
        if not inspect.isfunction(method) or any(isinstance(a, ast.Starred) for a in call.args):
            return None
        parameters = inspect.signature(method).parameters
        if any(p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD) for p in parameters.values()):
            return None
        unknown = next((k.arg for k in call.keywords if k.arg is not None and k.arg not in parameters), None)
        if unknown is not None:
            return f"{unknown}=…"
        return f"{len(call.args)} arguments" if len(call.args) > len(parameters) - 1 else None


def _shown(path):
    return re.sub(r"^block\b", "self", path)


def _has(kind, attribute):
    return hasattr(kind, attribute) or any(
        re.search(rf"self\.{attribute}(, [^=\n]*)? =", _source(part)) for part in kind.__mro__ if part is not object
    )


@functools.cache
def _source(cls):
    return inspect.getsource(cls)


def _imports(tree, guarded, folder):
    """Returns the imports outside the standard library, and whether they exist."""
    sys.path.insert(1, folder)
    found = {}
    read = _parts_read(tree)
    for node in ast.walk(tree):
        wanted = []
        if isinstance(node, ast.Import):
            wanted = [(alias.name, None, alias.asname or alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            wanted = [(node.module, alias.name, alias.asname or alias.name) for alias in node.names]
        for module, name, local in wanted:
            top = module.split(".")[0]
            if top in _LIBRARY or top == "__future__":
                continue
            provided = top in PROVIDED
            by_name = provided or stands_in(top)
            shown = module if not by_name or name is None else f"{module}.{name}"
            there = _provides(module, name) if by_name else _is_installed(top)
            entry = {"name": shown, "line": node.lineno, "there": there, "provided": provided}
            entry["guarded"] = id(node) in guarded
            if not there:
                entry["nearest"] = nearest(name or module)
            if shown in _LACKING:
                users = read.get(local, ())
                entry.update(unsupported=_LACKING[shown], there=not users)
                entry["guarded"] = entry["guarded"] or all(id(user) in guarded for user in users)
            found.setdefault(shown, entry)
            if by_name and there and shown not in _LACKING:
                _note_members(found, shown, local, read, guarded, provided)
    return sorted(found.values(), key=lambda use: use["line"])


def _note_members(found, module, local, read, guarded, provided):
    """Records the names that a file uses from an imported module: `configs.AgentConfig()`."""
    for path, nodes in read.items():
        member = f"{module}{path[len(local):]}"
        if not path.startswith(f"{local}."):
            continue
        owner, _, name = member.rpartition(".")
        missing = owner in sys.modules and not _provides(owner, name)
        if member in _LACKING or missing:
            entry = {"name": member, "line": min(node.lineno for node in nodes), "there": False, "provided": provided}
            entry["guarded"] = all(id(node) in guarded for node in nodes)
            if not missing:
                entry["unsupported"] = _LACKING[member]
            found.setdefault(member, entry)


def _parts_read(tree):
    """Returns the nodes of dotted names that are called, extended or whose attributes are read: uses beyond annotations."""
    bases = [base for node in ast.walk(tree) if isinstance(node, ast.ClassDef) for base in node.bases]
    called = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
    owners = [node.value for node in ast.walk(tree) if isinstance(node, ast.Attribute)]
    found = {}
    for node in (*bases, *called, *owners):
        parts, inner = [], node
        while isinstance(inner, ast.Attribute):
            parts.append(inner.attr)
            inner = inner.value
        if isinstance(inner, ast.Name):
            found.setdefault(".".join([inner.id, *parts[::-1]]), []).append(node)
    for node in ast.walk(tree):
        # `Config = AgentConfig`
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Name):
            for target in node.targets:
                if isinstance(target, ast.Name) and target.id in found:
                    found.setdefault(node.value.id, []).extend(found[target.id])
    return found


def _provides(module, name):
    try:
        there = importlib.import_module(module)
        return name in (None, "*") or hasattr(there, name) or _provides(f"{module}.{name}", None)
    except ImportError:
        return False


def _is_installed(module):
    try:
        return importlib.util.find_spec(module) is not None
    except (ImportError, ValueError):
        return False


def main(path, bases):
    install(json.loads(bases))
    try:
        report = check(path)
    except SyntaxError as error:
        report = {"error": describe_syntax_error(error)}
    except (OSError, ValueError) as error:  # missing, or with null bytes
        report = {"error": f"{path} cannot be read ({getattr(error, 'strerror', None) or error}). Check the path."}
    print(json.dumps(report))
