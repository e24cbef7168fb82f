"""Writes an agent class of a notebook or a program to a file, with the functions, values and imports that it uses."""

import __future__

import ast
import builtins
import importlib
import linecache
import math
import os
import re
import shutil
import subprocess
import symtable
import sys
import sysconfig
from types import FunctionType, ModuleType
from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Set, Tuple, Union

from ._bases import HOST, ORIGINALS

#: Characters of the values in a file.
_MOST = 1_000_000
#: Files and bytes of a package that is copied.
_MOST_FILES = 1000
_MOST_BYTES = 50_000_000
#: Forms of the keys of providers and services.
_KEY = re.compile(
    r"\b(?:sk-[\w-]{16,}|gsk_\w{16,}|hf_\w{16,}|gh[oprsu]_\w{16,}|github_pat_\w{16,}|glpat-[\w-]{16,}|xox[abprs]-[\w-]{10,}"
    r"|AKIA[0-9A-Z]{16}|AIza[\w-]{30,}|eyJ[\w-]{10,}\.eyJ[\w-]{10,})|-----BEGIN [A-Z ]*PRIVATE KEY"
)
_SECRET_NAME = re.compile(r"api_?key|access_?key|secret(?!ar)|password|passwd|token(?!i|s|_?type)", re.IGNORECASE)
_SECRET = re.compile(r"[^\s$]{6,}")
#: What local servers take instead of keys.
_PLACEHOLDERS = ("ollama", "lm-studio", "not-needed", "no-key-required")
_IMPORTS = (ast.Import, ast.ImportFrom)
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
#: Statements that may be in an `if` or `try` at the top level that is carried.
_PLAIN = (*_IMPORTS, *_DEFINITIONS, ast.Assign, ast.AnnAssign, ast.Pass, ast.Raise, ast.If, ast.Try)
#: Folders of installed modules, which the process of agents finds too.
_INSTALLED = tuple({os.path.join(path, "") for name, path in sysconfig.get_paths().items() if name.endswith("lib") or name == "stdlib"})
_PACKAGES = re.compile(r"[/\\](site|dist)-packages[/\\]")
_CARRIED = "modules, functions, classes, numbers, texts, patterns, arrays, and lists, sets and dictionaries of these"


class Source(NamedTuple):
    """A cell or a program: its place in the order of execution, its name in messages, and its statements."""

    order: int
    name: str
    lines: List[str]
    statements: List[ast.stmt]


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
    _refuse_keys(name, "", text)
    _copy_modules(name, text, folder)
    path = os.path.join(folder, _free_name(name) + ".py")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return AgentFile(path, places)


def _free_name(name: str) -> str:
    """A name of a file that hides no module, also where file systems ignore case."""
    return name + "_agent" if name.casefold() in {module.casefold() for module in sys.modules} else name


def _copy_modules(agent: str, text: str, folder: str) -> None:
    """Copies the modules and whole packages that a text mentions and that its process would not find."""
    local = _local_modules(folder)
    texts = [text]
    for text in texts:
        for name in [name for name in local if re.search(r"\b{}\b".format(re.escape(name)), text)]:
            root, files = local.pop(name)
            sizes = [os.path.getsize(file) for file in files]
            if len(files) > _MOST_FILES or sum(sizes) > _MOST_BYTES:
                raise ValueError(
                    "agent: {} uses the package {} in {}, which is not installed and has more than {} files or {} MB. Expected "
                    "less, which is copied. Install it: pip install -e, or move its data elsewhere.".format(
                        agent, name, root, _MOST_FILES, _MOST_BYTES // 10**6
                    )
                )
            for file in files:
                copy = os.path.join(folder, os.path.relpath(file, root))
                os.makedirs(os.path.dirname(copy), exist_ok=True)
                shutil.copyfile(file, copy)
                if file.endswith(".py"):
                    with open(file, encoding="utf-8", errors="replace") as source:
                        texts.append(source.read())
                    _refuse_keys(agent, os.path.relpath(file, root), texts[-1])


