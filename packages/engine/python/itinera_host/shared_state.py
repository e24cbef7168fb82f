"""Finds dependencies between the people of a run: module globals and class attributes that an agent's code changes, and messages."""

import ast
import os

_MUTATORS = frozenset(
    "append appendleft extend extendleft insert add update pop popitem popleft remove discard clear setdefault sort reverse"
    " subtract put put_nowait get_nowait intersection_update difference_update symmetric_difference_update".split()
)
# Functions that change their first argument.
_MUTATING = frozenset("heappush heappop heapify heapreplace shuffle insort insort_left insort_right setattr delattr next".split())
# Objects of these types change with every use.
_STATEFUL = frozenset("Random SystemRandom default_rng RandomState Generator count cycle iter Queue PriorityQueue".split())
# Counters of `self.llm` over all people of a process.
_COUNTED = frozenset("prompt_tokens_used completion_tokens_used get_log_list clear_log_list".split())
# What lets people tell each other something, or ask about each other.
_TALK = frozenset("send_message_to_agent register_aoi_message register_gather_query messager".split())
_DISPLAYS = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)
_CONTAINERS = frozenset("list dict set bytearray defaultdict Counter deque OrderedDict array zeros ones empty".split())
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def shared_state(path):
    """Returns `{name, line, file}` of each change of shared state, in the file and in modules next to it."""
    trees = _local_modules(os.path.abspath(path))
    classes = {node.name: node for tree in trees.values() for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}
    modules = {os.path.splitext(os.path.basename(file))[0] for file in trees}
    found = []
    for file, tree in trees.items():
        for name, line in _Module(tree, classes, modules).changes():
            found.append({"name": name, "line": line, "file": os.path.basename(file)})
    return found


def messages(path):
    """Returns `{name, line, file}` of the first use of each name for messages, in the file and in modules next to it."""
    found = {}
    for file, tree in _local_modules(os.path.abspath(path)).items():
        for node in ast.walk(tree):
            name = node.attr if isinstance(node, ast.Attribute) else node.value if isinstance(node, ast.Constant) else None
            if isinstance(name, str) and name in _TALK:
                found.setdefault(name, {"name": name, "line": node.lineno, "file": os.path.basename(file)})
    return sorted(found.values(), key=lambda use: (use["file"], use["line"]))


def _local_modules(path, trees=None):
    trees = {} if trees is None else trees
    if path in trees or not os.path.isfile(path):
        return trees
    with open(path, "rb") as file:
        tree = trees[path] = ast.parse(file.read(), filename=path)
    folder = os.path.dirname(path)
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module] if node.module else [alias.name for alias in node.names]
        else:
            continue
        for name in names:
            _local_modules(os.path.join(folder, *name.split(".")) + ".py", trees)
    return trees


