"""Step 3: everyone has individual hours."""

import random

from agentsociety_benchmark.benchmarks import DailyMobilityAgent


class OwnHours(DailyMobilityAgent):
    async def init(self):
        self.wakes = random.gauss(7, 1)
        self.starts = self.wakes + random.uniform(0.5, 2)
        self.ends = self.starts + random.gauss(8.5, 1)
        self.sleeps = random.gauss(22.8, 0.8)

    async def forward(self):
        _, seconds = self.environment.get_datetime()
        hour = seconds / 3600
        works = self.starts <= hour < self.ends
        if works:
            await self.log_intention("work")
        else:
            asleep = hour < self.wakes or hour >= self.sleeps
            await self.log_intention("sleep" if asleep else "home activity")
        place = await self.status.get("work" if works else "home")
        await self.go_to_aoi(place["aoi_position"]["aoi_id"])
