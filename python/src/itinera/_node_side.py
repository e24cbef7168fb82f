"""Finds the Node program and talks to it: one Node process per Python process."""

import atexit
import json
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import threading
import warnings
from functools import partial
from typing import Any, Callable, Dict, Iterable, List, Optional, Sequence, Tuple

_LENGTHS = struct.Struct("<II")
_CHUNK = 1 << 16
#: Seconds before a command that was asked to stop is stopped.
_PATIENCE = 3


class ItineraError(Exception):
    """A user error: the message states the fault and the next step."""


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


def run_json(*arguments: str, said: Callable[[str], str] = str) -> Any:
    """Runs an `asbench` command that prints JSON and returns its value. Reasons to doubt the result become warnings; other messages go to standard error.

    said: how messages are put.

    Raises ItineraError with the command's message if it fails.
    """
    output, messages, code = _run(arguments)
    try:
        answer = json.loads(output)
    except ValueError:
        raise _failed(arguments, messages, code) from None
    for result in answer if isinstance(answer, list) else [answer]:
        limits = result.get("warnings", ())
        # Those of a validation are groups of lines.
        if limits and all(isinstance(text, str) for text in limits):
            result["warnings"] = [in_python(said(text)) for text in limits]
            warn(result["warnings"])
    _tell(said(messages), warns=False)
    return answer


class ResultWarning(UserWarning):
    """A result is invalid or limited, with the reason."""


#: How the names of folders begin whose files callers do not see.
WORK_FOLDER = "itinera-work-"

_ADVICE = " To exit with code 0 anyway, pass --allow-problems."


def warn(limits: Iterable[str]) -> None:
    """Warns of the limits of a result, at the line outside this package."""
    for text in limits:
        warnings.warn(text, ResultWarning, stacklevel=_outside())


def _tell(messages: str, warns: bool) -> None:
    """Prints messages on standard error. warns: whether to warn of those that limit a result; otherwise the result has them."""
    for line in filter(None, messages.splitlines()):
        if line.startswith(("Wrote ", "Replaced ")) and WORK_FOLDER in line:
            continue
        line = in_python(line)
        if line.startswith(("Warning: ", "INVALID RESULT: ")):
            if warns:
                warn([line[len("Warning: ") :] if line.startswith("Warning: ") else line.replace(_ADVICE, "")])
        else:
            print(line, file=sys.stderr)


def _outside() -> int:
    """The level of the first frame outside this package, so that a warning shows the user's line."""
    frame, level = sys._getframe(1), 1
    here = os.path.dirname(os.path.abspath(__file__))
    while frame.f_back is not None and os.path.abspath(frame.f_code.co_filename).startswith(here):
        frame, level = frame.f_back, level + 1
    return level


def run_text(*arguments: str) -> str:
    """Runs an `asbench` command and returns what it prints. Reasons to doubt the result become warnings; other messages, such as the files that it wrote, go to standard error.

    Raises ItineraError with the command's message if it fails.
    """
    output, messages, code = _run(arguments)
    if code != 0:
        invalid = [line.replace(_ADVICE, "") for line in output.splitlines() if line.startswith("INVALID RESULT: ")]
        raise _failed(arguments, messages, code, invalid)
    _tell(messages, warns=True)
    return output


def _failed(arguments: Sequence[str], messages: str, code: int, invalid: Sequence[str] = ()) -> ItineraError:
    """The error of a command. invalid: lines of its output that say why a result is invalid."""
    # The advice at the end of a usage error is for the command line.
    text = messages.split("\nAdd --help")[0]
    text = text[len("error: ") :] if text.startswith("error: ") else text
    # The fault is what an exception says; the notice of data that do not exist comes before it on the command line.
    text = re.sub(r"^(?:SYNTHETIC .*\n)+(?=.)", "", text)
    said = "\n".join(filter(None, [*invalid, text]))
    return ItineraError(in_python(said) or "asbench {} exited with code {}".format(arguments[0], code))


