"""Keeps people apart who share a process: their random numbers, what they print, and how long they may block."""

import asyncio
import collections.abc
import contextvars
import ctypes
import functools
import io
import itertools
import os
import random
import sys
import threading
import time
import warnings

current = contextvars.ContextVar("itinera_person", default=None)
_INSIDE = os.path.dirname(os.path.abspath(__file__))
_ASYNCIO = os.path.dirname(os.path.abspath(asyncio.__file__))


class StepBlocked(BaseException):
    """Raised inside an agent that computes for longer than a step may take."""

    def __str__(self):
        return "computed for longer than a step may take"


class Randomness:
    """Gives each person its own state of the global generators of `random` and `numpy.random`.

    States are swapped when control passes to another person, so that draws do not depend on interleaving. Generators
    that are made without a seed take it from the global one.
    """

    def __init__(self):
        self._owner = None
        seed = random.Random.seed

        def seed_from_person(self, a=None, version=2):
            seed(self, random.getrandbits(64) if a is None else a, version)

        random.Random.seed = seed_from_person
        random.seed = random._inst.seed
        # What a file draws while it is imported is the same in every process.
        random.seed(0)

    def enter(self, person):
        if person is self._owner:
            return
        numpy = sys.modules.get("numpy")
        legacy = getattr(numpy, "random", None)
        if self._owner is not None:
            self._owner.random_state = random.getstate()
            if legacy is not None:
                self._owner.numpy_state = legacy.get_state()
        if person.random_state is None:
            random.seed(person.seed)
        else:
            random.setstate(person.random_state)
        if legacy is not None:
            if person.numpy_state is None:
                legacy.seed(person.seed % 2**32)
            else:
                legacy.set_state(person.numpy_state)
        self._owner = person


def tame_numpy():
    """Imports numpy, when it is there, so that what an agent's file draws from it at import is the same in every process."""
    try:
        from numpy import random as numpy_random
    except ImportError:
        return
    numpy_random.seed(0)
    default_rng = numpy_random.default_rng

    def default_rng_from_person(seed=None):
        return default_rng(random.getrandbits(64) if seed is None else seed)

    numpy_random.default_rng = functools.wraps(default_rng)(default_rng_from_person)


def place_of_agent():
    """The innermost line under way that is the agent's; None when there is none."""
    frame = sys._getframe(1)
    while frame is not None and frame.f_code.co_filename.startswith((_INSIDE, _ASYNCIO, "<frozen")):
        frame = frame.f_back
    return None if frame is None else f"{os.path.basename(frame.f_code.co_filename)}:{frame.f_lineno}"


class Watchdog(threading.Thread):
    """Interrupts an agent that blocks the process, and says so when it does not stop or takes all memory."""

    def __init__(self, main_thread_id, on_stuck, on_alive, is_over_memory):
        super().__init__(daemon=True, name="itinera-watchdog")
        self._main, self._on_stuck, self._on_alive = main_thread_id, on_stuck, on_alive
        self._is_over_memory = is_over_memory
        self._lock = threading.Lock()
        self._busy = None
        self._last = None

    def begin(self, person):
        self._last = person
        self._busy = [person, time.monotonic() + person.limit_seconds, 0]

    def end(self):
        with self._lock:
            self._busy = None

    def place(self):
        """Where the main thread is: the innermost line that is not of this package."""
        frame = sys._current_frames().get(self._main)
        while frame is not None and frame.f_code.co_filename.startswith((_INSIDE, "<frozen")):
            frame = frame.f_back
        return None if frame is None else f"{os.path.basename(frame.f_code.co_filename)}:{frame.f_lineno}"

    def run(self):
        for look in itertools.count():
            time.sleep(0.25)
            if look % 4 == 0:
                self._on_alive()
            if self._last is not None and self._is_over_memory():
                self._on_stuck(self._last, "memory")
            with self._lock:
                busy = self._busy
                if busy is None or time.monotonic() < busy[1]:
                    continue
                busy[1], busy[2] = time.monotonic() + 2, busy[2] + 1
                if busy[2] <= 2:
                    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._main), ctypes.py_object(StepBlocked))
            if busy[2] > 2:
                self._on_stuck(busy[0], "blocked")


