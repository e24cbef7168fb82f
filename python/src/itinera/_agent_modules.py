"""Copies the modules that an agent uses and that its process would not find."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from typing import Dict, Iterator, List, Tuple

from ._agent_keys import refuse_keys
from ._bases import HOST, ORIGINALS

#: Files and bytes of a package that is copied.
_MOST_FILES = 1000
_MOST_BYTES = 50_000_000
#: Folders of installed modules, which the process of agents finds too.
_INSTALLED = tuple({os.path.join(path, "") for name, path in sysconfig.get_paths().items() if name.endswith("lib") or name == "stdlib"})
_PACKAGES = re.compile(r"[/\\](site|dist)-packages[/\\]")


def copy_modules(agent: str, text: str, folder: str) -> None:
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
                    refuse_keys(agent, os.path.relpath(file, root), texts[-1])


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
