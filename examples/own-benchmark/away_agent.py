"""The base of Python agents for AwayMobility: `from agentsociety_benchmark.benchmarks import AwayMobilityAgent`."""

from itinera_host.agents import MobilityAgent


class AwayMobilityAgent(MobilityAgent):
    async def go_to_work(self):
        work = await self.status.get("work")
        await self.go_to_aoi(work["aoi_position"]["aoi_id"])