def _local_modules(folder: str) -> Dict[str, Tuple[str, List[str]]]:
    """The loaded modules and packages that are not installed: the folder that they are in, and their files."""
    found: Dict[str, Tuple[str, List[str]]] = {}
    for name, module in list(sys.modules.items()):
        if "." in name or name in ("__main__", "__mp_main__", "itinera", HOST, *ORIGINALS):
            continue
        path = getattr(module, "__file__", None)
        folders = [os.path.abspath(one) for one in getattr(module, "__path__", ())]
        place = folders[0] if folders else path
        if not isinstance(place, str) or (place + os.sep).startswith(_INSTALLED) or _PACKAGES.search(place):
            continue
        if os.path.isdir(place):
            found[name] = (os.path.dirname(place), list(_files_in(place)))
        elif place.endswith(".py") and os.path.exists(place):
            found[name] = (os.path.dirname(place), [place])
    if found and sys.executable:
        # Also installed are those whose folder was added to the interpreter, such as with pip install -e.
        asked = [sys.executable, "-E", "-c", _FIND, *found]
        answer = subprocess.run(asked, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        for name in answer.stdout.decode("utf-8", "replace").split():
            found.pop(name, None)
    return found


#: Prints which of the modules named in its arguments are found.
_FIND = "import sys, importlib.util as u\nfor n in sys.argv[1:]:\n    if u.find_spec(n): print(n)"


def _files_in(package: str) -> Iterator[str]:
    """The files of a package, without hidden and compiled ones; at most one more than are copied."""
    count = 0
    for folder, folders, files in os.walk(package):
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name != "__pycache__")
        for file in sorted(files):
            if not file.startswith(".") and os.path.isfile(os.path.join(folder, file)):
                count += 1
                yield os.path.join(folder, file)
            if count > _MOST_FILES:
                return


def _refuse_keys(agent: str, file: str, text: str) -> None:
    """Raises ValueError if a text contains what looks like a key, since it would stay in the run folder."""
    found = _key_in(text)
    if found is not None:
        raise ValueError(
            "agent: {} uses {}{}, which looks like a key or a password and would be kept in the run folder. Expected no keys "
            'in the agent. Read it there from the environment: os.environ["{}"].'.format(
                agent, found, " of " + file if file else "", found.upper() if found.isidentifier() else "API_KEY"
            )
        )


