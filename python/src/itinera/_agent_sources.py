"""The source of a notebook or a program: its cells, their statements, and the names that these define and use."""

import ast
import builtins
import linecache
import os
import symtable
import sys
from types import ModuleType
from typing import Any, Iterator, List, NamedTuple, Optional, Set, Tuple, Union

IMPORTS = (ast.Import, ast.ImportFrom)
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
#: Statements that may be in an `if` or `try` at the top level that is carried.
_PLAIN = (*IMPORTS, *DEFINITIONS, ast.Assign, ast.AnnAssign, ast.Pass, ast.Raise, ast.If, ast.Try)


class Source(NamedTuple):
    """A cell or a program: its place in the order of execution, its name in messages, and its statements."""

    order: int
    name: str
    lines: List[str]
    statements: List[ast.stmt]


def codes_of(value: Any) -> Iterator[Any]:
    """The code of a function, or of the functions of a class."""
    for each in vars(value).values() if isinstance(value, type) else (value,):
        each = getattr(each, "fget", None) or getattr(each, "__func__", None) or each
        code = getattr(each, "__code__", None)
        if code is not None:
            yield code


def statement_of(value: Any, name: str) -> Optional[Tuple[Source, ast.stmt]]:
    """The statement at the top level that defines a class or a function: by its code, else the last one with its name."""
    for code in codes_of(value):
        source = _source_of(code.co_filename)
        for statement in source.statements if source else ():
            if statement.lineno <= code.co_firstlineno <= (statement.end_lineno or 0) or (
                _first_line(statement) <= code.co_firstlineno <= statement.lineno
            ):
                if source and value.__name__ in bound(statement) | ({name} if value.__name__ == "<lambda>" else set()):
                    return source, statement
    for source in reversed(list(sources())):
        for statement in reversed(source.statements):
            if name in bound(statement) and not isinstance(statement, IMPORTS):
                return source, statement
    return None


def _shell() -> Any:
    """The running IPython, if there is one."""
    find = getattr(builtins, "get_ipython", None) or vars(sys.modules["__main__"]).get("get_ipython")
    return find() if find else None


def sources() -> Iterator[Source]:
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
    known = [source for source in sources() if "".join(source.lines) == text]
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


def text_of(source: Source, statement: ast.stmt) -> Tuple[str, int]:
    """The lines of a statement, and the first of them."""
    start, end = _first_line(statement), statement.end_lineno or statement.lineno
    shared = [one for one in source.statements if one is not statement and start <= one.lineno <= end]
    if shared or statement.col_offset > 0:
        return ast.unparse(statement), start
    return "".join(source.lines[start - 1 : end]), start


def bound(statement: ast.stmt) -> Set[str]:
    """The names that a statement at the top level defines; none of a loop and what may have other effects."""
    if isinstance(statement, DEFINITIONS):
        return {statement.name}
    if isinstance(statement, IMPORTS):
        return {alias.asname or alias.name.split(".")[0] for alias in statement.names}
    if isinstance(statement, (ast.Assign, ast.AnnAssign)):
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        return {node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name)}
    if isinstance(statement, (ast.If, ast.Try)):
        inner = [*statement.body, *statement.orelse]
        if isinstance(statement, ast.Try):
            inner += [*statement.finalbody, *[one for handler in statement.handlers for one in handler.body]]
        if all(isinstance(one, _PLAIN) for one in inner):
            return set().union(*map(bound, inner))
    return set()


def imports_of(source: Source, name: str, value: Any) -> List[str]:
    """The imports of a name in a source, unless it has a value of another type by now."""
    found = []
    for statement in source.statements:
        if isinstance(statement, IMPORTS):
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
        elif name in bound(statement) and isinstance(statement, (ast.If, ast.Try)):
            found.append(text_of(source, statement)[0].rstrip("\n"))
    return found


def names_in(text: str) -> Tuple[Set[str], Set[str]]:
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
