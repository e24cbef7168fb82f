"""Finds the Node program and talks to it: one Node process per Python process."""

import atexit
import json
import os
import shutil
import struct
import subprocess
import sys
import threading
from typing import Any, Dict, List, Optional, Tuple

_LENGTHS = struct.Struct("<II")


class ItineraError(Exception):
    """A user error: the message says what is wrong and what to do."""


def node() -> str:
    """Returns the path of Node.js: ITINERA_NODE if set, else `node` on the PATH.

    Raises ItineraError if there is none.
    """
    found = os.environ.get("ITINERA_NODE") or shutil.which("node")
    if found is None:
        raise ItineraError(
            "itinera requires Node.js 20.19 or later, and there is no `node` on the PATH. "
            "Install it (https://nodejs.org, conda install nodejs, apt, brew, winget), or set ITINERA_NODE to its path."
        )
    return found


def program() -> str:
    """Returns the path of the command line program: ITINERA_ASBENCH if set, else the one in this package."""
    inside = os.path.join(os.path.dirname(os.path.abspath(__file__)), "_node", "asbench.js")
    found = os.environ.get("ITINERA_ASBENCH", inside)
    if not os.path.exists(found):
        raise ItineraError(
            "itinera: {} is missing. In a clone of the project, build it with: npm run python. "
            "Otherwise install the wheel again.".format(found)
        )
    return found


def command(*arguments: str) -> List[str]:
    """Returns the command line of an `asbench` command."""
    return [node(), program(), *arguments]


def run_json(*arguments: str) -> Any:
    """Runs an `asbench` command that prints JSON and returns its value. Messages go to standard error.

    Raises ItineraError with the command's message if it fails.
    """
    done = subprocess.run(command(*arguments), stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    messages = done.stderr.decode("utf-8", "replace").strip()
    try:
        answer = json.loads(done.stdout.decode("utf-8"))
    except ValueError:
        raise ItineraError(messages or "asbench {} exited with code {}".format(arguments[0], done.returncode)) from None
    if messages:
        print(messages, file=sys.stderr)
    return answer


class Bridge:
    """A Node process that waits for requests. Threads take turns; a forked process starts its own."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: Optional["subprocess.Popen[bytes]"] = None
        self._owner = 0

    def ask(self, head: Dict[str, Any], *body: Any) -> Tuple[Dict[str, Any], bytes]:
        """Sends a head and bytes, and waits for the answer.

        Raises the error in the answer: ValueError, TypeError, ZeroDivisionError or ItineraError.
        """
        with self._lock:
            process = self._started()
            try:
                answer, data = _exchange(process, json.dumps(head).encode("utf-8"), body)
            except (OSError, EOFError) as fault:
                self._forget(process)
                raise ItineraError(
                    "itinera: the Node process ended ({}). Check that `{} --version` prints 20.19 or later.".format(fault, node())
                ) from None
            except BaseException:
                # The rest of a half-read answer would be read as the next one.
                self._forget(process)
                raise
        error = answer.get("error")
        if error is not None:
            raise _KINDS.get(error["kind"], RuntimeError)(error["message"])
        return answer, data

    def close(self) -> None:
        """Ends the process; the next request starts another."""
        with self._lock:
            if self._process is not None and self._owner == os.getpid():
                self._forget(self._process)

    def _started(self) -> "subprocess.Popen[bytes]":
        if self._process is not None and self._process.poll() is not None:
            self._forget(self._process)
        if self._process is None or self._owner != os.getpid():
            self._process = subprocess.Popen(command("bridge"), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            self._owner = os.getpid()
        return self._process

    def _forget(self, process: "subprocess.Popen[bytes]") -> None:
        self._process = None
        for pipe in (process.stdin, process.stdout):
            try:
                if pipe is not None:
                    pipe.close()
            except OSError:
                pass
        try:
            process.wait(2)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


_KINDS = {
    "ValueError": ValueError,
    "TypeError": TypeError,
    "ZeroDivisionError": ZeroDivisionError,
    "ItineraError": ItineraError,
}


def _exchange(process: "subprocess.Popen[bytes]", head: bytes, body: Tuple[Any, ...]) -> Tuple[Dict[str, Any], bytes]:
    sent, got = process.stdin, process.stdout
    assert sent is not None and got is not None
    sent.write(_LENGTHS.pack(len(head), sum(memoryview(part).nbytes for part in body)) + head)
    for part in body:
        sent.write(part)
    sent.flush()
    head_length, body_length = _LENGTHS.unpack(_read(got, _LENGTHS.size))
    return json.loads(_read(got, head_length).decode("utf-8")), _read(got, body_length)


def _read(pipe: Any, length: int) -> bytes:
    data = pipe.read(length)
    if len(data) != length:
        raise EOFError("no answer")
    return bytes(data)


bridge = Bridge()
atexit.register(bridge.close)
# After a fork, the child must not wait for a thread that only the parent has.
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=lambda: bridge.__init__())  # type: ignore[misc]


def main() -> None:
    """The command `asbench`."""
    try:
        words = command(*sys.argv[1:])
    except ItineraError as error:
        sys.exit(str(error))
    sys.exit(subprocess.call(words))
