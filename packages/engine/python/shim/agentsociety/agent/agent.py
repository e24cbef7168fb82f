from itinera.agents import CitizenAgentBase

__all__ = ["CitizenAgentBase"]
