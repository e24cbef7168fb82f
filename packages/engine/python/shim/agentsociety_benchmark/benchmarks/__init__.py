from itinera.agents import DailyMobilityAgent, HurricaneMobilityAgent

__all__ = ["DailyMobilityAgent", "HurricaneMobilityAgent"]
