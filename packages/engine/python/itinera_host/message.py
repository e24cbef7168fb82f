"""Messages between the people of a run, under the names of the reference: delivered at the start of the next step."""

from collections import defaultdict
from datetime import datetime, timedelta
from enum import Enum

from .context import Values


class MessageKind(str, Enum):
    AGENT_CHAT = "agent-chat"
    USER_CHAT = "user-chat"
    AOI_MESSAGE_REGISTER = "aoi-message-register"
    AOI_MESSAGE_CANCEL = "aoi-message-cancel"


class Message(Values):
    from_id = to_id = extra = None

    def __init__(self, *, day, t, kind, payload, **optional):
        # Simulated time, so that a prompt that quotes the message is the same in every run.
        optional.setdefault("created_at", datetime(1970, 1, 1) + timedelta(days=day, seconds=t))
        super().__init__(day=day, t=float(t), kind=MessageKind(kind), payload=payload, **optional)

    def __hash__(self):
        return hash((self.from_id, self.to_id, self.day, self.t, self.kind, self.created_at))


class Messager:
    """Messages that people send to each other or leave on AOIs, and results of gather queries. All people act in step."""

    def __init__(self, in_step):
        self._in_step = in_step
        self._pending = []
        # Texts by AOI and author.
        self._boards = defaultdict(dict)

    def _require_step(self):
        if not self._in_step:
            raise RuntimeError("people who exchange messages run in step: omit --order free")

    async def send_message(self, message):
        self._require_step()
        self._pending.append(message)

    def _write(self, author, aois, text):
        self._require_step()
        for aoi in aois if isinstance(aois, list) else [aois]:
            self._boards[aoi].setdefault(author, []).append(text)

    def _erase(self, author, aois):
        for aoi in aois if isinstance(aois, list) else [aois]:
            self._boards[aoi].pop(author, None)

    def _texts_of(self, aoi):
        return "".join(f"{text}\n" for texts in self._boards.get(aoi, {}).values() for text in texts)

    def _end_step(self, people):
        """Runs between two steps: people receive the results of their gather queries, then the step's messages in the order sent."""
        living = {person.id: person for person in people if person.agent is not None}
        for person in living.values():
            person.gather({other.id: other.agent for other in living.values()})
        sent, self._pending = self._pending, []
        for message in sent:
            if message.kind == MessageKind.AOI_MESSAGE_REGISTER:
                self._write(message.from_id, message.to_id, message.payload["content"])
            elif message.kind == MessageKind.AOI_MESSAGE_CANCEL:
                self._erase(message.from_id, message.to_id)
            elif message.to_id in living:
                living[message.to_id].inbox.append(message)
