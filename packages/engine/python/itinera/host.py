"""The host process: makes the people of a run, steps them when told to, and reports what each decided.

Messages from `asbench`, one JSON document a line:
  hello   task, bases, file, city, categories, class_name?, agent_params?, ordered, load_limit,
          memory_limit
                                                            -> loading, then ready {agent} | refused {message}
  person  agent, id, name, seed, limit, profile, tick, weather, motion  -> done
  step    agent, tick, weather, motion                      -> done {agent, schedules, intention, error}
  leave   agent                                             -> done {agent, closing, not_awaited} (is disabled)
  llm     call, text | response | error                     (answers an `llm` of ours)
To `asbench` also: llm {agent, call, request}, abandon {agent, call}, log {person, text}, stuck {agent, why}, and alive,
once a second.
`agent` numbers the instance: a person may be given a new one.
"""

import asyncio
import collections
import contextvars
import gc
import os
import sys
import threading
import traceback
import weakref

from . import containment, isolation
from .agents import AgentToolbox
from .bases import install
from .categories import POI_CATG_DICT
from .channel import Channel
from .city import City, CityFileError
from .environment import Environment
from .llm import LLM
from .loader import AgentFileError, describe, load_agent
from .memory import Memory
from .person import Loading, Person
from .projection import make_projector

_MAX_LOG_LENGTH = 20_000
# How often in one limit it is looked who takes too long.
_CHECKS = 10
# Rounds of the loop in which tasks that nobody awaits may come to their end.
_LAST_ROUNDS = 10
_PAUSE_SECONDS = 0.01
# Rounds of the loop after which somebody who never waits is not waited for.
_MAX_ROUNDS = 10_000
# More than this, characters, and what agents print is left out.
_MAX_PRINTED = 5_000_000


