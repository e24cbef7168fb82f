"""Step 4: after work some go out nearby."""

import random

from agentsociety_benchmark.benchmarks import DailyMobilityAgent

OUTINGS = {
    "eating out": "restaurant",
    "shopping": "supermarket",
    "leisure and entertainment": "indoor entertainment",
}


class GoesOut(DailyMobilityAgent):
    async def init(self):
        self.wakes = random.gauss(7, 1)
        self.starts = self.wakes + random.uniform(0.5, 2)
        self.ends = self.starts + random.gauss(8.5, 1)
        self.sleeps = random.gauss(22.8, 0.8)
        self.outing = random.choice(list(OUTINGS)) if random.random() < 0.4 else None
        self.returns = self.ends + random.uniform(0.5, 2)
        self.place = None

    async def forward(self):
        _, seconds = self.environment.get_datetime()
        hour = seconds / 3600
        if self.starts <= hour < self.ends:
            await self.log_intention("work")
            await self.go("work")
        elif self.outing and self.ends <= hour < self.returns:
            await self.log_intention(self.outing)
            await self.go_out()
        else:
            asleep = hour < self.wakes or hour >= self.sleeps
            await self.log_intention("sleep" if asleep else "home activity")
            await self.go("home")

    async def go(self, where):
        place = await self.status.get(where)
        await self.go_to_aoi(place["aoi_position"]["aoi_id"])

    async def go_out(self):
        if self.place is None:
            here = (await self.status.get("position"))["xy_position"]
            around = self.environment.get_around_poi(
                center=(here["x"], here["y"]), radius=2000, poi_type=[OUTINGS[self.outing]]
            )
            if around:
                self.place = random.choice(around)["aoi_id"]
            else:
                self.place = (await self.status.get("home"))["aoi_position"]["aoi_id"]
        await self.go_to_aoi(self.place)
