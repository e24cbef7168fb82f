"""The toolbox of an agent and its custom tools, under the names of the reference."""


class CustomTool:
    """A custom tool in the toolbox; calling it calls the tool."""

    def __init__(self, *, name, tool, description):
        self.name, self.tool, self.description = name, tool, description

    def __call__(self, *args, **kwargs):
        return self.tool(*args, **kwargs) if callable(self.tool) else self.tool

    def get_tool(self):
        return self.tool

    def get_info(self):
        kind = type(self.tool).__name__
        return {"name": self.name, "description": self.description, "type": kind, "callable": callable(self.tool)}

    @classmethod
    def create_normal_tool(cls, name, tool, description, metadata=None):
        return cls(name=name, tool=tool, description=description)

    create_mcp_tool = create_normal_tool


class AgentToolbox:
    """The services of an agent, and the tools that it adds; these are attributes too."""

    def __init__(self, llm, environment=None, messager=None, embedding=None, database_writer=None, custom_tools=None):
        self.llm, self.environment = llm, environment
        self.messager, self.embedding, self.database_writer = messager, embedding, database_writer
        self.custom_tools = dict(custom_tools or {})

    def __getattr__(self, name):
        tools = vars(self).get("custom_tools", {})
        if name not in tools:
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
        return tools[name].get_tool()

    def __contains__(self, name):
        return name in self.custom_tools

    def __len__(self):
        return len(self.custom_tools)

    def add_tool(self, tool):
        if tool.name in self.custom_tools:
            raise ValueError(f"Tool with name '{tool.name}' already exists")
        self.custom_tools[tool.name] = tool

    def add_custom_tool(self, tool):
        self.add_tool(tool)

    def has_tool(self, name):
        return name in self.custom_tools

    def get_tool(self, name):
        return self.custom_tools.get(name)

    def get_tool_object(self, name):
        return self.custom_tools[name].get_tool() if name in self.custom_tools else None

    def remove_tool(self, name):
        return self.custom_tools.pop(name, None) is not None

    def list_tools(self):
        return self.custom_tools.copy()

    def get_tool_info(self, name):
        return self.custom_tools[name].get_info() if name in self.custom_tools else None

    def get_all_tools_info(self):
        return {name: tool.get_info() for name, tool in self.custom_tools.items()}
