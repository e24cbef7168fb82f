"""Runs notebooks and compares their outputs with the recorded ones: run_notebooks.py [--write] [--jupyter] FILES.

--write records the outputs. --jupyter runs them with Jupyter's nbclient, otherwise this program executes the cells.
"""

import ast
import contextlib
import difflib
import io
import json
import linecache
import os
import shutil
import sys
import tempfile
import types


def outputs_of(source, names, folder, number):
    """The outputs of a cell: what it prints, and its last value unless the cell ends with a semicolon."""
    module = ast.parse(source)
    name = "<cell {}>".format(number)
    linecache.cache[name] = len(source), None, source.splitlines(True), name
    last = (
        module.body[-1]
        if module.body and isinstance(module.body[-1], ast.Expr) and not source.rstrip().endswith(";")
        else None
    )
    if last is not None:
        module.body.pop()
    printed, value = io.StringIO(), None
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(io.StringIO()):
        exec(compile(module, name, "exec"), names)
        if last is not None:
            value = eval(compile(ast.Expression(last.value), name, "eval"), names)
    outputs = []
    if printed.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream", "text": lines(printed.getvalue(), folder)})
    if value is not None:
        data = {"text/plain": lines(repr(value), folder)}
        if hasattr(value, "_repr_html_"):
            data = {"text/html": lines(value._repr_html_(), folder), **data}
        outputs.append({"data": data, "execution_count": None, "metadata": {}, "output_type": "execute_result"})
    return outputs


def lines(text, folder):
    return text.replace(os.path.realpath(folder), ".").splitlines(keepends=True)


def executed(notebook, folder):
    """The outputs of each code cell."""
    sys.modules["__main__"] = types.ModuleType("__main__")
    for number, cell in enumerate([cell for cell in notebook["cells"] if cell["cell_type"] == "code"], 1):
        yield outputs_of("".join(cell["source"]), vars(sys.modules["__main__"]), folder, number)


def executed_by_jupyter(notebook, folder):
    """The same by Jupyter, without what it notes about itself and messages on standard error."""
    import nbclient
    import nbformat

    # The kernel may be another Python.
    os.environ["PYTHONPATH"] = os.pathsep.join(sys.path)
    parsed = nbformat.reads(json.dumps(notebook), as_version=4)
    ran = nbclient.NotebookClient(parsed, resources={"metadata": {"path": folder}}).execute()
    for cell in ran["cells"]:
        if cell["cell_type"] == "code":
            outputs = [output for output in cell["outputs"] if output.get("name") != "stderr"]
            for output in outputs:
                if "text" in output:
                    output["text"] = lines(output["text"], folder)
                for kind, text in output.get("data", {}).items():
                    output["data"][kind] = lines(text, folder)
            yield json.loads(json.dumps(outputs, sort_keys=True))


def run(path, execute):
    """The notebook with new outputs."""
    with open(path, encoding="utf-8") as file:
        notebook = json.load(file)
    before = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        if "ITINERA_HOME" in os.environ:
            # Demo data that are prepared already.
            for part in ("demo", "cache"):
                shutil.copytree(
                    os.path.join(os.environ["ITINERA_HOME"], part), os.path.join(".agentsociety-benchmark", part)
                )
        try:
            made = list(execute(notebook, folder))
        finally:
            os.chdir(before)
    for i, cell in enumerate(cell for cell in notebook["cells"] if cell["cell_type"] == "code"):
        cell.update(execution_count=i + 1, outputs=made[i])
        for output in cell["outputs"]:
            if "execution_count" in output:
                output["execution_count"] = i + 1
    return json.dumps(notebook, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def main(words):
    write = "--write" in words
    execute = executed_by_jupyter if "--jupyter" in words else executed
    different = 0
    for path in [word for word in words if not word.startswith("--")]:
        text = run(path, execute)
        with open(path, encoding="utf-8") as file:
            recorded = file.read()
        if write:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        elif text != recorded:
            different += 1
            sys.stdout.writelines(
                difflib.unified_diff(recorded.splitlines(True), text.splitlines(True), path, "now", n=1)
            )
        print(os.path.basename(path), "written" if write else "differs" if text != recorded else "as recorded")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
