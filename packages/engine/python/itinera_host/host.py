"""The host process: creates the people of a run, runs their steps on request, and reports their decisions.

Messages from `asbench`, one JSON document per line:
  hello   task, bases, file, city, categories, class_name?, agent_params?, ordered, load_limit,
          memory_limit
                                                            -> loading, then ready {agent} | refused {message}
  person  agent, id, name, seed, limit, profile, tick, weather, motion  -> done
  step    agent, tick, weather, motion                      -> done {agent, schedules, intention, error}
  leave   agent                                             -> done {agent, closing, not_awaited} (is disabled)
  llm     call, text | response | error                     (answers an `llm` of ours)
To `asbench` also: llm {agent, call, request}, abandon {agent, call}, log {person, text}, stuck {agent, why}, and alive,
once per second.
`agent` is the number of the instance: a person may get a new one.
"""

import asyncio
import collections
import gc
import os
import sys
import threading
import weakref
from asyncio import current_task, gather, sleep, wait
from contextvars import copy_context
from os import _exit, getpid
from sys import exc_info
from traceback import format_exc

from . import containment, isolation
from .absent import AbsentService
from .bases import install
from .categories import POI_CATG_DICT
from .channel import Channel
from .city import City, CityFileError
from .environment import Environment
from .llm import LLM
from .loader import AgentFileError, describe, load_agent, split_blocks
from .kept import keep_builtins
from .memory import Memory
from .message import Messager
from .person import Loading, Person
from .places import Places
from .projection import make_projector
from .toolbox import AgentToolbox