#: Options whose arguments have other names in Python.
_ARGUMENTS = {"draw": "people", "seeds": "repeat", "only-days": "days", "home-dir": "home"}
_OPTION = r"(?:-\w, )?--([a-z][\w-]*)"
#: What the command line says of options, and what Python says of arguments.
_SAID = (
    (r"unknown option '{0}'(?:\n\(Did you mean {0}\?\))?".format(_OPTION), "{0}: unknown argument", ". Did you mean {1}?"),
    (r"option '{}[^']*' (?:argument|value) ".format(_OPTION), "{0}: ", ""),
    (r"required option '{}[^']*' not specified".format(_OPTION), "{0}: missing", ""),
    (r"command-argument value (\S+) is invalid for argument '(\w+)'", "{1}: {0} is invalid", ""),
    # Not inside paths and values.
    (r"(?<![^\s('\"]){}(?![^\s.,:;)'\"])".format(_OPTION), "{0}", ""),
)


def in_python(message: str) -> str:
    """The message with arguments of Python instead of options, except in the commands that it names, and no work folder."""
    parts = re.split(r"(\basbench [^\n`]*)", _without_work_folder(message))
    parts[::2] = [_COLUMNS.sub(_columns, part) for part in parts[::2]]
    for said, argument, more in _SAID:
        parts[::2] = [re.sub(said, partial(_argument, argument, more), part) for part in parts[::2]]
    return "".join(parts)


def _without_work_folder(message: str) -> str:
    # The folder of temporary files may contain spaces, and its path may be quoted as in JSON, or begin with the target of a link.
    names = re.split(r"[/\\]", tempfile.gettempdir())
    temporary = r"(?:/private)?" + r"[/\\]+".join(map(re.escape, names))
    path = r"(?:{}[/\\]+|[^\s\"'(]*){}\w+[/\\]+".format(temporary, WORK_FOLDER)
    # Tables in it are named after the arguments that they hold.
    return re.sub(path, "", re.sub(path + r"(\w+)\.[ct]sv\b", r"\1", message))


_COLUMNS = re.compile(r"--((?:\w+-)?columns) ((?:\w+=[\w ]*\w,?)+)")


def _columns(found: "re.Match[str]") -> str:
    pairs = dict(pair.split("=", 1) for pair in found[2].rstrip(",").split(",") if "=" in pair)
    return "{}={}".format(found[1].replace("-", "_"), json.dumps(pairs))


def _argument(argument: str, more: str, found: "re.Match[str]") -> str:
    words = [word for word in found.groups() if word is not None]
    # Values stay as they are, in quotes.
    names = [word if word.startswith("'") else _ARGUMENTS.get(word, word).replace("-", "_") for word in words]
    return (argument + (more if len(names) > 1 else "")).format(*names)


