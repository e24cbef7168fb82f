"""The classes that agents extend, under the names, arguments and exceptions of the reference at version 1.5."""

import logging
import time
from dataclasses import dataclass
from enum import Enum
from typing import Any, Optional

from .blocks import BlockOutput, Registering, fits, register_get
from .context import AgentContext, Values, context_to_dot_dict
from .dispatcher import BlockDispatcher
from .enums import Status
from .memory import Memory
from .message import Message, MessageKind
from .toolbox import AgentToolbox


class AgentType(Enum):
    Unspecified = "Unspecified"
    Citizen = "Citizen"
    Institution = "Institution"
    Supervisor = "Supervisor"
    Individual = "Individual"


@dataclass
class GatherQuery:
    key: str
    target_agent_ids: list
    flatten: bool = True
    keep_id: bool = True


class AgentParams(Values):
    """Parameters of an agent class as attributes: the defaults of the class, overridden by the configuration."""


def extract_json(output_str):
    """Returns the text from the first `{` to the last `}`."""
    return output_str[output_str.find("{") : output_str.rfind("}") + 1]


class Agent(Registering):
    ParamsType = AgentParams
    Context = AgentContext
    BlockOutputType = BlockOutput
    StatusAttributes: list = []
    description = ""

    def __init__(self, id, name, type, toolbox, memory, agent_params=None, blocks=None):
        self._id = id
        self._name = name
        self._type = type
        self._toolbox = toolbox
        self._memory = memory
        self.params = self.default_params() if agent_params is None else agent_params
        self.dispatcher = BlockDispatcher(toolbox, memory)
        self.blocks = [] if blocks is None else blocks
        for block in self.blocks:
            if not fits(block.OutputType, self.BlockOutputType):
                raise ValueError(f"Block output type mismatch, expected {self.BlockOutputType}, got {block.OutputType}")
            if block.NeedAgent:
                block.set_agent(self)
        self.dispatcher.register_blocks(self.blocks)
        self.context = context_to_dot_dict(self.default_context())
        self.gather_query = {}
        self.gather_results = {}

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

    async def reset(self):
        raise NotImplementedError("This method should be implemented by subclasses")

    async def react_to_intervention(self, intervention_message):
        raise NotImplementedError("This method should be implemented by subclasses")

    def register_gather_query(self, key, target_agent_ids, flatten=True, keep_id=True):
        self.messager._require_step()
        self.gather_query[key] = GatherQuery(key, target_agent_ids, flatten, keep_id)

    def get_gather_results(self, key):
        if key not in self.gather_results:
            logging.getLogger("agentsociety").warning("Gather error: %s not found in gather results", key)
        return self.gather_results.get(key)

    async def send_message_to_agent(self, to_agent_id, content, type="social"):
        """Sends a message, which the other person's `do_chat` receives before its next step."""
        if type not in ("social", "economy"):
            logging.getLogger("agentsociety").warning("Invalid message type: %s, sent from %s", type, self.id)
        await self._send(MessageKind.AGENT_CHAT, to_agent_id, {"content": content, "type": type})

    async def _send(self, kind, to_id, payload):
        day, t = self.environment.get_datetime()
        await self.messager.send_message(Message(from_id=self.id, to_id=to_id, day=day, t=t, kind=kind, payload=payload))

    async def register_aoi_message(self, target_aoi, content):
        for aoi in target_aoi if isinstance(target_aoi, list) else [target_aoi]:
            await self._send(MessageKind.AOI_MESSAGE_REGISTER, aoi, {"content": content})

    async def cancel_aoi_message(self, target_aoi):
        for aoi in target_aoi if isinstance(target_aoi, list) else [target_aoi]:
            await self._send(MessageKind.AOI_MESSAGE_CANCEL, aoi, {})

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

    async def before_blocks(self):
        for block in self.blocks or ():
            await block.before_forward()

    async def after_blocks(self):
        for block in self.blocks or ():
            await block.after_forward()

    async def run(self):
        """Runs a step and returns its seconds."""
        start = time.time()
        await self.before_forward()
        await self.before_blocks()
        await self.forward()
        await self.after_blocks()
        await self.after_forward()
        await self.status_summary()
        return time.time() - start


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

    async def save_agent_thought(self, thought: str):
        await self.memory.stream.add(topic="cognition", description=thought)

    async def do_chat(self, message):
        text = f"Agent {self.id} received agent chat response: {message.payload}"
        logging.getLogger("agentsociety").debug(text)
        return text


class MobilityAgent(CitizenAgentBase):
    """The common base of all tasks: a person who can go to an AOI."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.movement_status = [Status.STATUS_WALKING, Status.STATUS_DRIVING]

    async def go_to_aoi(self, aoi_id: int):
        await self.environment.set_aoi_schedules(self.id, target_positions=aoi_id)
