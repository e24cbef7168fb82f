"""Finds the classes in an agent's file: agents, blocks and everything that they inherit, including from modules next to it."""

import ast
import os
import re

from .agents import CitizenAgentBase
from .bases import BASES
from .loader import PROVIDED

# These add no attributes.
_PLAIN = frozenset(("object", "ABC", "Generic", "Protocol"))
_BLOCK = "Block"
_CITIZEN = CitizenAgentBase.__name__


def parse(path):
    with open(path, "rb") as file:
        return ast.parse(file.read(), filename=path)


class Families:
    def __init__(self, tree, folder):
        self._names_of = {}
        self._names_in(tree, folder, ())
        own = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
        # All classes, also of modules next to the file; its agents with their tasks, and its blocks.
        self.classes = list(self._names_of)
        self.agents = {cls: task for cls in own if (task := self._task(cls)) is not None}
        self.blocks = [cls for cls in own if _BLOCK in self._roots(cls)]

    def ancestors(self, cls):
        """Returns a class and the classes in the user's files that it extends."""
        found = [cls]
        for part in found:
            above = [self._names_of[part].get(base) for base in _base_names(part)]
            found += [each for each in above if isinstance(each, ast.ClassDef) and each not in found]
        return found

    def is_open(self, cls):
        """Returns whether a class may have attributes that the user's files do not show."""
        for part in self.ancestors(cls):
            if any(base not in _PLAIN and base not in self._names_of[part] for base in _base_names(part)):
                return True
            for node in ast.walk(part):
                called = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
                if called == "setattr" or re.fullmatch(r"(vars\(\w+\)|\w+\.__dict__)\.update", called):
                    return True
                if isinstance(node, ast.FunctionDef) and node.name in ("__getattr__", "__getattribute__"):
                    return True
        return False

    def is_extended(self, cls):
        return any(cls in self.ancestors(other)[1:] for other in self.agents)

    def base(self, cls):
        """Returns the provided class that an agent extends."""
        base = BASES[self.agents[cls]]
        return base if base.__name__ in self._roots(cls) else CitizenAgentBase

    def _task(self, cls):
        names = self._roots(cls)
        if _CITIZEN in names:  # A copy of the template of the reference defines the base itself.
            names |= {part.name for part in self.ancestors(cls)}
        return next((task for task, base in BASES.items() if base.__name__ in names), None)

    def _roots(self, cls):
        """Returns the names of provided classes that a class extends."""
        return {
            above
            for part in self.ancestors(cls)
            for base in _base_names(part)
            if isinstance(above := self._names_of[part].get(base), str)
        }

    def _names_in(self, tree, folder, seen):
        """Returns the classes that a file can refer to: its own, imported ones, and provided ones by name."""
        names = {}
        for node in ast.walk(tree):
            if not isinstance(node, ast.ImportFrom) or node.module is None:
                continue
            sibling = os.path.join(folder, *node.module.split(".")) + ".py"
            provided = node.module.split(".")[0] in PROVIDED
            theirs = {}
            if sibling not in seen and os.path.isfile(sibling):
                theirs = self._names_in(parse(sibling), folder, [*seen, sibling])
            for alias in node.names:
                if provided:
                    names[alias.asname or alias.name] = alias.name
                elif alias.name == "*":
                    names.update(theirs)
                elif alias.name in theirs:
                    names[alias.asname or alias.name] = theirs[alias.name]
        # `benchmarks.DailyMobilityAgent`
        names.update({name: name for name in [_BLOCK, _CITIZEN, *(base.__name__ for base in BASES.values())] if name not in names})
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                # `class Agent(Agent)` extends what had the name before.
                self._names_of[node] = dict(names) if node.name in _base_names(node) else names
                names[node.name] = node
        return names


def names_defined(classes):
    """Returns the methods of classes, the names in their bodies, and the attributes that their methods set."""
    found = set()
    for cls in classes:
        found |= attributes_set(cls)
        waiting = list(cls.body)
        while waiting:
            node = waiting.pop()
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                found.add(node.name)
                continue
            found.update(part.id for part in ast.walk(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store))
            waiting += [child for child in ast.iter_child_nodes(node) if isinstance(child, ast.stmt)]
    return found


def attributes_set(tree):
    """Returns the attributes that a file, or a class, sets on any object."""
    return {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)}


def _base_names(cls):
    return [base.attr if isinstance(base, ast.Attribute) else getattr(base, "id", "") for base in map(_plain, cls.bases)]


def _plain(base):
    return base.value if isinstance(base, ast.Subscript) else base  # `Generic[T]`
