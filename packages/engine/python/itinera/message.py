"""The names of messages between people, which are not supported: sending one raises an error."""

from dataclasses import dataclass
from enum import Enum
from typing import Any, Optional


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
    async def send_message(self, message):
        raise NotImplementedError("messages between people are not supported (docs/python-agents.md)")


class MessageInterceptor:
    pass
