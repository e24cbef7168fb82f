from itinera.blocks import param_docs, register_get

__all__ = ["param_docs", "register_get"]
