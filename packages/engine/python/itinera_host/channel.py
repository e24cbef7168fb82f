"""One JSON document per line, both ways, on pipes that the output of agents cannot reach."""

import os
import sys
from asyncio import CancelledError
from os import _exit, close, dup2, write
from threading import Lock, Thread, Timer

from .kept import json, keep_builtins

# Time for the process to end after `asbench` has closed its pipe or has ended.
_END_SECONDS = 5


class Channel:
    def __init__(self, loop):
        self._loop = loop
        self._read = os.fdopen(os.dup(0), "rb", buffering=1 << 16)
        self._write = os.dup(1)
        self._lock = Lock()
        self._waiting = {}
        self._next = 0
        # From here on standard input is empty and standard output goes to standard error, also for compiled modules.
        null = os.open(os.devnull, os.O_RDONLY)
        dup2(null, 0)
        close(null)
        dup2(2, 1)
        os.register_at_fork(after_in_child=self._mute)

    def _mute(self):
        """Silences a child process that an agent creates with `os.fork()`."""
        self._lock = Lock()
        null = os.open(os.devnull, os.O_RDWR)
        dup2(null, self._write)
        close(null)

    def send(self, message):
        text = json.dumps(message, ensure_ascii=False, allow_nan=False, default=_plain)
        data = (text + "\n").encode("utf-8", "replace")
        with self._lock:
            view = memoryview(data)
            try:
                while view:
                    view = view[write(self._write, view) :]
            except OSError:  # the reader has ended, or the agent has closed the pipe
                _exit(1)

    async def ask(self, message):
        """Sends a message and waits for its answer; notifies `asbench` if the agent stops waiting."""
        number, self._next = self._next, self._next + 1
        future = self._loop.create_future()
        self.send({**message, "call": number})
        self._waiting[number] = future
        try:
            return await future
        except CancelledError:
            self.send({"op": "abandon", "agent": message["agent"], "call": number})
            raise
        finally:
            self._waiting.pop(number, None)

    def answer(self, message):
        future = self._waiting.get(message["call"])
        if future is not None and not future.done():
            future.set_result(message)

    def start(self, on_message, on_end):
        def read():
            for line in self._read:
                self._loop.call_soon_threadsafe(on_message, json.loads(line))
            # An agent that blocks, or has stopped the loop, does not receive the end.
            last_resort = Timer(_END_SECONDS, _exit, [1])
            last_resort.daemon = True
            last_resort.start()
            self._loop.call_soon_threadsafe(on_end)

        Thread(target=read, daemon=True, name="itinera-reader").start()


def _plain(value):
    """Converts values that JSON lacks: numpy numbers and arrays, sets, and objects that convert themselves to data."""
    for method in ("tolist", "model_dump", "isoformat"):
        if hasattr(value, method):
            return getattr(value, method)()
    if isinstance(value, (set, frozenset)):
        return sorted(value, key=str)
    raise TypeError(f"not serialisable as JSON: {type(value).__name__}")


keep_builtins(sys.modules[__name__])
