"""Step 2: they log their activities."""

from agentsociety_benchmark.benchmarks import DailyMobilityAgent


class SaysWhat(DailyMobilityAgent):
    async def forward(self):
        _, seconds = self.environment.get_datetime()
        hour = seconds / 3600
        works = 9 <= hour < 17
        if works:
            await self.log_intention("work")
        else:
            asleep = hour < 7 or hour >= 23
            await self.log_intention("sleep" if asleep else "home activity")
        place = await self.status.get("work" if works else "home")
        await self.go_to_aoi(place["aoi_position"]["aoi_id"])
