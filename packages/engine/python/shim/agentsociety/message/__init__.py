from itinera.message import Message, MessageInterceptor, MessageKind, Messager

__all__ = ["Message", "MessageInterceptor", "MessageKind", "Messager"]
