"""Works from nine to five and sleeps at home; a language model decides about the evening."""

import random

from agentsociety_benchmark.benchmarks import DailyMobilityAgent

PROMPT = "You are {age} years old and work as {occupation}. It is seven in the evening. Do you go out? Answer yes or no."


class MyLlmAgent(DailyMobilityAgent):
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
        elif hour == 19 and time % 3600 < 900:  # one step per evening
            await self.evening(home)
        elif hour < 9 or hour >= 21 or not work:
            await self.stay(home, "home activity")

    async def stay(self, place, intention):
        await self.log_intention(intention)
        position = await self.status.get("position")
        if (position.get("aoi_position") or {}).get("aoi_id") != place["aoi_position"]["aoi_id"]:
            await self.go_to_aoi(place["aoi_position"]["aoi_id"])

    async def evening(self, home):
        # Every answer is recorded with the run, so that the run can be reproduced without the model.
        age, occupation = await self.status.get("age"), await self.status.get("occupation")
        prompt = PROMPT.format(age=age, occupation=occupation)
        answer = await self.llm.atext_request([{"role": "user", "content": prompt}])
        if "yes" not in answer.lower():
            return await self.stay(home, "home activity")
        places = list(self.environment.map.get_all_aois().keys())
        await self.log_intention("leisure and entertainment")
        await self.go_to_aoi(random.choice(places))
