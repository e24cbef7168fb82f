"""The classes that agents extend, under the names, arguments and exceptions of the reference at version 1.5."""

from enum import Enum
from typing import Any, Optional

from .blocks import AgentContext, DotDict, Registering, Tools, register_get
from .enums import Status
from .memory import Memory


class AgentType(Enum):
    Unspecified = "Unspecified"
    Citizen = "Citizen"
    Institution = "Institution"
    Supervisor = "Supervisor"
    Individual = "Individual"


class AgentParams:
    """Parameters of an agent class as attributes: the defaults of the class, overridden by the configuration."""

    def __init__(self, **values):
        for name in dir(type(self)):
            default = getattr(getattr(type(self), name), "get_default", None)  # a `Field()` of pydantic
            if callable(default):
                setattr(self, name, default(call_default_factory=True))
        self.__dict__.update(values)


class AgentToolbox(Tools):
    """The services of an agent, and tools that it adds itself."""

    def __init__(self, llm, environment, messager=None, embedding=None, database_writer=None, custom_tools=()):
        super().__init__(custom_tools)
        self.llm, self.environment = llm, environment
        self.messager, self.embedding, self.database_writer = messager, embedding, database_writer


def extract_json(output_str):
    """Returns the text from the first `{` to the last `}`."""
    return output_str[output_str.find("{") : output_str.rfind("}") + 1]


class Agent(Registering):
    ParamsType = AgentParams
    Context = AgentContext
    StatusAttributes: list = []
    description = ""

    def __init__(self, id, name, type, toolbox, memory, agent_params=None, blocks=None):
        self._id = id
        self._name = name
        self._type = type
        self._toolbox = toolbox
        self._memory = memory
        self.params = self.default_params() if agent_params is None else agent_params
        self.blocks = [] if blocks is None else blocks
        self.context = DotDict(vars(self.default_context()))

    @classmethod
    def default_params(cls):
        return cls.ParamsType()

    @classmethod
    def default_context(cls):
        return cls.Context()

    async def init(self):
        await self._memory.status.update("id", self._id)

    @property
    def id(self):
        return self._id

    @property
    def toolbox(self):
        return self._toolbox

    @property
    def llm(self):
        return self._toolbox.llm

    @property
    def environment(self):
        return self._toolbox.environment

    @property
    def messager(self):
        return self._toolbox.messager

    @property
    def database_writer(self):
        return self._toolbox.database_writer

    @property
    def memory(self):
        return self._memory

    @property
    def status(self):
        return self.memory.status

    @property
    def stream(self):
        return self.memory.stream

    @property
    def name(self):
        return self._name

    async def reset(self):
        raise NotImplementedError("This method should be implemented by subclasses")

    async def react_to_intervention(self, intervention_message):
        raise NotImplementedError("This method should be implemented by subclasses")

    async def forward(self):
        raise NotImplementedError

    async def status_summary(self):
        await self.status.update("status_summary", "Nothing")

    async def close(self):
        pass

    async def before_forward(self):
        pass

    async def after_forward(self):
        pass

    async def run(self):
        await self.before_forward()
        await self.forward()
        await self.after_forward()
        await self.status_summary()


class CitizenAgentBase(Agent):
    def __init__(
        self,
        id: int,
        name: str,
        toolbox: AgentToolbox,
        memory: Memory,
        agent_params: Optional[Any] = None,
        blocks: Optional[list] = None,
    ) -> None:
        super().__init__(
            id=id,
            name=name,
            type=AgentType.Citizen,
            toolbox=toolbox,
            memory=memory,
            agent_params=agent_params,
            blocks=blocks,
        )

    @register_get("the time as HH:MM:SS")
    async def get_nowtime(self):
        return self.environment.get_datetime(format_time=True)[1]

    @register_get("the description of the AOI that the person is in")
    async def get_aoi_info(self):
        position = await self.status.get("position")
        return self.environment.sense_aoi(position["aoi_position"]["aoi_id"]) if "aoi_position" in position else None

    async def update_motion(self):
        person = (await self.environment.get_person(self.id))["person"]
        for key, value in person["motion"].items():
            await self.status.update(key, value, mode="replace")


class MobilityAgent(CitizenAgentBase):
    """The common base of all tasks: a person who can go to an AOI."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.movement_status = [Status.STATUS_WALKING, Status.STATUS_DRIVING]

    async def go_to_aoi(self, aoi_id: int):
        await self.environment.set_aoi_schedules(self.id, target_positions=aoi_id)
