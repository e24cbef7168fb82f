"""Protects the process from its agents: event loop, tasks, builtins, memory and forks."""

import asyncio
import builtins
import ctypes
import os
import signal
import sys
from os import read, write
from time import monotonic

from .isolation import current
from .kept import keep_builtins

_PR_SET_PDEATHSIG = 1
_PAGE_BYTES = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


def end_with_parent():
    """Makes the kernel kill this process when its parent ends, even in an endless computation (Linux only)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def end_copies():
    """Makes child processes of `os.fork()` end with this process."""
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=end_with_parent)


def limit_memory(limit_bytes):
    """Makes allocations beyond the limit fail with `MemoryError`."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    kind = getattr(resource, "RLIMIT_DATA", None)
    if kind is None:
        return
    _, most = resource.getrlimit(kind)
    try:
        resource.setrlimit(kind, (limit_bytes if most < 0 else min(limit_bytes, most), most))
    except (ValueError, OSError):
        pass


def resident_bytes():
    """Returns the resident memory of this process; 0 if unknown."""
    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[1]) * _PAGE_BYTES
    except (OSError, ValueError, IndexError):
        return 0


_Loop = asyncio.ProactorEventLoop if sys.platform == "win32" else asyncio.SelectorEventLoop


class HostLoop(_Loop):
    """The event loop that all people share; none of them can stop or close it, or replace its clock and its sockets."""

    def time(self):
        return monotonic()

    if sys.platform != "win32":

        def _write_to_self(self):
            if self._csock is not None:
                try:
                    write(self._csock.fileno(), b"\0")
                except OSError:
                    pass  # the loop wakes up anyway: it has bytes to read

        def _read_from_self(self):
            try:
                while True:
                    data = read(self._ssock.fileno(), 4096)
                    if not data:
                        break
                    self._process_self_data(data)
            except OSError:
                pass  # everything is read

    def stop(self):
        _refuse("loop.stop()")
        super().stop()

    def close(self):
        _refuse("loop.close()")
        super().close()

    def set_task_factory(self, factory):
        _refuse("loop.set_task_factory()")
        super().set_task_factory(factory)


def _refuse(what):
    if current.get() is not None:
        raise RuntimeError(f"{what} would affect everyone in this process and is not permitted")


def separate_tasks(owner_of):
    """Limits `asyncio.all_tasks()` to the tasks of the calling person. `owner_of` returns the person of a task."""
    all_tasks = asyncio.all_tasks

    def own_tasks(loop=None):
        tasks, person = all_tasks(loop), current.get()
        return tasks if person is None else {task for task in tasks if owner_of(task) is person}

    asyncio.all_tasks = asyncio.tasks.all_tasks = own_tasks


class Builtins:
    """A copy of the original builtins: an agent that replaces one changes it for everyone, including the host."""

    def __init__(self):
        self._real = vars(builtins)
        self._kept = dict(self._real)

    def restore(self):
        """Restores replaced or removed builtins. Returns their names, mostly none."""
        real, kept = self._real, self._kept
        # Fast, since the objects are mostly identical. No builtin may be used before they are restored.
        if real == kept:
            return []
        changed = []
        for name in kept:
            if name not in real or real[name] is not kept[name]:
                changed.append(name)
        if changed:
            real.update(kept)
        return changed


keep_builtins(sys.modules[__name__])
