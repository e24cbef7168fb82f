"""The users of the process: a person in a step, or the agent's file while it loads."""

from copy import deepcopy

from .environment import variables
from .isolation import place_of_agent
from .weather import WeatherStatement


class Loading:
    """The user of the process while the agent's file loads."""

    replaced = ()

    def __init__(self, file, limit_seconds):
        self.file, self.limit_seconds = file, limit_seconds


class Person:
    """One person: their agent, clock and motion, and their decisions in the current step."""

    def __init__(self, message):
        self.number = message["agent"]
        self.id = message["id"]
        self.seed = message["seed"]
        self.limit_seconds = message["limit"]
        self.random_state = self.numpy_state = None
        self.agent = self.places = None
        self.task = None
        self.asking = 0
        self.checks = 0
        self.schedules = []
        # As `get_person` shows them: those in force, and those that this step sets.
        self.base_schedules, self.new_schedules = [], None
        # Messages that it hears before its step, and what it could not gather.
        self.inbox, self.not_gathered = [], []
        # Tasks that failed, each with the tick of the step that started it.
        self.failures = []
        # Coroutines that were never awaited: tick, name and place of each.
        self.unawaited = []
        # Its unfinished tasks.
        self.tasks = set()
        # Schedules that were set outside a step: tick and place of each.
        self.late = []
        self.last_words = {}
        # Builtins that its code has replaced in this step.
        self.replaced = []
        self.environment = variables()
        self.sense(message)

    def sense(self, message):
        self.tick = message["tick"]
        self.environment["weather"] = WeatherStatement(message["weather"])
        if message.get("date"):
            self.environment["date"] = message["date"]
            self.environment["weekday"] = message["weekday"]
            self.environment["workday"] = message["weekday"] not in ("Saturday", "Sunday")
        self.motion = message["motion"]

    def schedule(self, trips, schedules):
        if self.task is None:
            self.late.append((self.tick, place_of_agent()))
        else:
            self.schedules.append(trips)
            self.new_schedules = schedules

    def gather(self, agents):
        """Answers the gather queries of the agent from all agents, by id, between two steps."""
        for query in self.agent.gather_query.values():
            found = {}
            try:
                for other, agent in agents.items():
                    if other in query.target_agent_ids:
                        found[other] = agent.stream._rows() if query.key == "stream_memory" else deepcopy(agent.status._data[query.key])
            except KeyError:
                self.not_gathered.append(KeyError(f"No attribute `{query.key}` in memories!"))
                continue
            result = list(found.values()) if query.flatten and not query.keep_id else found
            self.agent.gather_results[query.key] = self.agent.status._data[query.key] = result

    async def hear(self):
        """Passes on the messages that arrived since the last step."""
        inbox, self.inbox, failures, self.not_gathered = self.inbox, [], self.not_gathered, []
        for message in inbox:
            await self.agent.do_chat(message)
        for failure in failures:
            raise failure

    @property
    def intention(self):
        """The intention of the row: the current step of the plan; None without a plan."""
        try:
            plan = self.agent.memory.status._data["current_plan"]
            return str(plan["steps"][plan["index"]]["intention"])
        except (AttributeError, KeyError, IndexError, TypeError):
            return None