_MAX_LOG_LENGTH = 20_000
# Checks for slow steps per time limit.
_CHECKS = 10
# Rounds of the loop in which unawaited tasks may finish.
_LAST_ROUNDS = 10
_PAUSE_SECONDS = 0.01
# Rounds of the loop after which the next message is handled although a person never waits.
_MAX_ROUNDS = 10_000
# Limit of the characters that agents print; the rest is omitted.
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
        # In step: messages that wait until everyone has advanced as far as possible.
        self._ordered = False
        self._inbox = collections.deque()
        self._pumping = False
        # The time of the current step.
        self._tick = None
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
        """Handles one message after another, each when the loop is idle, so that the order is the same every time."""
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
        except BaseException:  # an unanswered message would block the run
            self._break()

    def _break(self):
        """Ends a process in which an agent has damaged the host itself."""
        try:
            self._log(None, format_exc())
        finally:
            _exit(70)

    def _on_hello(self, message):
        file, limit_seconds = message["file"], message["load_limit"]
        self._memory_limit = message["memory_limit"]
        self._ordered = message["ordered"]
        self._channel.send({"op": "loading"})
        POI_CATG_DICT.update(message["categories"])
        # Nothing of the city becomes garbage, so the collector need not scan it, now or later.
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
            params, blocks = split_blocks(message.get("agent_params"), self._agent_class)
        except (AgentFileError, CityFileError, OSError) as error:
            self._refuse(str(error))
            return
        except isolation.StepBlocked as error:
            self._refuse(f"{file} takes longer than {limit_seconds:g} s to load.\n{describe(error)['traceback']}")
            return
        except BaseException as error:  # the run waits for an answer in any case
            self._refuse(f"{file} cannot be loaded.\n{describe(error)['traceback']}")
            return
        finally:
            self._watchdog.end()
            if getpid() != HOST_PID:  # a child process of `os.fork()` from the loaded file
                _exit(0)
            gc.freeze()
            gc.enable()
        self._messager = Messager(self._ordered)
        self._environment = Environment(city, isolation.current, self._messager, self._report_category)
        self._llm = LLM(self._channel, isolation.current)
        self._params, self._blocks = params, blocks
        self._channel.send({"op": "ready", "agent": name, "python": sys.version.split()[0]})

    def _refuse(self, message):
        self._channel.send({"op": "refused", "message": message})

    def _on_person(self, message):
        person = self._people[message["agent"]] = Person(message)
        self._tick = self._tick or person.tick
        self._start(person, self._make(person, message))

    def _on_step(self, message):
        person = self._people[message["agent"]]
        if self._ordered and message["tick"] != self._tick:
            self._tick = message["tick"]
            self._messager._end_step(self._people.values())
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
        await gather(*self._closing, return_exceptions=True)
        self.is_over = True
        self._loop.stop()

    def _on_llm(self, message):
        self._channel.answer(message)

    async def _make(self, person, message):
        cls = self._agent_class
        memory = Memory(self._environment, cls, message["profile"])
        person.places = Places(self._environment, person, message["profile"])
        params = None if self._params is None else cls.ParamsType(**self._params)
        toolbox = AgentToolbox(self._llm, self._environment, self._messager, AbsentService("embedding"))
        blocks = None if self._blocks is None else [
            block(toolbox=toolbox, agent_memory=memory, block_params=block.ParamsType(**values)) for block, values in self._blocks
        ]
        person.agent = cls(
            id=person.id, name=message["name"], toolbox=toolbox, memory=memory, agent_params=params, blocks=blocks
        )
        try:
            await person.agent.init()
        except BaseException:
            person.agent = None
            raise

    async def _step(self, person):
        if person.agent is None:
            raise RuntimeError("the agent could not be created, so it runs no steps")
        if person.inbox or person.not_gathered:
            # A failure is reported like that of unawaited work, and the step goes on.
            await wait([self._loop.create_task(person.hear())])
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
            await sleep(_PAUSE_SECONDS)
        for _ in range(_LAST_ROUNDS):
            await sleep(0)
        not_awaited = [
            {"tick": tick, **self._report_failure(person, task.exception())} for tick, task in isolation.unseen(person.failures)
        ]
        not_awaited += [
            {"tick": tick, "type": "NeverAwaited", "message": f"{name}() was called without await, so it did nothing", "place": place}
            for tick, name, place in person.unawaited
        ]
        too_late = "a schedule was set after the end of the step that started this, so it had no effect: await the call that sets it"
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
        context = copy_context()
        context.run(isolation.current.set, person)
        return context.run(self._loop.create_task, work)

    async def _report(self, person, work):
        failure = None
        try:
            await work
            await self._let_begin(person)
        except:  # an agent that exits or is interrupted ends only its step
            failure = exc_info()[1]
        # First of all, since the following code uses them.
        person.replaced += self._builtins.restore()
        if person.replaced and failure is None:
            names = ", ".join(person.replaced)
            failure = RuntimeError(f"replaced the builtin {names}, which all people of this process share; it is restored")
        try:
            if person.task is current_task():
                self._done(person, None if failure is None else describe(failure))
        except BaseException:  # an unanswered step would block the run
            self._break()

    async def _let_begin(self, person):
        """Runs the unawaited tasks of a step as far as possible, so that their actions count as the step's."""
        for _ in range(_LAST_ROUNDS):
            if len(person.tasks) <= 1 or person.asking:
                return
            await sleep(0)

    def _done(self, person, error):
        self._busy.discard(person)
        person.task = None
        person.failures = isolation.unseen(person.failures)
        if error is None and person.new_schedules is not None:
            person.base_schedules = person.new_schedules
        person.new_schedules = None
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
        """Cancels the current work of a person; its later actions have no effect."""
        task, person.task = person.task, None
        self._busy.discard(person)
        task.cancel()

    def _check(self):
        try:
            self._end_slow_steps()
        except BaseException:
            self._break()

    def _end_slow_steps(self):
        """Ends slow steps. Time is counted in checks, which do not happen while other people keep the process busy."""
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

    def _report_category(self, kind, known, others):
        self._channel.send({"op": "category", "type": str(kind)[:200], "known": known, "others": others})

    def _log(self, person, text):
        """Forwards output up to a limit; `asbench` reports when it is reached."""
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
            self._refuse(f"{busy.file} exceeds the memory limit of {self._memory_limit >> 20} MB while it loads.")
        else:
            place = self._watchdog.place()
            self._refuse(
                f"{busy.file} takes longer than {busy.limit_seconds:g} s to load"
                f"{'' if place is None else f' ({place})'}. Check its top-level code."
            )


def _allow_many_files():
    """Raises the limit of open files: agents may keep a log for each person, and a thousand people may share the process."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    except (ValueError, OSError):
        pass  # macOS reports a maximum that it does not permit


HOST_PID = getpid()


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
            continue  # raised in an unawaited task of an agent


keep_builtins(sys.modules[__name__])
