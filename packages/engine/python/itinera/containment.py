"""Keeps an agent from taking the process down with it: its loop, its tasks, its builtins, its memory and its copies."""

import asyncio
import builtins
import ctypes
import os
import signal
import sys

from .isolation import current

_PR_SET_PDEATHSIG = 1
_PAGE_BYTES = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


def end_with_parent():
    """Lets the kernel end this process when its parent ends, also one that computes without end (Linux alone)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def end_copies():
    """Lets a copy that an agent makes by `os.fork()` end with this process."""
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=end_with_parent)


def limit_memory(limit_bytes):
    """Lets what is asked for beyond the limit fail as `MemoryError` in whoever asks for it."""
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
    """The memory that this process holds; 0 where it cannot be told."""
    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[1]) * _PAGE_BYTES
    except (OSError, ValueError, IndexError):
        return 0


_Loop = asyncio.ProactorEventLoop if sys.platform == "win32" else asyncio.SelectorEventLoop


class HostLoop(_Loop):
    """The loop that all people share, of which none may dispose."""

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
        raise RuntimeError(f"{what} would end everybody who shares this process, so it is not possible here")


def separate_tasks(owner_of):
    """Lets `asyncio.all_tasks()` tell a person of its own tasks alone. `owner_of` gives the person of a task."""
    all_tasks = asyncio.all_tasks

    def own_tasks(loop=None):
        tasks, person = all_tasks(loop), current.get()
        return tasks if person is None else {task for task in tasks if owner_of(task) is person}

    asyncio.all_tasks = asyncio.tasks.all_tasks = own_tasks


class Builtins:
    """The builtins as they were: an agent that replaces one changes it for everybody, this process itself included."""

    def __init__(self):
        self._real = vars(builtins)
        self._kept = dict(self._real)

    def restore(self):
        """Puts back what was replaced or taken away, and gives its names: mostly none."""
        real, kept = self._real, self._kept
        # Quick, since it is mostly the same objects. No builtin may be used before they are back.
        if real == kept:
            return []
        changed = []
        for name in kept:
            if name not in real or real[name] is not kept[name]:
                changed.append(name)
        if changed:
            real.update(kept)
        return changed
