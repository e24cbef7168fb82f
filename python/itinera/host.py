"""The host process: makes the people of a run, steps them when told to, and reports what each decided.

Messages from `asbench`, one JSON document a line:
  hello   task, file, city, categories, class_name?, agent_params?   -> ready {agent} | refused {message}
  person  agent, id, name, seed, limit, profile, tick, weather, motion  -> done
  step    agent, tick, weather, motion                      -> done {agent, schedules, intention, error}
  leave   agent                                             (is asked no more; what it still does is cancelled)
  llm     call, text | response | error | abandoned         (answers an `llm` of ours)
To `asbench` also: llm {agent, call, request}, abandon {agent, call}, log {person, text}, stuck {agent}.
`agent` numbers the instance: a person may be given a new one.
"""

import asyncio
import contextvars
import sys
import threading

from . import isolation
from .agents import AgentToolbox
from .categories import POI_CATG_DICT
from .channel import Channel
from .city import City, CityFileError
from .environment import Environment, variables
from .llm import LLM
from .loader import AgentFileError, describe, load_agent
from .memory import Memory, initial_data
from .projection import make_projector

_LONGEST_LOG = 20_000


class Person:
    """One person: its agent, its clock and motion, and what it decided in the step that runs."""

    def __init__(self, message):
        self.number = message["agent"]
        self.id = message["id"]
        self.seed = message["seed"]
        self.limit_seconds = message["limit"]
        self.random_state = self.numpy_state = None
        self.agent = None
        self.task = None
        self.schedules = []
        self.sense(message)

    def sense(self, message):
        self.tick = message["tick"]
        self.environment = variables(message["weather"])
        self.motion = message["motion"]

    def schedule(self, trips):
        self.schedules.append(trips)

    def intention(self, data):
        """What the row says the person is doing: the step of its current plan, None while it has none."""
        try:
            plan = data["current_plan"]
            return str(plan["steps"][plan["index"]]["intention"])
        except (KeyError, IndexError, TypeError):
            return None


class Host:
    def __init__(self, loop):
        self._loop = loop
        self._channel = Channel(loop)
        self._people = {}
        self._output = sys.stdout = sys.stderr = isolation.PersonStream(self._log)
        watchdog = isolation.Watchdog(threading.get_ident(), self._stuck)
        watchdog.start()
        isolation.install(loop, watchdog)
        self._channel.start(self._receive, loop.stop)

    def _receive(self, message):
        getattr(self, "_on_" + message["op"])(message)

    def _on_hello(self, message):
        POI_CATG_DICT.update(message["categories"])
        try:
            self._agent_class = load_agent(message["file"], message["task"], message.get("class_name"))
            city = City(message["city"], make_projector, POI_CATG_DICT)
        except (AgentFileError, CityFileError, ValueError, OSError) as error:
            self._channel.send({"op": "refused", "message": str(error)})
            return
        projector = make_projector(city.header["projection"])
        self._environment = Environment(city, projector, POI_CATG_DICT, isolation.current)
        self._llm = LLM(self._channel, isolation.current)
        self._params = message.get("agent_params")
        self._channel.send({"op": "ready", "agent": self._agent_class.__name__, "python": sys.version.split()[0]})

    def _on_person(self, message):
        person = self._people[message["agent"]] = Person(message)
        self._start(person, self._make(person, message))

    def _on_step(self, message):
        person = self._people[message["agent"]]
        person.sense(message)
        self._start(person, self._step(person))

    def _on_leave(self, message):
        person = self._people.pop(message["agent"], None)
        if person is not None:
            person.task.cancel()

    def _on_llm(self, message):
        self._channel.answer(message)

    async def _make(self, person, message):
        cls = self._agent_class
        memory = Memory(self._environment, initial_data(cls, message["profile"]))
        params = None if self._params is None else cls.ParamsType(**self._params)
        toolbox = AgentToolbox(self._llm, self._environment)
        person.agent = cls(
            id=person.id, name=message["name"], toolbox=toolbox, memory=memory, agent_params=params, blocks=None
        )
        await person.agent.init()

    async def _step(self, person):
        if person.agent is None:
            raise RuntimeError("the agent could not be made, so it has no step")
        await person.agent.update_motion()
        await person.agent.run()

    def _start(self, person, work):
        context = contextvars.copy_context()
        context.run(isolation.current.set, person)
        person.schedules = []
        person.task = context.run(self._loop.create_task, self._report(person, work))

    async def _report(self, person, work):
        error = None
        try:
            await work
        except asyncio.CancelledError:
            error = {"type": "CancelledError", "message": "", "place": None, "traceback": ""}
        except BaseException as caught:  # an agent that exits or is interrupted ends its step, not the process
            error = describe(caught)
        self._output.finish(person.id)
        data = {} if person.agent is None else person.agent.memory.status._data
        self._channel.send({
            "op": "done",
            "agent": person.number,
            "schedules": person.schedules,
            "intention": person.intention(data),
            "error": error,
        })

    def _log(self, person, text):
        self._channel.send({"op": "log", "person": person, "text": text[:_LONGEST_LOG]})

    def _stuck(self, person):
        self._channel.send({"op": "stuck", "agent": person.number})


def main():
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    Host(loop)
    while True:
        try:
            loop.run_forever()
            return
        except (SystemExit, isolation.StepBlocked):
            continue  # raised in a task that an agent started on the side
