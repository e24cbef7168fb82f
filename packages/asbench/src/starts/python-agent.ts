/** An agent in Python, as for the originals, and the same with a language model. */
export function pythonAgent(className: string, base: string, asks: boolean): string {
  return `"""Works from nine to five and sleeps at home${asks ? '; a language model says what the evening is for' : ', and goes out on some evenings'}."""

import random

from agentsociety_benchmark.benchmarks import ${base}


class ${className}(${base}):
    async def forward(self):
        # On the way: let the trip go on. A new target would re-route it.
        if await self.status.get("status") in self.movement_status:
            return

        day, time = self.environment.get_datetime()  # day from 0, seconds since midnight
        hour = time // 3600
        home = await self.status.get("home")
        work = await self.status.get("work")
        if hour < 7 or hour >= 23:
            await self.stay(home, "sleep")
        elif 9 <= hour < 17:
            await self.stay(work, "work")
        elif hour == 19 and time % 3600 < 900${asks ? '' : ' and random.random() < 0.3'}:  # once: a step a quarter or half an hour
            await self.evening(home)
        elif hour < 9 or hour >= 21:
            await self.stay(home, "home activity")

    async def stay(self, place, intention):
        await self.log_intention(intention)
        position = await self.status.get("position")
        if (position.get("aoi_position") or {}).get("aoi_id") != place["aoi_position"]["aoi_id"]:
            await self.go_to_aoi(place["aoi_position"]["aoi_id"])

    async def evening(self, home):
${asks ? ASKING : GOING_OUT}`;
}

const GOING_OUT = `        places = list(self.environment.map.get_all_aois().keys())
        await self.log_intention("leisure and entertainment")
        await self.go_to_aoi(random.choice(places))
`;

const ASKING = `        # Every answer is kept with the run, so that it can be made again without asking.
        answer = await self.llm.atext_request(
            [{"role": "user", "content": "It is seven in the evening, after work. Do you go out? Answer yes or no."}]
        )
        if "yes" not in answer.lower():
            return await self.stay(home, "home activity")
        places = list(self.environment.map.get_all_aois().keys())
        await self.log_intention("leisure and entertainment")
        await self.go_to_aoi(random.choice(places))
`;

/** A test with the standard library alone. */
export function pythonAgentTest(stem: string, className: string, task: string, options: string): string {
  return `"""python -m unittest test_${stem}"""

import json
import os
import shutil
import subprocess
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ASBENCH = [shutil.which("asbench")] if shutil.which("asbench") else [shutil.which("npx"), "--no", "--", "asbench"]


def run():
    words = "run|${task}|--agent|${stem}.py|--people|5|--seed|1|--json${options.replaceAll(' ', '|')}".split("|")
    done = subprocess.run([*ASBENCH, *words], cwd=HERE, stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout)


class ${className}Test(unittest.TestCase):
    def test_every_step_goes_well_and_the_same_seed_gives_the_same_scores(self):
        first = run()
        self.assertEqual(first["problems"], 0)
        self.assertEqual(run()["scores"], first["scores"])


if __name__ == "__main__":
    unittest.main()
`;
}
