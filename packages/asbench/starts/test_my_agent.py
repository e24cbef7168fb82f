"""python -m unittest test_my_agent"""

import json
import os
import shutil
import subprocess
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ASBENCH = [shutil.which("asbench")] if shutil.which("asbench") else [shutil.which("npx"), "--no", "--", "asbench"]


def run():
    words = ["run", "DailyMobility", "--agent", "my_agent.py", "--people", "5", "--seed", "1", "--json"]
    done = subprocess.run([*ASBENCH, *words], cwd=HERE, stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout)


class MyAgentTest(unittest.TestCase):
    def test_no_step_fails_and_the_same_seed_gives_the_same_scores(self):
        first = run()
        self.assertEqual(first["problems"], 0)
        self.assertEqual(run()["scores"], first["scores"])

    def test_no_step_fails_for_people_without_work(self):
        file = os.path.join(HERE, "my_agent" + ".py")
        done = subprocess.run([*ASBENCH, "runs", "check-agent", "--try", file], cwd=HERE, stdout=subprocess.PIPE)
        self.assertEqual(done.returncode, 0, done.stdout.decode())


if __name__ == "__main__":
    unittest.main()
