from itinera.agents import AgentToolbox

__all__ = ["AgentToolbox"]
