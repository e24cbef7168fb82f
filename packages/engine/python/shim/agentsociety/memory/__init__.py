from itinera.memory import KVMemory, Memory, MemoryNode, StreamMemory

__all__ = ["KVMemory", "Memory", "MemoryNode", "StreamMemory"]
