"""Blocks, registered functions and tools, under the names of the reference: the parts of agents."""

import functools
import inspect
from types import SimpleNamespace


class DotDict(dict):
    """A dictionary whose keys are also attributes."""

    def __getattr__(self, key):
        try:
            return self[key]
        except KeyError:
            raise AttributeError(key) from None

    def __setattr__(self, key, value):
        self[key] = value

    def __delattr__(self, key):
        self.pop(key, None)


class _Values(SimpleNamespace):
    """The values of a class, overridden by the arguments of an instance, as attributes."""

    def __init__(self, **values):
        defaults = {
            name: value
            for cls in reversed(type(self).__mro__)
            for name, value in vars(cls).items()
            if not name.startswith("_") and not callable(value) and not isinstance(value, (property, classmethod))
        }
        super().__init__(**{**defaults, **values})

    def model_dump(self):
        return dict(vars(self))


class BlockParams(_Values):
    block_memory = None


class BlockContext(_Values):
    pass


class BlockOutput(_Values):
    pass


class AgentContext(_Values):
    pass


def register_get(description=""):
    """Registers a method under a name for `_getx` and templates."""

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

    async def _getx(self, function_name, *args, **kwargs):
        if function_name not in self.get_functions:
            raise ValueError(f"GET function '{function_name}' is not registered")
        result = getattr(self, function_name)(*args, **kwargs)
        return await result if inspect.isawaitable(result) else result


class Block(Registering):
    """A part of an agent, with access to its services."""

    ParamsType = BlockParams
    Context = BlockContext
    OutputType = BlockOutput
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
        self.context = DotDict(vars(self.default_context()))

    @classmethod
    def default_params(cls):
        return cls.ParamsType()

    @classmethod
    def default_context(cls):
        return cls.Context()

    def set_agent(self, agent):
        self._agent = agent
        self._toolbox = self._toolbox or agent.toolbox
        self._agent_memory = self._agent_memory or agent.memory

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


class CustomTool:
    """A custom tool in the toolbox, with a name."""

    def __init__(self, name, tool, description=""):
        self.name, self.tool, self.description = name, tool, description


class Tools:
    """The custom tools of a toolbox, by name."""

    def __init__(self, tools=()):
        self._tools = {tool.name: tool for tool in tools or ()}

    def add_tool(self, tool):
        self._tools[tool.name] = tool

    def has_tool(self, name):
        return name in self._tools

    def get_tool(self, name):
        return self._tools.get(name)

    def get_tool_object(self, name):
        return self._tools[name].tool if name in self._tools else None

    def remove_tool(self, name):
        return self._tools.pop(name, None) is not None

    def list_tools(self):
        return {name: tool.description for name, tool in self._tools.items()}

    def get_tool_names(self):
        return list(self._tools)