class _Module:
    def __init__(self, tree, classes, modules):
        self._tree, self._classes, self._modules = tree, classes, modules
        self._values = _assigned(tree.body)
        functions = {node.name for node in tree.body if isinstance(node, _FUNCTIONS)}
        self._globals = set(self._values) | functions | {
            alias.asname or alias.name.split(".")[0]
            for node in tree.body
            if isinstance(node, (ast.Import, ast.ImportFrom))
            for alias in node.names
            if (alias.asname or alias.name).split(".")[0] in modules or alias.name in classes
        }
        own = {
            node.attr
            for cls in classes.values()
            for node in ast.walk(cls)
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and _name(node.value) == "self"
        }
        # Globals that each instance stores as an attribute: `self.board = BOARD`.
        self._kept = {
            target.attr: value
            for cls in classes.values()
            for function in ast.walk(cls)
            if isinstance(function, _FUNCTIONS)
            for target, value in _handed_on(function)
            if isinstance(target, ast.Attribute) and _name(target.value) == "self" and _root(value) != "self"
        }
        # Functions that are called while the file loads: all people share the state of closures created in them.
        self._makers = {
            _name(called)
            for node in _while_loaded(tree)
            for called in [node, *(call.func for call in ast.walk(node) if isinstance(call, ast.Call))]
        }
        # Containers of a class that no instance replaces.
        self._of_classes = {
            name
            for cls in classes.values()
            for name, value in _assigned(cls.body).items()
            if _is_container(value) and name not in own
        }

    def changes(self):
        seen = {}
        for function in ast.walk(self._tree):
            if isinstance(function, _FUNCTIONS):
                inner = self._changes_of_made(function) if function.name in self._makers else ()
                for name, line in (*self._changes_in(function), *inner):
                    seen[name] = min(line, seen.get(name, line))
        return sorted(seen.items(), key=lambda item: item[1])

    def _changes_of_made(self, maker):
        """Yields the changes of closure variables of functions that are called while the file loads."""
        own = _names_in(maker)
        for function in ast.walk(maker):
            if not isinstance(function, _FUNCTIONS) or function is maker:
                continue
            nonlocals = {name for node in ast.walk(function) if isinstance(node, ast.Nonlocal) for name in node.names}
            outer = (own - _names_in(function)) | nonlocals
            for node in ast.walk(function):
                changed = [target for target in _targets(node)]
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _MUTATORS:
                    changed.append(ast.Subscript(value=node.func.value))
                elif isinstance(node, ast.Call) and _name(node.func) in _MUTATING and node.args:
                    changed.append(ast.Subscript(value=node.args[0]))
                for target in changed:
                    root, depth = target, 0
                    while isinstance(root, (ast.Attribute, ast.Subscript)):
                        root, depth = root.value, depth + 1
                    if _name(root) in (outer if depth else nonlocals):
                        yield f"{root.id} of {maker.name}()", node.lineno

    def _changes_in(self, function):
        declared = {name for node in ast.walk(function) if isinstance(node, ast.Global) for name in node.names}
        local = {node.id for node in ast.walk(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
        arguments = function.args
        parameters = [*arguments.posonlyargs, *arguments.args]
        local |= {argument.arg for argument in [*parameters, *arguments.kwonlyargs]}
        # A default is created once, for all calls.
        kept = {argument.arg for argument, default in _defaults(arguments) if _is_container(default)}
        self._local_names = {target.id: value for target, value in _handed_on(function) if isinstance(target, ast.Name)}
        for node in ast.walk(function):
            for target in _targets(node):
                if isinstance(target, ast.Name):
                    if target.id in declared:
                        yield target.id, node.lineno
                else:
                    yield from self._shared(target, local - declared, kept, node.lineno, not isinstance(target, ast.Attribute))
            if isinstance(node, ast.Attribute) and node.attr in _COUNTED:
                yield f"llm.{node.attr}", node.lineno
            if isinstance(node, ast.Call):
                yield from self._changed_by(node, local - declared, kept)

    def _changed_by(self, call, local, kept):
        if isinstance(call.func, ast.Attribute):
            owner = call.func.value
            if call.func.attr in _MUTATORS or self._is_stateful(owner, local):
                yield from self._shared(owner, local, kept, call.lineno, True)
        name = call.func.attr if isinstance(call.func, ast.Attribute) else _name(call.func)
        if name in _MUTATING and call.args:
            yield from self._shared(call.args[0], local, kept, call.lineno, True)

    def _is_stateful(self, owner, local):
        if isinstance(owner, ast.Attribute) and _name(owner.value) == "self":
            owner = self._kept.get(owner.attr)
        elif _name(owner) in local:
            owner, local = self._local_names.get(_name(owner)), local - {_name(owner)}
        value = self._values.get(_name(owner)) if _name(owner) not in local else None
        if not isinstance(value, ast.Call):
            return False
        made_by = value.func.attr if isinstance(value.func, ast.Attribute) else _name(value.func)
        return made_by in _STATEFUL or made_by in self._classes

    def _shared(self, node, local, kept, line, is_content):
        """Yields the shared state that an expression changes. `is_content`: its content changes, not its binding."""
        parts = []
        while isinstance(node, (ast.Attribute, ast.Subscript)):
            parts.append(node.attr if isinstance(node, ast.Attribute) else None)
            node = node.value
        parts = [part for part in parts[::-1] if part is not None]
        root = _name(node)
        # Aliases: `board = BOARD`, `self.board = BOARD`.
        if root in local and root in self._local_names and (is_content or parts):
            yield from self._shared(self._local_names[root], local - {root}, kept, line, True)
            return
        if root == "self" and parts and parts[0] in self._kept and (is_content or len(parts) > 1):
            yield from self._shared(self._kept[parts[0]], set(), kept, line, True)
            return
        if isinstance(node, ast.Call) and _name(node.func) == "globals":
            yield "globals()", line
        is_class = root == "cls" or isinstance(node, ast.Call) and _name(node.func) == "type"
        if root == "self" and parts:
            if parts[0] == "__class__":
                yield "the class's " + ".".join(parts[1:]), line
            elif parts[0] in ("environment", "llm") and len(parts) > 1 and parts[1] != "environment":
                yield f"self.{parts[0]} (of the process)", line
            elif parts[0] in self._of_classes and (is_content or len(parts) > 1):
                yield f"self.{parts[0]} (of the class)", line
        elif is_class and parts:
            yield "cls." + ".".join(parts), line
        elif root in kept:
            yield f"the default of {root}", line
        elif root is not None and root not in local and (root in self._globals or root in self._classes):
            yield ".".join([root, *parts]), line


def _handed_on(function):
    """Returns aliases of existing objects in a function: names, attributes and defaults of parameters."""
    defaults = {argument.arg: default for argument, default in _defaults(function.args)}
    given = {argument.arg for argument in [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]}
    found = [(ast.Name(id=name, ctx=ast.Load()), value) for name, value in defaults.items()]
    for node in ast.walk(function):
        if isinstance(node, ast.Assign):
            value = defaults.get(_name(node.value), node.value)
            found += [(target, value) for target in node.targets if _root(value) not in given or _root(value) == "self"]
    return [(target, value) for target, value in found if isinstance(value, (ast.Name, ast.Attribute))]


def _defaults(arguments):
    """Returns parameters with their defaults."""
    parameters = [*arguments.posonlyargs, *arguments.args]
    named = [(argument, default) for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults) if default]
    return [*zip(parameters[::-1], arguments.defaults[::-1]), *named]


def _names_in(function):
    """Returns the local names of a function, including its parameters."""
    arguments = function.args
    names = {argument.arg for argument in [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]}
    return names | {node.id for node in ast.walk(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}


def _while_loaded(tree):
    """Yields the code that runs while a file loads: statements outside functions, and the decorators of functions."""
    waiting = list(tree.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.ClassDef):
            waiting += node.body
        if isinstance(node, (*_FUNCTIONS, ast.ClassDef)):
            yield from node.decorator_list
        else:
            yield node


def _root(node):
    """Returns the first name of a chain of attributes."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return _name(node)


def _targets(node):
    if isinstance(node, ast.Assign):
        targets = node.targets
    elif isinstance(node, (ast.AugAssign, ast.AnnAssign)):
        targets = [node.target]
    elif isinstance(node, ast.Delete):
        targets = node.targets
    else:
        return []
    return [part for target in targets for part in (target.elts if isinstance(target, (ast.Tuple, ast.List)) else [target])]


def _assigned(body):
    """Returns the names that statements assign, at this level and inside `if`, `for`, `try` and `with`."""
    values = {}
    for node in body:
        if isinstance(node, ast.Assign):
            values.update({target.id: node.value for target in node.targets if isinstance(target, ast.Name)})
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
            values[node.target.id] = node.value
        for part in ("body", "orelse", "finalbody"):
            if not isinstance(node, (*_FUNCTIONS, ast.ClassDef, ast.Lambda)):
                values.update(_assigned(getattr(node, part, [])))
    return values


def _is_container(value):
    if isinstance(value, ast.Call):
        made_by = value.func.attr if isinstance(value.func, ast.Attribute) else _name(value.func)
        return made_by in _CONTAINERS or made_by in _STATEFUL
    return isinstance(value, _DISPLAYS)


def _name(node):
    return node.id if isinstance(node, ast.Name) else None
