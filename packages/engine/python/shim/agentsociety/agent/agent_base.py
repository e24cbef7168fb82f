from itinera.agents import Agent, AgentParams, AgentType, extract_json

__all__ = ["Agent", "AgentParams", "AgentType", "extract_json"]
