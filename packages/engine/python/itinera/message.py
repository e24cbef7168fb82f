"""The names of messages between people, which are not supported: sending one raises an error."""

from dataclasses import dataclass
from enum import Enum
from typing import Any, Optional

from .absent import NotSupported


class MessageKind(str, Enum):
    AGENT_CHAT = "agent-chat"
    USER_CHAT = "user-chat"
    AOI_MESSAGE_REGISTER = "aoi-message-register"
    AOI_MESSAGE_CANCEL = "aoi-message-cancel"


@dataclass
class Message:
    from_id: Optional[int] = None
    to_id: Optional[int] = None
    day: int = 0
    t: float = 0
    kind: Optional[MessageKind] = None
    payload: Any = None
    extra: Any = None


class Messager:
    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        raise NotSupported(f"messager.{name}")


class MessageInterceptor:
    pass
