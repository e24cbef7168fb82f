"""The base of Python agents for HurricaneMobility, under the names of the reference at version 1.5."""

import random

from itinera_host.agents import MobilityAgent


class HurricaneMobilityAgent(MobilityAgent):
    """Three days in steps of 30 minutes: before, during and after a hurricane."""

    def get_current_weather(self):
        """A text that is also a mapping and can be awaited: existing agents use all three."""
        return self.environment.sense("weather")

    async def forward(self):
        """Default of agents without a `forward`: go anywhere."""
        await self.go_to_aoi(random.choice(self.environment.get_aoi_ids()))