class Host:
    def __init__(self, loop):
        self._loop = loop
        self._channel = Channel(loop)
        self._people = {}
        self._busy = set()
        self._closing = set()
        self._checking = False
        self._printed = 0
        self._memory_limit = 0
        self.is_over = False
        # In step: messages that wait until everybody has gone as far as it can with those before.
        self._ordered = False
        self._inbox = collections.deque()
        self._pumping = False
        self._builtins = containment.Builtins()
        self._output = sys.stdout = sys.stderr = isolation.PersonStream(self._log)
        self._watchdog = isolation.Watchdog(threading.get_ident(), self._stuck, self._alive, self._is_over_memory)
        self._watchdog.start()
        owners = weakref.WeakKeyDictionary()
        isolation.install(loop, self._watchdog, self._builtins, owners)
        containment.separate_tasks(owners.get)
        self._channel.start(self._receive, lambda: loop.create_task(self._end()))

    def _receive(self, message):
        if not self._ordered:
            self._handle(message)
            return
        self._inbox.append(message)
        if not self._pumping:
            self._pumping = True
            self._pump(0)

    def _pump(self, round):
        """Handles one message after the other, each when the loop has nothing to do: the order is the same every time."""
        if self._loop._ready and round < _MAX_ROUNDS:
            self._loop.call_soon(self._pump, round + 1)
        elif self._inbox:
            self._handle(self._inbox.popleft())
            self._loop.call_soon(self._pump, 0)
        else:
            self._pumping = False

    def _handle(self, message):
        try:
            getattr(self, "_on_" + message["op"])(message)
        except BaseException:  # what is not answered would be waited for
            self._break()

    def _break(self):
        """Ends a process that an agent has damaged so much that the host itself fails."""
        self._log(None, traceback.format_exc())
        os._exit(70)

    def _on_hello(self, message):
        file, limit_seconds = message["file"], message["load_limit"]
        self._memory_limit = message["memory_limit"]
        self._ordered = message["ordered"]
        self._channel.send({"op": "loading"})
        POI_CATG_DICT.update(message["categories"])
        # Nothing of the city becomes garbage, so there is no use in looking through it, now or later.
        gc.disable()
        try:
            install(message["bases"])
            city = City(message["city"], make_projector, POI_CATG_DICT)
            containment.limit_memory(self._memory_limit)
            self._watchdog.begin(Loading(file, limit_seconds))
            self._agent_class = load_agent(
                file, message["task"], message.get("class_name"), self._builtins.restore
            )
            name = str(self._agent_class.__name__)
        except (AgentFileError, CityFileError, OSError) as error:
            self._refuse(str(error))
            return
        except isolation.StepBlocked as error:
            self._refuse(f"{file}: takes longer than {limit_seconds:g} s to load.\n{describe(error)['traceback']}")
            return
        except BaseException as error:  # whatever it is, somebody waits for an answer
            self._refuse(f"{file}: cannot be loaded.\n{describe(error)['traceback']}")
            return
        finally:
            self._watchdog.end()
            if os.getpid() != HOST_PID:  # a copy made by `os.fork()` while the file was loaded
                os._exit(0)
            gc.freeze()
            gc.enable()
        self._environment = Environment(city, isolation.current)
        self._llm = LLM(self._channel, isolation.current)
        self._params = message.get("agent_params")
        self._channel.send({"op": "ready", "agent": name, "python": sys.version.split()[0]})

    def _refuse(self, message):
        self._channel.send({"op": "refused", "message": message})

    def _on_person(self, message):
        person = self._people[message["agent"]] = Person(message)
        self._start(person, self._make(person, message))

    def _on_step(self, message):
        person = self._people[message["agent"]]
        person.sense(message)
        self._start(person, self._step(person))

    def _on_leave(self, message):
        person = self._people.pop(message["agent"], None)
        if person is None:
            return
        if person in self._busy:
            self._drop(person)
            return
        self._start(person, self._close(person))
        self._closing.add(person.task)
        person.task.add_done_callback(self._closing.discard)

    async def _end(self):
        await asyncio.gather(*self._closing, return_exceptions=True)
        self.is_over = True
        self._loop.stop()

    def _on_llm(self, message):
        self._channel.answer(message)

    async def _make(self, person, message):
        cls = self._agent_class
        memory = Memory(self._environment, cls, message["profile"])
        params = None if self._params is None else cls.ParamsType(**self._params)
        toolbox = AgentToolbox(self._llm, self._environment)
        person.agent = cls(
            id=person.id, name=message["name"], toolbox=toolbox, memory=memory, agent_params=params, blocks=None
        )
        try:
            await person.agent.init()
        except BaseException:
            person.agent = None
            raise

    async def _step(self, person):
        if person.agent is None:
            raise RuntimeError("the agent could not be made, so it has no step")
        await person.agent.update_motion()
        await person.agent.run()

    async def _close(self, person):
        closing = None
        try:
            if person.agent is not None:
                await person.agent.close()
        except BaseException as caught:
            closing = self._report_failure(person, caught)
        while person.asking:
            await asyncio.sleep(_PAUSE_SECONDS)
        for _ in range(_LAST_ROUNDS):
            await asyncio.sleep(0)
        not_awaited = [
            {"tick": tick, **self._report_failure(person, task.exception())} for tick, task in isolation.unseen(person.failures)
        ]
        not_awaited += [
            {"tick": tick, "type": "NeverAwaited", "message": f"{name}() was called without await, so it did nothing", "place": place}
            for tick, name, place in person.unawaited
        ]
        too_late = "a schedule was set when the step that began this had ended, so it came to nothing: await what sets it"
        not_awaited += [{"tick": tick, "type": "TooLate", "message": too_late, "place": place} for tick, place in person.late]
        person.last_words = {"closing": closing, "not_awaited": not_awaited}

    def _report_failure(self, person, failure):
        report = describe(failure)
        self._log(person.id, report.pop("traceback"))
        return report

    def _start(self, person, work):
        person.schedules = []
        person.replaced = []
        person.checks = 0
        self._busy.add(person)
        if not self._checking:
            self._checking = True
            self._loop.call_later(person.limit_seconds / _CHECKS, self._check)
        person.task = self._run(person, self._report(person, work))

    def _run(self, person, work):
        context = contextvars.copy_context()
        context.run(isolation.current.set, person)
        return context.run(self._loop.create_task, work)

    async def _report(self, person, work):
        failure = None
        try:
            await work
            await self._let_begin(person)
        except:  # an agent that exits or is interrupted ends its step, not the process
            failure = sys.exc_info()[1]
        # Before anything else, for what follows needs them.
        person.replaced += self._builtins.restore()
        if person.replaced and failure is None:
            names = ", ".join(person.replaced)
            failure = RuntimeError(f"replaced the builtin {names}, which all people of this process share; it is back")
        if person.task is asyncio.current_task():
            self._done(person, None if failure is None else describe(failure))

    async def _let_begin(self, person):
        """What a step has started and does not wait for does at once what it can, so that this counts as the step's."""
        for _ in range(_LAST_ROUNDS):
            if len(person.tasks) <= 1 or person.asking:
                return
            await asyncio.sleep(0)

    def _done(self, person, error):
        self._busy.discard(person)
        person.task = None
        person.failures = isolation.unseen(person.failures)
        self._output.finish(person.id)
        self._channel.send({
            "op": "done",
            "agent": person.number,
            "schedules": person.schedules,
            "intention": person.intention,
            "error": error,
            **person.last_words,
        })

    def _drop(self, person):
        """Ends what a person is doing; whatever it still does has no effect."""
        task, person.task = person.task, None
        self._busy.discard(person)
        task.cancel()

    def _check(self):
        try:
            self._end_slow_steps()
        except BaseException:
            self._break()

    def _end_slow_steps(self):
        """Ends steps that take too long. Counted in looks: while others keep the process busy, there are none."""
        for person in list(self._busy):
            if person.asking:
                continue
            person.checks += 1
            if person.checks > _CHECKS:
                self._drop(person)
                person.schedules = []
                message = f"the step took longer than {person.limit_seconds:g} s; --step-timeout sets the limit"
                self._done(person, {"type": "StepTimeout", "message": message, "place": None, "traceback": message})
        self._checking = bool(self._busy)
        if self._checking:
            self._loop.call_later(min(p.limit_seconds for p in self._busy) / _CHECKS, self._check)

    def _log(self, person, text):
        """Passes on what is printed, as long as there is room; `asbench` says when there is none."""
        if self._printed > _MAX_PRINTED:
            return
        text = text[:_MAX_LOG_LENGTH]
        self._printed += len(text)
        self._channel.send({"op": "log", "person": person, "text": text})

    def _alive(self):
        self._channel.send({"op": "alive"})

    def _is_over_memory(self):
        return 0 < self._memory_limit < containment.resident_bytes()

    def _stuck(self, busy, why):
        """Called by the watchdog, in its thread: `asbench` ends the process."""
        if not isinstance(busy, Loading):
            self._channel.send({"op": "stuck", "agent": busy.number, "why": why})
        elif why == "memory":
            self._refuse(f"{busy.file}: takes more memory than the {self._memory_limit >> 20} MB allowed while it is loaded.")
        else:
            place = self._watchdog.place()
            self._refuse(
                f"{busy.file}: takes longer than {busy.limit_seconds:g} s to load"
                f"{'' if place is None else f' ({place})'}. Look at what it does at the top level."
            )


def _allow_many_files():
    """Agents keep files open, a log for each person, and a thousand people may share the process."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    except (ValueError, OSError):
        pass  # macOS names a maximum that it does not allow


HOST_PID = os.getpid()


def main():
    containment.end_with_parent()
    containment.end_copies()
    _allow_many_files()
    loop = containment.HostLoop()
    asyncio.set_event_loop(loop)
    host = Host(loop)
    while not host.is_over:
        try:
            loop.run_forever()
        except (SystemExit, KeyboardInterrupt, isolation.StepBlocked):
            continue  # raised in a task that an agent started on the side
