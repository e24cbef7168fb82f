"""Follows the agent and its parts through a file: under other names, into helpers, blocks and their attributes."""

import ast

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
# Parts with more than one name; a block is written `self` too, so it has a root of its own.
_SAME = {
    "toolbox.llm": "llm", "toolbox.environment": "environment", "toolbox.messager": "messager", "memory.status": "status",
    "memory.stream": "stream", "dispatcher.toolbox": "toolbox", "dispatcher.memory": "memory",
}
_OF_BLOCK = {"agent": "", "agent_memory": ".memory", "llm": ".llm", "environment": ".environment", "memory": ".memory", "toolbox": ".toolbox"}
_ROUNDS = 4


class Follower:
    """Determines which part of the API each expression of a file refers to, as a path: `self.environment.map`.

    `roots` maps the classes of a file to the path of their instances; helper classes get `@Name`. Functions learn the paths
    of their parameters from the calls, and classes those of their attributes from assignments, in a few rounds.
    """

    def __init__(self, tree, roots):
        self._roots = roots
        self._classes = {node.name: node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}
        self._functions = {node.name: node for node in tree.body if isinstance(node, FUNCTIONS)}
        self._methods = {}
        self.scopes = []
        for node in tree.body:
            self._add(node)
        # Paths by (function, parameter) and by attribute; None where there is more than one.
        self._parameters, self._attributes = {}, {}
        for _ in range(_ROUNDS):
            self._found = ({}, {})
            for scope in self.scopes:
                self._learn(scope)
            self._parameters, self._attributes = self._found

    def root_of(self, cls):
        return self._roots.get(cls, f"@{cls.name}")

    def _add(self, node):
        if isinstance(node, FUNCTIONS):
            self.scopes.append(Scope(self, node, None))
        for cls in ast.walk(node) if isinstance(node, (ast.ClassDef, ast.If, ast.Try)) else ():
            if not isinstance(cls, ast.ClassDef):
                continue
            for method in cls.body:
                if isinstance(method, FUNCTIONS):
                    self.scopes.append(Scope(self, method, cls))
                    self._methods.setdefault((self.root_of(cls), method.name), method)

    def _learn(self, scope):
        scope.learn()
        for node in ast.walk(scope.function):
            if isinstance(node, ast.Call):
                self._learn_call(scope, node)
            for target, value in _bindings(node):
                if isinstance(target, ast.Attribute) and scope.path(target.value):
                    _put(self._found[1], f"{scope.path(target.value)}.{target.attr}", scope.path(value))

    def _learn_call(self, scope, call):
        function, skipped = self._called(scope, call.func)
        if function is None:
            return
        names = [argument.arg for argument in (*function.args.posonlyargs, *function.args.args)][skipped:]
        given = [*zip(names, call.args), *((keyword.arg, keyword.value) for keyword in call.keywords)]
        for name, value in given:
            _put(self._found[0], (function, name), scope.path(value))

    def _called(self, scope, func):
        """Returns the function of the file that a call runs, and the number of parameters that it fills itself."""
        if isinstance(func, ast.Name):
            if func.id in self._classes:
                return self._methods.get((self.root_of(self._classes[func.id]), "__init__")), 1
            return self._functions.get(func.id), 0
        owner = scope.path(func.value) if isinstance(func, ast.Attribute) else None
        method = self._methods.get((owner, func.attr)) if owner else None
        static = method is not None and any(getattr(d, "id", "") == "staticmethod" for d in method.decorator_list)
        return method, 0 if static else 1

    def made_by(self, name):
        return self.root_of(self._classes[name]) if name in self._classes else None

    def parameter(self, function, name):
        return self._parameters.get((function, name))

    def sets(self, path):
        return path in self._attributes

    def attribute(self, path):
        return self._attributes.get(path)


class Scope:
    """A function, and the meaning of its names."""

    def __init__(self, follower, function, cls):
        self.function, self.cls, self._follower = function, cls, follower
        self._names = {}

    def learn(self):
        self._names, found = {}, {}
        arguments = self.function.args
        for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
            found[argument.arg] = self._follower.parameter(self.function, argument.arg)
        plain = not any(getattr(d, "id", "") in ("staticmethod", "classmethod") for d in self.function.decorator_list)
        if self.cls is not None and plain and arguments.args:
            found[arguments.args[0].arg] = self._follower.root_of(self.cls)
        self._names = dict(found)
        for node in ast.walk(self.function):
            for target, value in _bindings(node):
                if isinstance(target, ast.Name):
                    _put(found, target.id, self.path(value))
                    # A later line may use it.
                    self._names[target.id] = found[target.id]
        self._names = found

    def path(self, node):
        """Returns the path of an expression; None if it is not part of the API."""
        if isinstance(node, ast.Name):
            return self._names.get(node.id)
        if isinstance(node, ast.Await):
            path = self.path(node.value.func) if isinstance(node.value, ast.Call) else None
            return "block" if path and path.endswith(".dispatcher.dispatch") else None
        if isinstance(node, ast.Subscript):
            path = self.path(node.value)
            return "block" if path and path.endswith(".blocks") else None
        if isinstance(node, ast.Attribute):
            return self.part(self.path(node.value), node.attr)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if node.func.id == "super" or (node.func.id == "type" and len(node.args) == 1):
                return self._follower.root_of(self.cls) if self.cls is not None else None
            if node.func.id == "getattr" and len(node.args) > 1 and isinstance(node.args[1], ast.Constant):
                return self.part(self.path(node.args[0]), str(node.args[1].value))
            return self._follower.made_by(node.func.id)
        return None

    def part(self, owner, name):
        if owner is None:
            return None
        path = f"{owner}.{name}"
        if self._follower.sets(path):
            return self._follower.attribute(path)
        root, _, rest = path.partition(".")
        if root == "block" and rest in _OF_BLOCK:
            return f"self{_OF_BLOCK[rest]}"
        return f"{root}.{_SAME[rest]}" if rest in _SAME else path


def _bindings(node):
    """Yields the names that a statement binds, with their values; None for an unknown value."""
    unknown = ast.Constant(value=None)
    if isinstance(node, (ast.Assign, ast.AnnAssign, ast.NamedExpr)):
        for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
            if isinstance(target, (ast.Tuple, ast.List)):
                known = isinstance(node.value, (ast.Tuple, ast.List)) and len(node.value.elts) == len(target.elts)
                yield from zip(target.elts, node.value.elts if known else [unknown] * len(target.elts))
            elif node.value is not None:
                yield target, node.value
    elif isinstance(node, (ast.For, ast.AsyncFor, ast.comprehension)):
        # `for block in self.blocks` binds an item of the list.
        yield node.target, ast.Subscript(value=node.iter, slice=unknown, ctx=ast.Load())
    elif isinstance(node, ast.withitem) and node.optional_vars is not None:
        yield node.optional_vars, unknown


def _put(paths, key, path):
    paths[key] = path if paths.setdefault(key, path) == path else None
