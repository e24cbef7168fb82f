from itinera.blocks import AgentContext, BlockContext, DotDict

__all__ = ["AgentContext", "BlockContext", "DotDict"]
