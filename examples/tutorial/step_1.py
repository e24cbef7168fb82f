"""Step 1: everyone is at work from nine to five, and nobody logs an activity."""

from agentsociety_benchmark.benchmarks import DailyMobilityAgent


class NineToFive(DailyMobilityAgent):
    async def forward(self):
        _, seconds = self.environment.get_datetime()
        works = 9 <= seconds / 3600 < 17
        place = await self.status.get("work" if works else "home")
        await self.go_to_aoi(place["aoi_position"]["aoi_id"])
