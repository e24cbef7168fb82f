"""Finds calls whose result is never awaited: discarded, assigned to an unused name, or used as a plain value."""

import ast

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
# A value passes through these to its user.
_CARRIERS = (
    ast.List, ast.Tuple, ast.Set, ast.Dict, ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp, ast.IfExp,
    ast.BoolOp, ast.Starred,
)
# These use a value at once.
_READERS = (ast.Compare, ast.BinOp, ast.UnaryOp, ast.FormattedValue, ast.Subscript)


def thrown_away(function, returns_to_host):
    """Yields such calls of a function, without nested functions. `returns_to_host`: its return value is not awaited."""
    parents, read = {}, set()
    waiting = [function]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            read.add(node.id)
        for child in ast.iter_child_nodes(node):
            parents[child] = node
            waiting.append(child)
    for call in parents:
        if isinstance(call, ast.Call) and _owner(call, parents) is function and _is_lost(call, parents, read, returns_to_host):
            yield call


def _owner(node, parents):
    node = parents[node]
    while not isinstance(node, _FUNCTIONS):
        node = parents[node]
    return node


def _is_lost(call, parents, read, returns_to_host):
    node, parent = call, parents[call]
    while isinstance(parent, _CARRIERS) and not (isinstance(parent, ast.IfExp) and node is parent.test):
        node, parent = parent, parents[parent]
    if isinstance(parent, ast.Expr):
        return True
    if isinstance(parent, ast.Return):
        return returns_to_host and node is call
    if isinstance(parent, (ast.Assign, ast.AnnAssign, ast.NamedExpr)):
        targets = parent.targets if isinstance(parent, ast.Assign) else [parent.target]
        return all(isinstance(target, ast.Name) and target.id not in read for target in targets)
    if isinstance(parent, (ast.If, ast.While, ast.IfExp, ast.Assert)) and node is parent.test:
        return True
    return node is call and isinstance(parent, _READERS) and not (isinstance(parent, ast.Subscript) and node is parent.slice)
