from itinera.agents import DailyMobilityAgent

__all__ = ["DailyMobilityAgent"]
