from itinera.agents import AgentToolbox
from itinera.blocks import CustomTool

__all__ = ["AgentToolbox", "CustomTool"]