def _key_in(text: str) -> Optional[str]:
    """The name of the first text that looks like a key, by its name or its form."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return "a text" if _KEY.search(text) else None
    for node in ast.walk(tree):
        for name, value in _named_in(node):
            values = [one.value for one in ast.walk(value) if isinstance(one, ast.Constant)] if value else []
            if any(isinstance(one, str) and _KEY.search(one) for one in values):
                return name
            own = value.value if isinstance(value, ast.Constant) else None
            if isinstance(own, bytes):
                own = own.decode("latin-1")
            is_secret = isinstance(own, str) and _SECRET.fullmatch(own) and own.lower() not in _PLACEHOLDERS
            if is_secret and _SECRET_NAME.search(name):
                return name
    if any(isinstance(node, ast.Constant) and isinstance(node.value, str) and _KEY.search(node.value) for node in ast.walk(tree)):
        return "a text"
    return None


def _named_in(node: ast.AST) -> Iterator[Tuple[str, Optional[ast.expr]]]:
    """The values to which a part of a program gives names: variables, attributes, arguments and keys."""
    if isinstance(node, (ast.Assign, ast.AnnAssign)):
        for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
            if isinstance(target, (ast.Name, ast.Attribute)):
                yield target.id if isinstance(target, ast.Name) else target.attr, node.value
            elif isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Constant):
                yield str(target.slice.value), node.value
    elif isinstance(node, ast.Call):
        yield from ((one.arg, one.value) for one in node.keywords if one.arg)
    elif isinstance(node, ast.Dict):
        for key, value in zip(node.keys, node.values):
            if isinstance(key, ast.Constant):
                yield str(key.value), value
    elif isinstance(node, ast.arguments):
        every = [*node.posonlyargs, *node.args]
        yield from ((one.arg, value) for one, value in zip(every[len(every) - len(node.defaults) :], node.defaults))
        yield from ((one.arg, value) for one, value in zip(node.kwonlyargs, node.kw_defaults))


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
        written = _Expression().of(value)
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
        imports = sorted({text for source in _sources() for text in _imports_of(source, name, value)})
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
        _, statement = _statement_of(inner, name) or (None, None)
        if isinstance(statement, _DEFINITIONS) and statement.name == name and statement.decorator_list:
            return self._of_object(inner, name)
        raise self._cannot(name, "which is of type {}".format(type(self._names[name]).__name__))

    def _under_name(self, value: Any, name: str) -> Part:
        """The definition of a class or a function, and its assignment to the name if that is another one."""
        part = self._of_object(value, name)
        _, statement = _statement_of(value, name) or (None, None)
        if statement is None or name in _bound(statement):
            return part
        own = value.__name__
        if isinstance(statement, _DEFINITIONS) and (self._names.get(own) is value or not statement.decorator_list):
            text = "{} = {}".format(name, own)
            return self._parts.setdefault(text, Part(part.order, text, None, [part]))
        raise self._cannot(name, "which is defined under another name")

    def _of_object(self, value: Any, name: str) -> Part:
        """The statement that defines a class or a function, with what it needs."""
        source, statement = _statement_of(value, name) or (None, None)
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
        lines, start = _text_of(source, statement)
        part = self._parts[key] = Part(key, lines, (source.name, start), [])
        self._future = self._future or any(
            code.co_flags & __future__.annotations.compiler_flag for code in _codes_of(value)
        )
        for base in getattr(value, "__bases__", ()):
            if base.__module__ == "__main__":
                part.first.append(self._of_object(base, base.__name__))
        now, later = _names_in(lines)
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


class _Expression:
    """Writes values as Python expressions."""

    def __init__(self) -> None:
        self._modules: Set[str] = set()

    def of(self, value: Any) -> Optional[Tuple[str, Set[str]]]:
        """The expression of a value, and the modules that it needs under their names with `_`; None for other values."""
        try:
            return self._of(value), self._modules
        except (TypeError, ValueError, RecursionError):
            return None

    def _of(self, value: Any) -> str:
        kind = type(value)
        if kind is float and not math.isfinite(value):
            return "float({!r})".format(str(value))
        if value is None or value is Ellipsis or kind in (bool, int, float, complex, str, bytes, range):
            return repr(value)
        if kind in (list, tuple, set, frozenset):
            inner = ", ".join(map(self._of, sorted(value, key=repr) if kind in (set, frozenset) else value))
            if kind is tuple:
                return "({}{})".format(inner, "," if len(value) == 1 else "")
            return "[{}]".format(inner) if kind is list else "{}([{}])".format(kind.__name__, inner)
        if kind is dict:
            return "{{{}}}".format(", ".join("{}: {}".format(*map(self._of, pair)) for pair in value.items()))
        if kind is re.Pattern:
            self._modules.add("re")
            return "_re.compile({!r}, {})".format(value.pattern, value.flags)
        if kind.__module__ in ("datetime", "zoneinfo"):
            return self._of_time(value)
        if kind.__module__ == "numpy" and hasattr(value, "dtype") and value.dtype.kind in "biufU":
            is_array = kind.__name__ == "ndarray"
            if not is_array and value.ndim > 0:
                raise TypeError(kind)
            self._modules.add("numpy")
            if value.size == 0:
                return "_numpy.empty({!r}, {!r})".format(value.shape, value.dtype.str)
            text = "_numpy.array({}, {!r})".format(self._of(value.tolist()), value.dtype.str)
            return text if is_array else text + "[()]"
        raise TypeError(kind)

    def _of_time(self, value: Any) -> str:
        """A date, time or time zone. Those of other packages, which may be inside, have no expression."""
        text = repr(value)
        names = {name: importlib.import_module(name) for name in ("datetime", "zoneinfo") if name + "." in text}
        try:
            made = eval(text, dict(names))
        except Exception:
            raise TypeError(type(value)) from None
        if type(made) is not type(value) or repr(made) != text:
            raise TypeError(type(value))
        self._modules.update(names)
        return re.sub(r"\b(datetime|zoneinfo)\.(?=[A-Za-z]+[.(])", r"_\1.", text)


def _codes_of(value: Any) -> Iterator[Any]:
    """The code of a function, or of the functions of a class."""
    for each in vars(value).values() if isinstance(value, type) else (value,):
        each = getattr(each, "fget", None) or getattr(each, "__func__", None) or each
        code = getattr(each, "__code__", None)
        if code is not None:
            yield code


def _statement_of(value: Any, name: str) -> Optional[Tuple[Source, ast.stmt]]:
    """The statement at the top level that defines a class or a function: by its code, else the last one with its name."""
    for code in _codes_of(value):
        source = _source_of(code.co_filename)
        for statement in source.statements if source else ():
            if statement.lineno <= code.co_firstlineno <= (statement.end_lineno or 0) or (
                _first_line(statement) <= code.co_firstlineno <= statement.lineno
            ):
                if source and value.__name__ in _bound(statement) | ({name} if value.__name__ == "<lambda>" else set()):
                    return source, statement
    for source in reversed(list(_sources())):
        for statement in reversed(source.statements):
            if name in _bound(statement) and not isinstance(statement, _IMPORTS):
                return source, statement
    return None


def _shell() -> Any:
    """The running IPython, if there is one."""
    find = getattr(builtins, "get_ipython", None) or vars(sys.modules["__main__"]).get("get_ipython")
    return find() if find else None


def _sources() -> Iterator[Source]:
    """The cells or the program, in the order of execution."""
    shell = _shell()
    if shell is not None:
        for count, text in enumerate(shell.history_manager.input_hist_parsed):
            yield _parsed(count, "cell In[{}]".format(count), text)
        return
    path = getattr(sys.modules["__main__"], "__file__", None)
    if path is not None:
        yield _parsed(0, os.path.basename(path), "".join(linecache.getlines(path)))
    for count, file in enumerate([file for file in list(linecache.cache) if file.startswith("<")], 1):
        yield _parsed(count, file, "".join(linecache.getlines(file)))


def _source_of(file: str) -> Optional[Source]:
    shell = _shell()
    number = getattr(getattr(shell, "compile", None), "_filename_map", {}).get(file)
    text = "".join(linecache.getlines(file))
    if not text:
        return None
    if number is not None:
        return _parsed(number, "cell In[{}]".format(number), text)
    known = [source for source in _sources() if "".join(source.lines) == text]
    return known[0] if known else _parsed(0, os.path.basename(file), text)


def _parsed(order: int, name: str, text: str) -> Source:
    try:
        return Source(order, name, text.splitlines(True), ast.parse(text).body)
    except (SyntaxError, ValueError):
        return Source(order, name, [], [])


def _first_line(statement: ast.stmt) -> int:
    """The first line of a statement, with its decorators."""
    decorators: List[ast.expr] = getattr(statement, "decorator_list", [])
    return min([statement.lineno, *[one.lineno for one in decorators]])


def _text_of(source: Source, statement: ast.stmt) -> Tuple[str, int]:
    """The lines of a statement, and the first of them."""
    start, end = _first_line(statement), statement.end_lineno or statement.lineno
    shared = [one for one in source.statements if one is not statement and start <= one.lineno <= end]
    if shared or statement.col_offset > 0:
        return ast.unparse(statement), start
    return "".join(source.lines[start - 1 : end]), start


def _bound(statement: ast.stmt) -> Set[str]:
    """The names that a statement at the top level defines; none of a loop and what may have other effects."""
    if isinstance(statement, _DEFINITIONS):
        return {statement.name}
    if isinstance(statement, _IMPORTS):
        return {alias.asname or alias.name.split(".")[0] for alias in statement.names}
    if isinstance(statement, (ast.Assign, ast.AnnAssign)):
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        return {node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name)}
    if isinstance(statement, (ast.If, ast.Try)):
        inner = [*statement.body, *statement.orelse]
        if isinstance(statement, ast.Try):
            inner += [*statement.finalbody, *[one for handler in statement.handlers for one in handler.body]]
        if all(isinstance(one, _PLAIN) for one in inner):
            return set().union(*map(_bound, inner))
    return set()


def _imports_of(source: Source, name: str, value: Any) -> List[str]:
    """The imports of a name in a source, unless it has a value of another type by now."""
    found = []
    for statement in source.statements:
        if isinstance(statement, _IMPORTS):
            names = [alias for alias in statement.names if (alias.asname or alias.name.split(".")[0]) == name]
            for alias in names:
                imported: Any = value if isinstance(value, ModuleType) else statement
                if isinstance(statement, ast.ImportFrom):
                    imported = getattr(sys.modules.get(statement.module or ""), alias.name, value)
                if type(imported) is not type(value):
                    continue
                one: Union[ast.Import, ast.ImportFrom] = ast.Import([alias])
                if isinstance(statement, ast.ImportFrom):
                    one = ast.ImportFrom(statement.module, [alias], statement.level)
                found.append(ast.unparse(one))
        elif name in _bound(statement) and isinstance(statement, (ast.If, ast.Try)):
            found.append(_text_of(source, statement)[0].rstrip("\n"))
    return found


def _names_in(text: str) -> Tuple[Set[str], Set[str]]:
    """The global names that a statement uses when it is executed, and those that its functions use later."""
    now: Set[str] = set()
    later: Set[str] = set()

    def visit(table: symtable.SymbolTable, names: Set[str]) -> None:
        is_top = table.get_type() == "module"
        names.update(
            one.get_name() for one in table.get_symbols() if one.is_referenced() and (is_top or one.is_global())
        )
        for inner in table.get_children():
            visit(inner, names if inner.get_type() == "class" else later)

    visit(symtable.symtable(text, "agent", "exec"), now)
    return now, later
