"""Prompts from templates, under the names of the reference."""

import re

_EXPRESSION = re.compile(r"\$\{([^}]+)\}")
_VARIABLE = re.compile(r"(?<!\$)\{(\w+)\}")
_PATH = re.compile(r"(profile|status|context)((?:\.[A-Za-z_]\w*|\[(?:'\w+'|\"\w+\"|\d+)\])*)")
_STEP = re.compile(r"\.(\w+)|\['(\w+)'\]|\[\"(\w+)\"\]|\[(\d+)\]")


class FormatPrompt:
    """A text with `{name}`, filled from the arguments of `format`, `${status.key}`, `${profile.key}` and `${context.key}`."""

    def __init__(self, template, format_prompt=None, system_prompt=None, memory=None):
        self.template, self.format_prompt, self.system_prompt, self.memory = template, format_prompt, system_prompt, memory
        self.variables = _VARIABLE.findall(template)
        self.formatted_string = ""

    async def format(self, context=None, **values):
        """Returns the filled text; unknown expressions become `Don't know`. Raises KeyError for a variable without a value."""
        parts, end = [], 0
        for found in _EXPRESSION.finditer(self.template):
            parts.append(self._fill(self.template[end : found.start()], values))
            value = await self._look_up(found.group(1).strip(), context or {})
            parts.append("" if value is None else str(value))
            end = found.end()
        parts.append(self._fill(self.template[end:], values))
        self.formatted_string = "".join(parts)
        return self.formatted_string

    def _fill(self, text, values):
        try:
            return text.format(**{key: value for key, value in values.items() if key in self.variables})
        except KeyError as missing:
            raise KeyError(f"Missing required variable in template: {missing}") from None
        except (IndexError, ValueError) as error:
            raise ValueError(f"Error formatting template: {error}") from None

    async def _look_up(self, expression, context):
        path = _PATH.fullmatch(expression)
        if path is None:
            raise ValueError(f"Unsafe expression: {expression}")
        steps = [next(part for part in step if part) for step in _STEP.findall(path.group(2))]
        try:
            if path.group(1) == "context":
                value = context
            else:
                value = await self.memory.status.get(steps.pop(0))
            for step in steps:
                value = _inside(value, step)
            return value
        except (AttributeError, IndexError, KeyError, TypeError):
            return "Don't know"

    def to_dialog(self):
        text = self.formatted_string if not self.format_prompt else f"{self.formatted_string}\n{self.format_prompt}"
        system = [{"role": "system", "content": self.system_prompt}] if self.system_prompt else []
        return [*system, {"role": "user", "content": text}]

    def log(self):
        for name in ("template", "format_prompt", "system_prompt", "variables", "formatted_string"):
            print(f"{name}: {getattr(self, name)}")


def _inside(value, step):
    if isinstance(value, dict):
        return value[step]
    return value[int(step)] if step.isdigit() else getattr(value, step)
