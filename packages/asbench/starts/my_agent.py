"""Works from nine to five, goes out on some evenings and sleeps at home."""

import random

from agentsociety_benchmark.benchmarks import DailyMobilityAgent


class MyAgent(DailyMobilityAgent):
    async def forward(self):
        # On a trip: let it continue. A new target would reroute it.
        if await self.status.get("status") in self.movement_status:
            return

        day, time = self.environment.get_datetime()  # day from 0, seconds since midnight
        hour = time // 3600
        home = await self.status.get("home")
        work = await self.status.get("work", None)  # None for people without work
        if hour < 7 or hour >= 23:
            await self.stay(home, "sleep")
        elif work and 9 <= hour < 17:
            await self.stay(work, "work")
        elif hour == 19 and time % 3600 < 900 and random.random() < 0.3:  # one step per evening
            await self.evening(home)
        elif hour < 9 or hour >= 21 or not work:
            await self.stay(home, "home activity")

    async def stay(self, place, intention):
        await self.log_intention(intention)
        position = await self.status.get("position")
        if (position.get("aoi_position") or {}).get("aoi_id") != place["aoi_position"]["aoi_id"]:
            await self.go_to_aoi(place["aoi_position"]["aoi_id"])

    async def evening(self, home):
        places = list(self.environment.map.get_all_aois().keys())
        await self.log_intention("leisure and entertainment")
        await self.go_to_aoi(random.choice(places))