# Not looked up when they are needed, for an agent may have replaced them.
_PID, _getpid, _exit = os.getpid(), os.getpid, os._exit


class _Driver(collections.abc.Coroutine):
    """A coroutine whose every stretch of running belongs to one person."""

    def __init__(self, inner, person, randomness, watchdog, builtins):
        self._inner, self._person, self._randomness, self._watchdog = inner, person, randomness, watchdog
        self._builtins = builtins

    def _run(self, resume, *arguments):
        self._randomness.enter(self._person)
        self._watchdog.begin(self._person)
        try:
            return resume(*arguments)
        finally:
            self._person.replaced += self._builtins.restore()
            self._watchdog.end()
            if _getpid() != _PID:  # a copy made by `os.fork()` that has come back
                _exit(0)

    def send(self, value):
        return self._run(self._inner.send, value)

    def throw(self, *error):
        return self._run(self._inner.throw, *error)

    def close(self):
        return self._inner.close()

    def __await__(self):
        return self

    def __iter__(self):
        return self

    def __next__(self):
        return self.send(None)


def _note_failure(person, tick, task):
    # Nobody has had the time to look at it yet; whoever awaits the task does so later.
    if not task.cancelled() and task._log_traceback:
        person.failures.append((tick, task))


def unseen(failures):
    """Those of the failed tasks whose exception nobody has looked at."""
    return [(tick, task) for tick, task in failures if task._log_traceback]


def install(loop, watchdog, builtins, owners):
    """Makes every task that a person's code starts run as that person; `owners` takes whose it is, by task."""
    randomness = Randomness()

    def make_task(loop, coroutine, **options):
        person = current.get()
        if person is None:
            return asyncio.Task(coroutine, loop=loop, **options)
        task = asyncio.Task(_Driver(coroutine, person, randomness, watchdog, builtins), loop=loop, **options)
        owners[task] = person
        person.tasks.add(task)
        task.add_done_callback(person.tasks.discard)
        task.add_done_callback(functools.partial(_note_failure, person, person.tick))
        return task

    loop.set_task_factory(make_task)
    sys.set_coroutine_origin_tracking_depth(1)
    warnings._warn_unawaited_coroutine = _note_unawaited


def _note_unawaited(coroutine):
    """Called by Python when a coroutine is thrown away that nobody has awaited: what it was to do is not done."""
    person, origin = current.get(), coroutine.cr_origin
    if person is None or not origin:
        return
    file, line, _ = origin[0]
    person.unawaited.append((person.tick, coroutine.__qualname__, f"{os.path.basename(file)}:{line}"))


class PersonStream(io.TextIOBase):
    """Standard output and error of agents: whole lines go to the log of whoever is running."""

    encoding = "utf-8"

    def __init__(self, on_text):
        self._on_text = on_text
        self._open = {}

    def writable(self):
        return True

    def reconfigure(self, **options):
        """Agents set an encoding; here every text is good."""

    @property
    def buffer(self):
        return _Bytes(self)

    def write(self, text):
        person = current.get()
        owner = None if person is None else person.id
        lines, _, rest = (self._open.pop(owner, "") + str(text)).rpartition("\n")
        if lines:
            self._on_text(owner, lines)
        if rest:
            self._open[owner] = rest
        return len(text)

    def finish(self, owner):
        """Sends what a person has printed without ending the line."""
        rest = self._open.pop(owner, "")
        if rest:
            self._on_text(owner, rest)


class _Bytes(io.RawIOBase):
    """What stands behind a `PersonStream` for those who write bytes."""

    def __init__(self, stream):
        self._stream = stream

    def writable(self):
        return True

    def write(self, data):
        data = bytes(data)
        self._stream.write(data.decode("utf-8", "replace"))
        return len(data)
