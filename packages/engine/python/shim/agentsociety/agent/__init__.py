from itinera.agents import Agent, AgentParams, AgentToolbox, AgentType, CitizenAgentBase, extract_json
from itinera.blocks import AgentContext, Block, BlockContext, BlockOutput, BlockParams, CustomTool, DotDict, param_docs, register_get
from itinera.memory import Memory, MemoryAttribute
from itinera.prompt import FormatPrompt

__all__ = [
    "Agent", "AgentContext", "AgentParams", "AgentToolbox", "AgentType", "Block", "BlockContext", "BlockOutput",
    "BlockParams", "CitizenAgentBase", "CustomTool", "DotDict", "FormatPrompt", "Memory", "MemoryAttribute",
    "extract_json", "param_docs", "register_get",
]
