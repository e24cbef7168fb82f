from itinera.environment import Environment

__all__ = ["Environment"]
