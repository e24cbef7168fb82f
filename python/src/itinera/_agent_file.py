"""Writes an agent class of a notebook or a program to a file, with the functions, values and imports that it uses."""

import __future__

import json
import os
import re
import sys
from types import FunctionType, ModuleType
from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Set, Tuple

from ._agent_keys import refuse_keys
from ._agent_modules import copy_modules
from ._agent_sources import DEFINITIONS, bound, codes_of, imports_of, names_in, sources, statement_of, text_of
from ._agent_values import Expression
from ._bases import HOST, ORIGINALS

#: Characters of the values in a file.
_MOST = 1_000_000
#: In the folder of a run, the places in the file of its agent. Not beside the file: its hashes name the setup of a run, and the numbers of cells do not matter to that.
_PLACES = "agent-places.json"
_CARRIED = "modules, functions, classes, numbers, texts, patterns, arrays, and lists, sets and dictionaries of these"


class Part(NamedTuple):
    """A statement of the file. `first` are the parts that it needs when it is loaded."""

    order: Tuple[int, int]
    text: str
    #: The name of its source and its first line there, if it was copied.
    place: Optional[Tuple[str, int]]
    first: List["Part"]


class AgentFile(NamedTuple):
    """A written agent, with the places in its file at which copied statements begin."""

    path: str
    places: List[Tuple[int, int, str, int]]

    def said(self, message: str) -> str:
        """The message with lines of the notebook or the program instead of those of the file."""
        name = re.escape(os.path.basename(self.path))
        return re.sub(r'(?:File "|\b)(?:[^\s"(]*[/\\])?{}(?:", line |:)(\d+)'.format(name), self._place, message)

    def _place(self, found: "re.Match[str]") -> str:
        line = int(found[1])
        for start, count, source, first in self.places:
            if start <= line < start + count:
                return "{}, line {}".format(source, first + line - start)
        return found[0]

    def keep(self, folder: str) -> None:
        """Keeps the places in the folder of a run, so that it says the same wherever it is opened."""
        if self.places:
            path = os.path.join(folder, _PLACES)
            try:
                with open(path + ".part", "w", encoding="utf-8") as file:
                    json.dump({"file": os.path.basename(self.path), "places": self.places}, file)
                os.replace(path + ".part", path)
            except OSError:
                # The run is worth more than the lines.
                pass


def kept_agent(folder: str) -> AgentFile:
    """The agent of a run, with the places in its file; without any if there are none, or others have damaged them."""
    try:
        with open(os.path.join(folder, _PLACES), encoding="utf-8") as file:
            kept = json.load(file)
        places = [(int(start), int(count), str(source), int(first)) for start, count, source, first in kept["places"]]
        return AgentFile(str(kept["file"]), places)
    except (OSError, ValueError, TypeError, KeyError, OverflowError):
        return AgentFile("", [])


def write_agent(cls: Any, folder: str) -> AgentFile:
    """Writes a class to a file of its name in an empty folder, with the modules that are not installed beside it.

    A class of an imported module is imported from there.

    Raises ValueError if it is no class of an agent, its source is not known, or it uses what cannot be written to a file.
    """
    if not isinstance(cls, type):
        raise ValueError(
            "agent: got {}, expected the class of an agent, a file, or the name of a built-in agent.".format(
                type(cls).__name__
            )
        )
    name = cls.__name__
    roots = {part.__module__.split(".")[0] for part in cls.__mro__}
    if not roots & {HOST, *ORIGINALS}:
        raise ValueError(
            "agent: {} is not an agent. Write: class {}(itinera.DailyMobilityAgent).".format(name, name)
        )
    if cls.__qualname__ != name:
        raise ValueError(
            "agent: {} is defined inside {}, whose variables are unknown elsewhere. "
            "Define it at the top level of a cell or a file.".format(name, cls.__qualname__.split(".")[0])
        )
    if cls.__module__ == "__main__":
        text, places = _Carrier(name).carried(cls)
    else:
        text = "from {0} import {1} as _{1}\n\n\nclass {1}(_{1}):\n    pass\n".format(cls.__module__, name)
        places = []
    refuse_keys(name, "", text)
    copy_modules(name, text, folder)
    path = os.path.join(folder, _free_name(name) + ".py")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return AgentFile(path, places)


def _free_name(name: str) -> str:
    """A name of a file that hides no module, also where file systems ignore case."""
    return name + "_agent" if name.casefold() in {module.casefold() for module in sys.modules} else name