def _run(arguments: Sequence[str]) -> Tuple[str, str, int]:
    """The output, messages and exit code of a command, which never outlives this call."""
    # Without standard input, which belongs to this program.
    process = subprocess.Popen(
        command(*arguments), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    try:
        output, messages = process.communicate()
    except KeyboardInterrupt:
        raise _interrupted(_end(process)) from None
    except BaseException:
        _end(process)
        raise
    return output.decode("utf-8", "replace"), messages.decode("utf-8", "replace").strip(), process.returncode


def _end(process: "subprocess.Popen[bytes]") -> bytes:
    """Ends a command: Ctrl-C reaches it too, and lets a run stop so that it can be resumed. Returns its output."""
    for end in (process.poll, process.terminate):
        end()
        try:
            return process.communicate(timeout=_PATIENCE)[0]
        except subprocess.TimeoutExpired:
            continue
    # Closes its pipes and waits for its end.
    with process:
        process.kill()
    return b""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during a call: shown as a line instead of a stack."""

    def _render_traceback_(self) -> List[str]:
        return [str(self)]


def _interrupted(output: bytes = b"") -> Interrupted:
    """The interrupt of a call, with the run that it stopped."""
    before = sys.excepthook

    def show(kind: Any, error: BaseException, trace: Any) -> None:
        if isinstance(error, Interrupted):
            print(error, file=sys.stderr)
        else:
            before(kind, error, trace)

    sys.excepthook = show
    try:
        folder = json.loads(output)["folder"]
    except (ValueError, TypeError, LookupError):
        return Interrupted("Interrupted.")
    # The home knows that the user has named the agent, and which Python runs it.
    around = os.path.dirname(folder)
    home = '"--home-dir", {!r}, '.format(os.path.dirname(around)) if os.path.basename(around) == "runs" else ""
    return Interrupted('Interrupted. To finish the run: itinera.asbench({}"runs", "resume", {!r})'.format(home, folder))


class Bridge:
    """A Node process that waits for requests. Threads take turns; a forked process starts its own."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: Optional["subprocess.Popen[bytes]"] = None
        self._owner = 0

    def ask(self, head: Dict[str, Any], *body: bytes) -> Tuple[Dict[str, Any], bytes]:
        """Sends a head and bytes, and waits for the answer. A process that has ended is replaced once.

        Raises the error in the answer: ValueError, TypeError, ZeroDivisionError or ItineraError.
        """
        text = json.dumps(head).encode("ascii")
        text += b" " * (-len(text) % 8)
        request = [_LENGTHS.pack(len(text), sum(map(len, body))) + text, *body]
        if sum(map(len, request)) <= _CHUNK:
            request = [b"".join(request)]
        with self._lock:
            try:
                answer, data = self._exchange(request)
            except KeyboardInterrupt:
                raise _interrupted() from None
            except (OSError, EOFError):
                try:
                    answer, data = self._exchange(request)
                except (OSError, EOFError) as fault:
                    raise ItineraError(
                        "itinera: the Node process ended ({}). Check that `{} --version` prints 20.19 or later.".format(
                            fault, node()
                        )
                    ) from None
        error = answer.get("error")
        if error is not None:
            raise _KINDS.get(error["kind"], RuntimeError)(error["message"])
        return answer, data

    def close(self) -> None:
        """Ends the process; the next request starts another. A process that is busy for another thread ends when it is done."""
        if self._lock.acquire(timeout=1):
            try:
                if self._process is not None and self._owner == os.getpid():
                    self._forget(self._process)
            finally:
                self._lock.release()

    def leave(self) -> None:
        """Leaves the process to the parent of this forked process."""
        process = self._process
        self.__init__()  # type: ignore[misc]
        if process is not None:
            process.returncode = 0  # Else Python warns that it still runs.
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    pipe.close()

    def _exchange(self, request: List[bytes]) -> Tuple[Dict[str, Any], bytes]:
        process = self._started()
        try:
            assert process.stdin is not None and process.stdout is not None
            for part in request:
                _write(process.stdin.fileno(), part)
            file = process.stdout.fileno()
            answer = _read(file, b"", _LENGTHS.size)
            length, body_length = _LENGTHS.unpack_from(answer)
            start = _LENGTHS.size + length
            answer = _read(file, answer, start + body_length)
            return json.loads(answer[_LENGTHS.size : start]) if length > 2 else {}, answer[start:]
        except BaseException:
            # The rest of a half-read answer would be read as the next one.
            self._forget(process)
            raise

    def _started(self) -> "subprocess.Popen[bytes]":
        if self._process is None or self._owner != os.getpid():
            # Without buffers: a forked process must not send what its parent was about to.
            self._process = subprocess.Popen(
                command("bridge"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
            )
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


def _write(file: int, data: bytes) -> None:
    sent = os.write(file, data)
    while sent < len(data):
        sent += os.write(file, memoryview(data)[sent:])


def _read(file: int, data: bytes, length: int) -> bytes:
    """Reads until there are `length` bytes; `data` was read before."""
    if len(data) >= length:
        return data
    parts, got = [data], len(data)
    while got < length:
        parts.append(os.read(file, max(_CHUNK, length - got)))
        if not parts[-1]:
            raise EOFError("no answer")
        got += len(parts[-1])
    return b"".join(parts)


bridge = Bridge()
atexit.register(bridge.close)
# After a fork, the child must not wait for a thread that only the parent has.
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=bridge.leave)


def main() -> None:
    """The command `asbench`."""
    try:
        words = command(*sys.argv[1:])
    except ItineraError as error:
        sys.exit(str(error))
    if os.name == "posix":
        # Node takes the place of this process, so signals reach it.
        os.execvp(words[0], words)
    sys.exit(subprocess.call(words))
