from itinera.agents import Agent, AgentParams, AgentToolbox, AgentType, CitizenAgentBase, extract_json
from itinera.memory import Memory, MemoryAttribute

__all__ = [
    "Agent", "AgentParams", "AgentToolbox", "AgentType", "CitizenAgentBase", "Memory", "MemoryAttribute", "extract_json",
]
