"""Prompts from templates, under the names of the reference."""

import re

_EXPRESSION = re.compile(r"\$\{([^}]+?)\}")
_STEPS = r"(?:\.[a-zA-Z_][a-zA-Z0-9_]*|\[(?:['\"][a-zA-Z0-9_]+['\"]|\d+)\])*"
_PATH = re.compile(rf"(profile|status|context)({_STEPS})")
_STEP = re.compile(r"\.(\w+)|\[['\"](\w+)['\"]\]|\[(\d+)\]")


class FormatPrompt:
    """A text with `{name}`, filled from the arguments of `format`, `${status.key}`, `${profile.key}` and `${context.key}`."""

    def __init__(self, template, format_prompt=None, system_prompt=None, memory=None):
        self.template, self.format_prompt, self.system_prompt, self.memory = template, format_prompt, system_prompt, memory
        self.variables = re.findall(r"\{(\w+)\}", template)
        self.formatted_string = ""

    async def format(self, context=None, **values):
        """Returns the filled text; a name without a value becomes `Don't know`. Raises KeyError for a variable without one."""
        expressions = []

        def marked(found):
            expressions.append(found)
            return f"__EXPR_{len(expressions) - 1}__"

        text = _EXPRESSION.sub(marked, self.template)
        try:
            text = text.format(**{key: value for key, value in values.items() if key in self.variables})
        except KeyError as missing:
            raise KeyError(f"Missing required variable in template: {missing}") from None
        except Exception as error:
            raise ValueError(f"Error formatting template: {error}") from None
        for i, found in enumerate(expressions):
            expression = found.group(1).strip()
            path = _PATH.fullmatch(expression)
            try:
                value = found.group() if path is None else await self._look_up(path, context or {})
                reason = f"Unsafe expression: {expression}" if path is None else None
            except Exception as error:
                value, reason = "Don't know", error
            if reason is not None:
                print(f"Error evaluating expression '{expression}': {reason}")
            text = text.replace(f"__EXPR_{i}__", "" if value is None else str(value))
        self.formatted_string = text
        return text

    async def _look_up(self, path, context):
        """As in the reference: a dotted name is one key, up to the first bracket in a status, up to the end in a context."""
        root, rest = path.groups()
        if root == "context" and rest.startswith("."):
            return context.get(rest[1:], "Don't know")
        if rest.startswith("."):
            key, bracket, steps = rest[1:].partition("[")
            value = await self.memory.status.get(key) if self.memory else None
            rest = bracket + steps
        else:
            value = context if root == "context" else self.memory.status if self.memory else {}
        for name, key, index in _STEP.findall(rest):
            value = getattr(value, name) if name else value[key or int(index)]
        return value

    def to_dialog(self):
        text = self.formatted_string if not self.format_prompt else f"{self.formatted_string}\n{self.format_prompt}"
        system = [{"role": "system", "content": self.system_prompt}] if self.system_prompt else []
        return [*system, {"role": "user", "content": text}]

    def log(self):
        print(f"Prompt Template: {self.template}")
        for name in ("format_prompt", "system_prompt", "variables", "formatted_string"):
            print(f"{name.replace('_', ' ').title()}: {getattr(self, name)}")
