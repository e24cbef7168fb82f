"""Finds what looks like a key or a password in the code of an agent, since the run folder would keep it."""

import ast
import re
from typing import Iterator, Optional, Tuple

#: Forms of the keys of providers and services.
_KEY = re.compile(
    r"\b(?:sk-[\w-]{16,}|gsk_\w{16,}|hf_\w{16,}|gh[oprsu]_\w{16,}|github_pat_\w{16,}|glpat-[\w-]{16,}|xox[abprs]-[\w-]{10,}"
    r"|AKIA[0-9A-Z]{16}|AIza[\w-]{30,}|eyJ[\w-]{10,}\.eyJ[\w-]{10,})|-----BEGIN [A-Z ]*PRIVATE KEY"
)
_SECRET_NAME = re.compile(r"api_?key|access_?key|secret(?!ar)|password|passwd|token(?!i|s|_?type)", re.IGNORECASE)
_SECRET = re.compile(r"[^\s$]{6,}")
#: What local servers take instead of keys.
_PLACEHOLDERS = ("ollama", "lm-studio", "not-needed", "no-key-required")


def refuse_keys(agent: str, file: str, text: str) -> None:
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
