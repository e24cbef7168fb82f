from itinera.agents import HurricaneMobilityAgent

__all__ = ["HurricaneMobilityAgent"]