class _Carrier:
    """Collects the statements that a class of the main module needs."""

    def __init__(self, agent: str) -> None:
        self._agent = agent
        self._names = vars(sys.modules["__main__"])
        self._parts: Dict[Any, Part] = {}
        self._size = 0
        self._future = False

    def carried(self, cls: type) -> Tuple[str, List[Tuple[int, int, str, int]]]:
        """The text of the file, and where its copied statements begin."""
        self._of_object(cls, cls.__name__)
        lines = ["from __future__ import annotations\n"] if self._future else []
        places: List[Tuple[int, int, str, int]] = []
        before: Optional[Part] = None
        for part in _in_order(list(self._parts.values())):
            if before is not None and (part.place is not None or before.place is not None):
                lines += ["\n"] * 2
            before = part
            added = part.text.rstrip("\n").splitlines(True)
            if part.place is not None:
                places.append((len(lines) + 1, len(added), *part.place))
            lines += [*added[:-1], added[-1].rstrip("\n") + "\n"]
        return "".join(lines), places

    def _of_name(self, name: str) -> List[Part]:
        """What gives a name its present value; nothing for builtins and unknown names."""
        if name not in self._names:
            return []
        value = self._names[name]
        written = Expression().of(value)
        if written is not None:
            text, modules = written
            self._size += len(text)
            if self._size > _MOST:
                raise self._cannot(name, "which is too large")
            first = [self._once("import {0} as _{0}".format(module), -2) for module in sorted(modules)]
            return [self._once("{} = {}".format(name, text), -1, first)]
        if getattr(value, "registry", None) is not None and hasattr(value, "dispatch"):
            raise self._cannot(name, "a function with registered others,")
        if isinstance(value, (type, FunctionType)) and value.__module__ == "__main__":
            return [self._under_name(value, name)]
        inner = getattr(value, "__wrapped__", None)
        if isinstance(inner, FunctionType) and inner.__module__ == "__main__":
            return [self._of_decorated(inner, name)]
        imports = sorted({text for source in sources() for text in imports_of(source, name, value)})
        if imports:
            return [self._once(text, -2) for text in imports]
        if isinstance(value, ModuleType):
            return [self._once("import {} as {}".format(value.__name__, name), -2)]
        module, own = getattr(value, "__module__", None), getattr(value, "__qualname__", "")
        if module != "__main__" and own.isidentifier() and getattr(sys.modules.get(module or ""), own, None) is value:
            return [self._once("from {} import {} as {}".format(module, own, name), -2)]
        raise self._cannot(name, "which is of type {}".format(type(value).__name__))

    def _of_decorated(self, inner: FunctionType, name: str) -> Part:
        """The definition of an object that a decorator made of a function, such as by functools.lru_cache."""
        _, statement = statement_of(inner, name) or (None, None)
        if isinstance(statement, DEFINITIONS) and statement.name == name and statement.decorator_list:
            return self._of_object(inner, name)
        raise self._cannot(name, "which is of type {}".format(type(self._names[name]).__name__))

    def _under_name(self, value: Any, name: str) -> Part:
        """The definition of a class or a function, and its assignment to the name if that is another one."""
        part = self._of_object(value, name)
        _, statement = statement_of(value, name) or (None, None)
        if statement is None or name in bound(statement):
            return part
        own = value.__name__
        if isinstance(statement, DEFINITIONS) and (self._names.get(own) is value or not statement.decorator_list):
            text = "{} = {}".format(name, own)
            return self._parts.setdefault(text, Part(part.order, text, None, [part]))
        raise self._cannot(name, "which is defined under another name")

    def _of_object(self, value: Any, name: str) -> Part:
        """The statement that defines a class or a function, with what it needs."""
        source, statement = statement_of(value, name) or (None, None)
        if source is None or statement is None:
            if name == self._agent:
                raise ValueError(
                    "agent: the source of {} is not known. Define it at the top level of a cell or a program, "
                    'or write it to a file and pass agent="{}.py".'.format(name, name.lower())
                )
            raise self._cannot(name, "whose source is not known")
        key = (source.order, statement.lineno)
        if key in self._parts:
            return self._parts[key]
        lines, start = text_of(source, statement)
        part = self._parts[key] = Part(key, lines, (source.name, start), [])
        self._future = self._future or any(
            code.co_flags & __future__.annotations.compiler_flag for code in codes_of(value)
        )
        for base in getattr(value, "__bases__", ()):
            if base.__module__ == "__main__":
                part.first.append(self._of_object(base, base.__name__))
        now, later = names_in(lines)
        for used in sorted(now - {name}):
            part.first.extend(self._of_name(used))
        for used in sorted(later - now - {name}):
            self._of_name(used)
        return part

    def _once(self, text: str, order: int, first: Optional[List[Part]] = None) -> Part:
        return self._parts.setdefault(text, Part((order, len(self._parts)), text, None, first or []))

    def _cannot(self, name: str, why: str) -> ValueError:
        return ValueError(
            "agent: {0} uses {1}, {2} and cannot be written to its file. Expected {3}. Create it in the class, such as in "
            'init(), or write the agent to a file and pass agent="{4}.py".'.format(
                self._agent, name, why, _CARRIED, self._agent.lower()
            )
        )


def _in_order(parts: List[Part]) -> Iterator[Part]:
    """In the order of execution, and each after what it needs."""
    done: Set[int] = set()

    def with_first(part: Part) -> Iterator[Part]:
        if id(part) not in done:
            done.add(id(part))
            for other in part.first:
                yield from with_first(other)
            yield part

    for part in sorted(parts, key=lambda part: (part.order, part.text)):
        yield from with_first(part)
