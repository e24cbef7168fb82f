"""The base of Python agents for DailyMobility, under the names of the reference at version 1.5."""

import random

from itinera_host.agents import MobilityAgent
from itinera_host.memory import MemoryAttribute


class DailyMobilityAgent(MobilityAgent):
    """One ordinary day in steps of 15 minutes."""

    StatusAttributes = [
        MemoryAttribute(
            name="current_plan", type=dict, default_or_value={}, description="agent's current plan"
        ),
    ]

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.intention_list = [
            "sleep",
            "home activity",
            "other",
            "work",
            "shopping",
            "eating out",
            "leisure and entertainment",
        ]

    async def log_intention(self, intention: str):
        plan = {"target": intention, "index": 0, "steps": [{"intention": intention}]}
        await self.memory.status.update("current_plan", plan)

    async def forward(self):
        """Default of agents without a `forward`: a random activity at a random place."""
        await self.go_to_aoi(random.choice(self.environment.get_aoi_ids()))
        await self.log_intention(random.choice(self.intention_list))
