"""`self.memory`: the status (keys and values) and the stream (events in order), searched without a model."""

import math
import re
from collections import Counter, deque
from copy import deepcopy
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Optional

# Documented keys and defaults of every person.
DEFAULTS = {
    **dict.fromkeys(
        ("name", "gender", "education", "skill", "occupation", "family_consumption", "consumption", "personality",
         "residence", "city", "race", "religion", "marriage_status"),
        "unknown",
    ),
    "age": 20,
    "income": 5000,
    "currency": 30000,
    "background_story": "No background story",
    "social_network": [],
    "home": None,
    "work": None,
    "current_plan": {},
}
_NOT_SEARCHED = ("social_network", "home", "work", "current_plan")


@dataclass
class MemoryAttribute:
    """Declares one key of the status memory (`StatusAttributes` of an agent class)."""

    name: str
    type: Any
    default_or_value: Any = None
    description: str = ""
    whether_embedding: bool = False
    embedding_template: Optional[str] = None


class KVMemory:
    """The status memory. `get` returns copies, so that only `update` changes it."""

    def __init__(self, data, templates):
        self._data = data
        self._templates = templates

    async def get(self, key, default_value=None):
        if key in self._data:
            return deepcopy(self._data[key])
        if default_value is None:
            error = KeyError(f"No attribute `{key}` in memories!")
            error.hint = lambda: _known(key, self._data)
            raise error
        return default_value

    async def update(self, key, value, mode="replace"):
        if key not in self._data or mode == "replace":
            self._data[key] = value
        elif mode == "merge":
            known = self._data[key]
            if isinstance(known, (set, dict)):
                known.update(value)
            elif isinstance(known, (list, deque)):
                known.extend(list(value))
            else:
                self._data[key] = value
        else:
            raise ValueError(f"Invalid update mode `{mode}`!")

    async def search(self, query, top_k=3, filter=None):
        """Returns the searchable attributes that match best, one per line; "Nothing" if none does."""
        lines = [template.format(self._data[key]) for key, template in self._templates.items() if key in self._data]
        return "\n".join(f"- {lines[i]} " for i in rank(query, lines)[:top_k]) or "Nothing"

    async def export(self, keys):
        return {key: deepcopy(self._data[key]) for key in keys if key in self._data}


def _known(key, data):
    """What the memory has instead of a missing key."""
    names = [name for name in data if isinstance(name, str)]
    found = get_close_matches(str(key), names, 1)
    known = f"Did you mean `{found[0]}`?" if found else f"Known: {', '.join(sorted(names))}."
    return f"{known} If it may be missing, pass a default: get(key, default)."


@dataclass
class MemoryNode:
    topic: str
    day: int
    t: int
    location: Any
    description: str
    cognition_id: Optional[int] = None
    id: Optional[int] = None


class StreamMemory:
    """The stream memory: the last thousand events."""

    def __init__(self, environment, status, max_len=1000):
        self._memories = deque(maxlen=max_len)
        self._next_id = 0
        self._environment = environment
        self._status = status

    async def add(self, topic, description):
        day, t = self._environment.get_datetime()
        position = await self._status.get("position")
        if "aoi_position" in position:
            location = position["aoi_position"]["aoi_id"]
        elif "lane_position" in position:
            location = position["lane_position"]["lane_id"]
        else:
            location = "unknown"
        node = MemoryNode(topic, day, t, location, description, id=self._next_id)
        self._next_id += 1
        self._memories.append(node)
        return node.id

    async def get_related_cognition(self, memory_id):
        return next((m for m in self._memories if m.topic == "cognition" and m.id == memory_id), None)

    async def format_memory(self, memories):
        lines = []
        for m in memories:
            clock = f"{m.t // 3600:02d}:{m.t % 3600 // 60:02d}:{m.t % 60:02d}"
            line = f"- [{m.topic}]: {m.description} [day: {m.day}, time: {clock}, location: {m.location}]"
            related = None if m.cognition_id is None else await self.get_related_cognition(m.cognition_id)
            lines.append(line + (f"\n  Related cognition: {related.description}" if related else ""))
        return "\n".join(lines)

    async def get_by_ids(self, memory_ids):
        chosen = [m for m in self._memories if m.id in memory_ids]
        return await self.format_memory(_latest_first(chosen))

    async def search(self, query, topic=None, top_k=3, day_range=None, time_range=None):
        chosen = [
            m
            for m in self._memories
            if (topic is None or m.topic == topic)
            and (not day_range or day_range[0] <= m.day <= day_range[1])
            and (not time_range or time_range[0] <= m.t <= time_range[1])
        ]
        found = [chosen[i] for i in rank(query, [m.description for m in chosen])[:top_k]]
        return await self.format_memory(_latest_first(found)) or "Nothing"

    async def search_today(self, query="", topic=None, top_k=100):
        day, _ = self._environment.get_datetime()
        return await self.search(query, topic=topic, top_k=top_k, day_range=(day, day))

    async def add_cognition_to_memory(self, memory_ids, cognition):
        targets = [m for m in self._memories if m.id in memory_ids]
        cognition_id = await self.add(topic="cognition", description=cognition)
        for memory in targets:
            memory.cognition_id = cognition_id

    async def get_all(self):
        return self._rows()

    def _rows(self):
        keys = ("id", "cognition_id", "topic", "location", "description", "day", "t")
        return [{key: getattr(m, key) for key in keys} for m in self._memories]


class Memory:
    """Creates a person's memory: documented defaults, the attributes of the agent's class, then the profile."""

    def __init__(self, environment, agent_class, profile):
        data = deepcopy(DEFAULTS)
        templates = {name: f"My {name} is {{}}" for name in data if name not in _NOT_SEARCHED}
        for attribute in agent_class.StatusAttributes:
            data[attribute.name] = deepcopy(attribute.default_or_value)
            if attribute.whether_embedding:
                templates[attribute.name] = attribute.embedding_template or f"My {attribute.name} is {{}}"
        data.update(profile)
        self.status = KVMemory(data, templates)
        self.stream = StreamMemory(environment, self.status)


def rank(query, documents):
    """Returns the indices of the `documents` that share a word with `query`, by BM25 (k1 1.2, b 0.75), best first, ties in order.

    A query without words returns all in order. Robertson and Zaragoza 2009, doi:10.1561/1500000019.
    """
    words = [Counter(_words(document)) for document in documents]
    lengths = [sum(count.values()) for count in words]
    mean = sum(lengths) / len(lengths) if lengths else 0
    terms = dict.fromkeys(_words(query))
    scores = [0.0] * len(documents)
    for term in terms:
        holders = sum(1 for count in words if term in count)
        weight = math.log(1 + (len(documents) - holders + 0.5) / (holders + 0.5))
        for i, count in enumerate(words):
            if term in count:
                scores[i] += weight * count[term] * 2.2 / (count[term] + 1.2 * (0.25 + 0.75 * lengths[i] / mean))
    found = [i for i, score in enumerate(scores) if score > 0 or not terms]
    return sorted(found, key=lambda i: (-scores[i], i))


def _words(text):
    return re.findall(r"[0-9a-z]+|[\u4e00-\u9fff]", str(text).lower())


def _latest_first(memories):
    return sorted(memories, key=lambda m: (m.day, m.t), reverse=True)
