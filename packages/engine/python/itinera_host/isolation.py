"""Isolates the people of a process: random numbers, output and time limits."""

import asyncio
import collections.abc
import contextvars
import functools
import io
import os
import random
import sys
import threading
import warnings
from asyncio import Task
from ctypes import c_ulong, py_object, pythonapi
from functools import partial
from itertools import count
from os.path import basename
from random import getstate, setstate
from sys import _current_frames
from time import monotonic, process_time, sleep

from .kept import keep_builtins

_modules = sys.modules
current = contextvars.ContextVar("itinera_person", default=None)
_INSIDE = os.path.dirname(os.path.abspath(__file__))
_ASYNCIO = os.path.dirname(os.path.abspath(asyncio.__file__))
# Time limits count processor time, so that a busy machine ends nobody's step. Time without it counts at this share, so that
# an agent that sleeps without awaiting ends too. `share-asleep.ts` has the same for TypeScript.
_SHARE_ASLEEP = 0.1
# Longest time without work between two looks that counts: beyond it, the whole process was suspended.
_LATE_SECONDS = 1
# Time that an interrupted agent has to end.
_SECONDS_TO_END = 2
_interrupt = pythonapi.PyThreadState_SetAsyncExc


class StepBlocked(BaseException):
    """Raised inside an agent whose computation exceeds the time limit of a step."""

    def __str__(self):
        return "computed for longer than the time limit of a step"


class Randomness:
    """Keeps a separate state of the global generators of `random` and `numpy.random` for each person.

    States are swapped when control passes to another person, so that draws do not depend on interleaving. Generators
    without a seed take one from the global generator.
    """

    def __init__(self):
        self._owner = None
        seed = random.Random.seed

        def seed_from_person(self, a=None, version=2):
            seed(self, random.getrandbits(64) if a is None else a, version)

        random.Random.seed = seed_from_person
        self._seed = random.seed = random._inst.seed
        self._numpy = None
        # Draws during the import are the same in every process.
        random.seed(0)

    def enter(self, person):
        if person is self._owner:
            return
        if self._numpy is None:
            numpy = getattr(_modules.get("numpy"), "random", None)
            self._numpy = None if numpy is None else (numpy.seed, numpy.get_state, numpy.set_state)
        if self._owner is not None:
            self._owner.random_state = getstate()
            if self._numpy is not None:
                self._owner.numpy_state = self._numpy[1]()
        if person.random_state is None:
            self._seed(person.seed)
        else:
            setstate(person.random_state)
        if self._numpy is not None:
            seed, _, set_state = self._numpy
            if person.numpy_state is None:
                seed(person.seed % 2**32)
            else:
                set_state(person.numpy_state)
        self._owner = person


def tame_numpy():
    """Imports and seeds numpy, if it is installed, so that draws during the import are the same in every process."""
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
    """Returns the innermost active line of the agent; None if there is none."""
    frame = sys._getframe(1)
    while frame is not None and frame.f_code.co_filename.startswith((_INSIDE, _ASYNCIO, "<frozen")):
        frame = frame.f_back
    return None if frame is None else f"{basename(frame.f_code.co_filename)}:{frame.f_lineno}"


class Watchdog(threading.Thread):
    """Interrupts an agent that blocks the process, and reports an agent that does not stop or exceeds the memory limit."""

    def __init__(self, main_thread_id, on_stuck, on_alive, is_over_memory):
        super().__init__(daemon=True, name="itinera-watchdog")
        self._main, self._on_stuck, self._on_alive = main_thread_id, on_stuck, on_alive
        self._is_over_memory = is_over_memory
        self._lock = threading.Lock()
        self._busy = None
        self._last = None

    def begin(self, person):
        self._last = person
        # Person, remaining seconds, number of interruptions.
        self._busy = [person, person.limit_seconds, 0]

    def end(self):
        with self._lock:
            self._busy = None

    def place(self):
        """Returns the innermost line of the main thread outside this package."""
        frame = _current_frames().get(self._main)
        while frame is not None and frame.f_code.co_filename.startswith((_INSIDE, "<frozen")):
            frame = frame.f_back
        return None if frame is None else f"{basename(frame.f_code.co_filename)}:{frame.f_lineno}"

    def run(self):
        looked, worked = monotonic(), process_time()
        seen = None
        for look in count():
            sleep(0.25)
            before, looked = looked, monotonic()
            worked_before, worked = worked, process_time()
            elapsed = looked - before
            awake = min(elapsed, _LATE_SECONDS)
            spent = max(min(elapsed, worked - worked_before), _SHARE_ASLEEP * awake)
            if look % 4 == 0:
                self._on_alive()
            if self._last is not None and self._is_over_memory():
                self._on_stuck(self._last, "memory")
            with self._lock:
                busy = self._busy
                if busy is None or busy is not seen:
                    seen = busy
                    continue
                busy[1] -= awake if busy[2] > 0 else spent
                if busy[1] > 0:
                    continue
                busy[1], busy[2] = _SECONDS_TO_END, busy[2] + 1
                if busy[2] <= 2:
                    _interrupt(c_ulong(self._main), py_object(StepBlocked))
            if busy[2] > 2:
                self._on_stuck(busy[0], "blocked")


_PID, _getpid, _exit = os.getpid(), os.getpid, os._exit


class _Driver(collections.abc.Coroutine):
    """A coroutine that always runs on behalf of one person."""

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
            if _getpid() != _PID:  # a child process of `os.fork()` that has returned
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
    # It may still be awaited later.
    if not task.cancelled() and task._log_traceback:
        person.failures.append((tick, task))


def unseen(failures):
    """Returns the failed tasks whose exception was never retrieved."""
    return [(tick, task) for tick, task in failures if task._log_traceback]


def install(loop, watchdog, builtins, owners):
    """Makes every task that a person's code starts run as that person; `owners` maps tasks to people."""
    randomness = Randomness()

    def make_task(loop, coroutine, **options):
        person = current.get()
        if person is None:
            return Task(coroutine, loop=loop, **options)
        task = Task(_Driver(coroutine, person, randomness, watchdog, builtins), loop=loop, **options)
        owners[task] = person
        person.tasks.add(task)
        task.add_done_callback(person.tasks.discard)
        task.add_done_callback(partial(_note_failure, person, person.tick))
        return task

    loop.set_task_factory(make_task)
    sys.set_coroutine_origin_tracking_depth(1)
    warnings._warn_unawaited_coroutine = _note_unawaited


def _note_unawaited(coroutine):
    """Called by Python when a coroutine is discarded without having been awaited, so it never ran."""
    person, origin = current.get(), coroutine.cr_origin
    if person is None or not origin:
        return
    file, line, _ = origin[0]
    person.unawaited.append((person.tick, coroutine.__qualname__, f"{basename(file)}:{line}"))


class PersonStream(io.TextIOBase):
    """Standard output and error of agents: whole lines go to the log of the running person."""

    encoding = "utf-8"

    def __init__(self, on_text):
        self._on_text = on_text
        self._open = {}

    def writable(self):
        return True

    def reconfigure(self, **options):
        """Ignored: agents may set an encoding, but any text is accepted."""

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
        """Sends the incomplete last line of a person."""
        rest = self._open.pop(owner, "")
        if rest:
            self._on_text(owner, rest)


class _Bytes(io.RawIOBase):
    """The byte interface of a `PersonStream`."""

    def __init__(self, stream):
        self._stream = stream

    def writable(self):
        return True

    def write(self, data):
        data = bytes(data)
        self._stream.write(data.decode("utf-8", "replace"))
        return len(data)


keep_builtins(sys.modules[__name__])
