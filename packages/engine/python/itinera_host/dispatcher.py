"""Selects the block for a task with the language model, under the names of the reference."""

import json
import logging

from .prompt import FormatPrompt

DISPATCHER_PROMPT = """Select the block that suits the task best. The function's description says what each block does.

Task: ${context.current_intention}
"""
_NONE = "no_suitable_block"


class BlockDispatcher:
    def __init__(self, toolbox, agent_memory, selection_prompt=DISPATCHER_PROMPT):
        self.toolbox, self.memory = toolbox, agent_memory
        self.blocks = {}
        self.register_dispatcher_prompt(selection_prompt)

    def register_dispatcher_prompt(self, dispatcher_prompt):
        self.dispatcher_prompt = FormatPrompt(dispatcher_prompt, memory=self.memory)

    def register_blocks(self, blocks):
        """Registers blocks under the names of their classes in lower case."""
        self.blocks.update((type(block).__name__.lower(), block) for block in blocks)

    def _get_function_schema(self):
        blocks = "; ".join(f"{name}: {block.description}" for name, block in self.blocks.items())
        properties = {
            "block_name": {
                "type": "string",
                "enum": [*self.blocks, _NONE],
                "description": f"The blocks are {blocks}. {_NONE} if none of them suits.",
            },
            "reason": {"type": "string", "description": "The reason for the selection."},
        }
        parameters = {"type": "object", "properties": properties, "required": ["block_name", "reason"]}
        described = {"name": "select_block", "description": "Selects the block for the task.", "parameters": parameters}
        return {"type": "function", "function": described}

    async def dispatch(self, context):
        """Returns the selected block; None if none suits or the answer is unusable."""
        try:
            await self.dispatcher_prompt.format(context=context)
            response = await self.toolbox.llm.atext_request(
                self.dispatcher_prompt.to_dialog(),
                tools=[self._get_function_schema()],
                tool_choice={"type": "function", "function": {"name": "select_block"}},
            )
            selected = json.loads(response.choices[0].message.tool_calls[0].function.arguments)["block_name"]
            return None if selected == _NONE else self.blocks[selected]
        except Exception as error:
            logging.getLogger("agentsociety").warning("Failed to dispatch block: %s", error)
            return None
