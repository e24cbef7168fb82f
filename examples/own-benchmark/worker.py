# asbench run examples/own-benchmark/away-mobility.ts -a examples/own-benchmark/worker.py
from agentsociety_benchmark.benchmarks import AwayMobilityAgent


class Worker(AwayMobilityAgent):
    async def forward(self):
        hour = self.environment.get_datetime()[1] / 3600
        if await self.status.get("status") in self.movement_status:
            return
        if 8 <= hour < 9:
            await self.go_to_work()
        elif 17 <= hour < 18:
            home = await self.status.get("home")
            await self.go_to_aoi(home["aoi_position"]["aoi_id"])
