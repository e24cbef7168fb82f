from itinera.memory import MemoryAttribute

__all__ = ["MemoryAttribute"]
