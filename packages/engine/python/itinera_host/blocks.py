"""Blocks and registered functions, under the names of the reference: the parts of agents."""

import functools
import inspect
from typing import Any

from .context import BlockContext, Values, context_to_dot_dict


class BlockParams(Values):
    block_memory = None


class BlockOutput(Values):
    pass


def fits(output, wanted):
    """Returns whether an agent accepts the output of a block: by its type, or by its fields."""
    if wanted is Any or output is wanted or output is None:
        return True
    return wanted is not None and (issubclass(output, wanted) or _fields(wanted) <= _fields(output))


def _fields(cls):
    return {name for part in cls.__mro__ for name in vars(part).get("__annotations__", ())}


def register_get(description=""):
    """Registers a method under its name in `get_functions`."""

    def register(method):
        method._register_info = {
            "function_name": method.__name__,
            "description": description,
            "original_method": method,
            "is_async": inspect.iscoroutinefunction(method),
        }
        return method

    return register


def param_docs(**docs):
    def describe(method):
        @functools.wraps(method)
        def described(*args, **kwargs):
            return method(*args, **kwargs)

        described._param_docs = docs
        return described

    return describe


class Registering:
    """The common base of agents and blocks: functions registered by name."""

    get_functions: dict = {}

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        own = {name: method._register_info for name, method in vars(cls).items() if hasattr(method, "_register_info")}
        cls.get_functions = {**cls.get_functions, **own}


class Block(Registering):
    """A part of an agent, with access to its services."""

    ParamsType = BlockParams
    Context = BlockContext
    OutputType = None
    NeedAgent = False
    name = ""
    description = ""
    actions: dict = {}

    def __init__(self, toolbox=None, agent_memory=None, block_params=None, llm=None, environment=None):
        self._toolbox, self._agent_memory, self._agent = toolbox, agent_memory, None
        self._llm, self._environment = llm, environment
        self.params = self.default_params() if block_params is None else block_params
        values = self.params.model_dump() if hasattr(self.params, "model_dump") else vars(self.params)
        self.block_memory = dict(values.pop("block_memory", None) or {})
        for key, value in values.items():
            setattr(self, key, value)
        self.context = context_to_dot_dict(self.default_context())

    @classmethod
    def default_params(cls):
        return cls.ParamsType()

    @classmethod
    def default_context(cls):
        return cls.Context()

    def set_agent(self, agent):
        self._agent = agent
        self._toolbox = agent.toolbox if self._toolbox is None else self._toolbox
        self._agent_memory = agent.memory if self._agent_memory is None else self._agent_memory

    def _given(self, value, name):
        if value is None:
            raise RuntimeError(f"the block {type(self).__name__} was created without {name}")
        return value

    @property
    def agent(self):
        return self._given(self._agent, "an agent: call set_agent")

    @property
    def toolbox(self):
        return self._given(self._toolbox, "a toolbox")

    @property
    def llm(self):
        return self._llm or self.toolbox.llm

    @property
    def environment(self):
        return self._environment or self.toolbox.environment

    @property
    def agent_memory(self):
        return self._given(self._agent_memory, "a memory")

    @property
    def memory(self):
        return self.agent_memory

    async def before_forward(self):
        pass

    async def after_forward(self):
        pass

    async def forward(self, agent_context):
        raise NotImplementedError("Subclasses should implement this method")
