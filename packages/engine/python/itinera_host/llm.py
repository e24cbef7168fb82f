"""`self.llm`: every request goes to `asbench`, which counts, records and answers it."""

import json
from types import SimpleNamespace


class _NotGiven:
    def __bool__(self):
        return False

    def __repr__(self):
        return "NOT_GIVEN"


NOT_GIVEN = _NotGiven()


class LanguageModelError(Exception):
    """A request failed permanently; agents can catch it like the exceptions of the reference."""


class LLM:
    def __init__(self, channel, current):
        self._channel = channel
        self._current = current
        # Totals of all people of this process.
        self.prompt_tokens_used = self.completion_tokens_used = 0
        self._log_list = []

    def get_log_list(self):
        return self._log_list

    def clear_log_list(self):
        self._log_list = []

    async def atext_request(
        self,
        dialog,
        response_format=NOT_GIVEN,
        temperature=1,
        max_tokens=None,
        top_p=None,
        frequency_penalty=None,
        presence_penalty=None,
        timeout=300,
        retries=10,
        tools=NOT_GIVEN,
        tool_choice=NOT_GIVEN,
    ):
        """Returns the text of the answer; with `tools` the whole response, as attributes."""
        request = {"dialog": dialog, "temperature": temperature}
        optional = {
            "timeout": None if timeout == 300 else timeout,
            "retries": None if retries == 10 else retries,
            "response_format": response_format,
            "max_tokens": max_tokens,
            "top_p": top_p,
            "frequency_penalty": frequency_penalty,
            "presence_penalty": presence_penalty,
            "tools": tools or None,
            "tool_choice": tool_choice,
        }
        request.update((key, value) for key, value in optional.items() if value is not None and value is not NOT_GIVEN)
        person = self._current.get()
        person.asking += 1
        try:
            answer = await self._channel.ask({"op": "llm", "agent": person.number, "request": request})
        finally:
            person.asking -= 1
        if "error" in answer:
            raise LanguageModelError(answer["error"])
        prompt, completion = answer.get("tokens", (0, 0))
        self.prompt_tokens_used += prompt
        self.completion_tokens_used += completion
        self._log_list.append({"input_tokens": prompt, "output_tokens": completion})
        return _completion(answer["response"]) if "response" in answer else answer["text"]


class Completion(SimpleNamespace):
    """A response, or a part of it: the JSON of the server as attributes."""

    def model_dump(self):
        return {key: _plain(value) for key, value in vars(self).items()}

    def model_dump_json(self):
        return json.dumps(self.model_dump(), ensure_ascii=False)


def _plain(value):
    if isinstance(value, Completion):
        return value.model_dump()
    return [_plain(item) for item in value] if isinstance(value, list) else value


def _completion(response):
    for choice in response["choices"]:
        choice["message"].setdefault("tool_calls", None)
    return _attributes(response)


def _attributes(value):
    if isinstance(value, dict):
        return Completion(**{key: _attributes(item) for key, item in value.items()})
    return [_attributes(item) for item in value] if isinstance(value, list) else value
