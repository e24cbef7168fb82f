"""Tests of agents that are classes of a program or a notebook. Environment variables as in test_itinera.py."""

import datetime
import functools
import importlib.util
import json
import math
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import textwrap
import time
import unittest
import unittest.mock
import warnings

import itinera

from agentsociety_benchmark.benchmarks import DailyMobilityAgent

HOME = os.environ["ITINERA_HOME"]
HOURS = {"work": (9, 17), "never": float("inf")}
PATTERN = re.compile("home|work")
STARTED = object()
STEP = functools.partial(max, 1)
from math import floor as rounded

rounded = functools.partial(rounded)
# No real keys.
OPENAI = "sk-" + "proj-0123456789abcdef"
SETTINGS = {"model": "local", "api_key": "0123" + "4567"}
HARMLESS = {"api_key": "EMPTY", "max_tokens": 500, "secretary": "office", "home_key": "user_id"}


class FixedZone(datetime.tzinfo):
    def utcoffset(self, when):
        return datetime.timedelta(hours=1)


MIDNIGHT = datetime.datetime(2026, 1, 1, tzinfo=FixedZone())
try:
    import zoneinfo

    OPENING = datetime.datetime(2026, 1, 1, 8, tzinfo=zoneinfo.ZoneInfo("Europe/Vienna"))
except (ImportError, LookupError):  # no time zones here
    OPENING = datetime.datetime(2026, 1, 1, 8, tzinfo=datetime.timezone.utc)

once = unittest.skipIf(importlib.util.find_spec("numpy"), "does not depend on NumPy, so it runs where that is missing")


def place_at(hour):
    start, end = HOURS["work"]
    name = "work" if start <= hour < end and hour < HOURS["never"] else "home"
    return name if PATTERN.match(name) else None


class Walker(DailyMobilityAgent):
    """Goes to work and home again."""

    async def forward(self):
        _, seconds = self.environment.get_datetime()
        place = await self.status.get(place_at(math.floor(seconds / 3600)))
        await self.log_intention(self.intention)
        await self.go_to_aoi(place["aoi_position"]["aoi_id"])

    @property
    def intention(self):
        return "work" if self.environment.get_tick() > 0 else "sleep"


@functools.lru_cache(maxsize=None)
def hour_of(seconds):
    return seconds // 3600


@functools.singledispatch
def shown(value):
    return value


cached_later = functools.lru_cache(place_at)
place_alias = place_at
PLACES = [lambda hour: "home"]
from_list = PLACES[0]


class Commuter(Walker):
    """Uses a decorated function, another name of a function, and a time with its zone."""

    async def forward(self):
        await super().forward()
        _, seconds = self.environment.get_datetime()
        place = await self.status.get(place_alias(hour_of(int(seconds))) if OPENING.tzinfo and HARMLESS else None)
        await self.go_to_aoi(place["aoi_position"]["aoi_id"])


class Sleeper(Commuter):
    """Has no function of its own, by whose code it would be found."""

    share = 0.5


class Failing(itinera.DailyMobilityAgent):
    async def forward(self):
        raise ValueError("no way")  # the line of the failure


class Uncarried(itinera.DailyMobilityAgent):
    async def forward(self):
        print(STARTED)


class Partial(itinera.DailyMobilityAgent):
    async def forward(self):
        STEP(2)


class Rebound(itinera.DailyMobilityAgent):
    async def forward(self):
        rounded(2.5)


class Dispatched(itinera.DailyMobilityAgent):
    async def forward(self):
        shown(2)


class Later(itinera.DailyMobilityAgent):
    async def forward(self):
        cached_later(2)


class Listed(itinera.DailyMobilityAgent):
    async def forward(self):
        from_list(2)


class Keyed(itinera.DailyMobilityAgent):
    async def forward(self):
        print(OPENAI)


class KeyedInside(itinera.DailyMobilityAgent):
    async def forward(self):
        print(SETTINGS)


class KeyedByText(itinera.DailyMobilityAgent):
    async def forward(self, password="12345678"):
        pass


class Zoned(itinera.DailyMobilityAgent):
    async def forward(self):
        MIDNIGHT.hour


def run(agent, **options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", itinera.ResultWarning)
        return itinera.run("DailyMobility", agent=agent, people=3, seed=1, home=HOME, demo=True, mode="inference", **options)


def in_notebook(*cells):
    """What the cells print in Jupyter; the last may raise."""
    import nbformat
    from nbclient import NotebookClient
    from nbclient.exceptions import CellExecutionError

    os.environ["PYTHONPATH"] = os.pathsep.join(sys.path)
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(textwrap.dedent(cell)) for cell in cells])
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "rhythm.py"), "w", encoding="utf-8") as file:
            file.write("NIGHT = 22\n")
        try:
            NotebookClient(notebook, resources={"metadata": {"path": folder}}).execute()
        except CellExecutionError as error:
            return str(error)
    return "".join(output.get("text", "") for cell in notebook.cells for output in cell.outputs)


def warnings_elsewhere(folder):
    """The warnings of a run that another session opens."""
    program = "import itinera, json, sys; print(json.dumps(itinera.load_run(sys.argv[1]).warnings))"
    return json.loads(subprocess.run([sys.executable, "-c", program, folder], stdout=subprocess.PIPE, check=True).stdout)


class Classes(unittest.TestCase):
    @once
    def test_a_class_of_a_program_runs_with_the_functions_and_values_that_it_uses(self):
        made = run(Sleeper)
        self.assertEqual(set(made.manifest["agent"]["files"]), {"Sleeper.py"})
        with open(os.path.join(made.folder, "results.json"), encoding="utf-8") as file:
            self.assertEqual(json.load(file)["results"].get("left_out", []), [])
        source = os.path.join(made.folder, "agent", "Sleeper.py")
        with open(source, encoding="utf-8") as file:
            text = file.read()
        for carried in (
            *("import math", "def place_at", "'never': float('inf')", "re.compile", "import DailyMobilityAgent"),
            *("@functools.lru_cache(maxsize=None)\ndef hour_of", "place_alias = place_at", "OPENING = _datetime.datetime("),
        ):
            self.assertIn(carried, text)
        for left in ("Failing", "unittest", "STARTED", tempfile.gettempdir()):
            self.assertNotIn(left, text)
        # The file does the same, and so does its copy in the run folder.
        again = run(source)
        self.assertEqual(again.manifest["agent"]["hash"], made.manifest["agent"]["hash"])
        self.assertEqual(again.table("trips").to_dict() if hasattr(again.trips, "to_dict") else again.trips,
                         made.table("trips").to_dict() if hasattr(made.trips, "to_dict") else made.trips)
        self.assertIn("reproduced", itinera.asbench("--home-dir", HOME, "runs", "verify", "--reproduce", made.folder))
        self.assertIn("agent Sleeper.py", made._repr_html_())

    @once
    def test_a_local_package_runs_as_a_whole_and_an_installed_one_is_not_copied(self):
        from itinera import _agent_file, _agent_modules

        with tempfile.TemporaryDirectory() as folder:
            package = os.path.join(folder, "own_town")
            os.makedirs(os.path.join(package, "data"))
            for name, text in (
                ("__init__.py", "import os\nFOLDER = os.path.dirname(__file__)\n"),
                ("later.py", "NAME = 'home'\n"),
                ("data/place.txt", "home"),
                ("agents.py", "import itinera\nfrom . import FOLDER\n\n\nclass Reading(itinera.DailyMobilityAgent):\n    async def forward(self):\n        from .later import NAME\n        with open(FOLDER + '/data/place.txt') as file:\n            assert file.read() == NAME\n"),
            ):
                with open(os.path.join(package, name), "w", encoding="utf-8") as file:
                    file.write(text)
            sys.path.insert(0, folder)
            try:
                agent = importlib.import_module("own_town.agents").Reading
            finally:
                sys.path.remove(folder)
            made = run(agent)
            self.assertIn("Reading.py", made.manifest["agent"]["files"])
            with open(os.path.join(made.folder, "results.json"), encoding="utf-8") as file:
                self.assertEqual(json.load(file)["results"].get("left_out", []), [])
            with unittest.mock.patch.object(_agent_modules, "_MOST_FILES", 3):
                with self.assertRaisesRegex(ValueError, "^agent: Reading uses the package own_town in .* more than 3 files .*Install it"):
                    run(agent)
            with unittest.mock.patch.object(_agent_modules, "_FIND", "print('own_town')"), tempfile.TemporaryDirectory() as empty:
                _agent_file.write_agent(agent, empty)
                self.assertEqual(os.listdir(empty), ["Reading.py"])

    @once
    @unittest.skipUnless(hasattr(os, "killpg"), "there are no process groups")
    def test_an_interrupted_run_is_finished_with_the_same_interpreter(self):
        program = (
            "import itinera, sys, time\n\n\nclass Slow(itinera.DailyMobilityAgent):\n    async def forward(self):\n"
            "        time.sleep(0.02)\n        open({0!r}, 'a').write(sys.executable + '\\n')\n\n\n"
            "itinera.run('DailyMobility', agent=Slow, people=1, seed=1, home={1!r}, demo=True, mode='inference')\n"
        )
        with tempfile.TemporaryDirectory() as folder:
            used, path = os.path.join(folder, "used"), os.path.join(folder, "slow.py")
            with open(path, "w", encoding="utf-8") as file:
                file.write(program.format(used, HOME))
            with subprocess.Popen([sys.executable, path], stderr=subprocess.PIPE, start_new_session=True) as python:
                while not os.path.exists(used) and python.poll() is None:
                    time.sleep(0.05)
                os.killpg(python.pid, signal.SIGINT)
                said = python.communicate()[1].decode()
            command = re.search(r"To finish the run: (itinera\.asbench\(.*\))", said)
            self.assertIsNotNone(command, said)
            os.remove(used)
            with self.assertRaisesRegex(itinera.ItineraError, "^INVALID RESULT: no trips: [^\n]*failed\\.\n(.*\n)*Kept: "):
                eval(command[1])
            with open(used, encoding="utf-8") as file:
                self.assertEqual(set(file.read().split("\n")), {sys.executable, ""})

    @once
    def test_a_class_of_a_module_runs_with_its_module_even_of_its_own_name(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in (
                ("own_agents", "import itinera\nfrom own_steps import PLACE\n\n\nclass First(itinera.DailyMobilityAgent):\n    pass\n\n\nclass Own_Agents(First):\n    async def forward(self):\n        await self.status.get(PLACE)\n"),
                ("own_steps", "PLACE = 'home'\n"),
            ):
                with open(os.path.join(folder, name + ".py"), "w", encoding="utf-8") as file:
                    file.write(text)
            sys.path.insert(0, folder)
            try:
                made = run(importlib.import_module("own_agents").Own_Agents)
            finally:
                sys.path.remove(folder)
        self.assertEqual(set(made.manifest["agent"]["files"]), {"Own_Agents_agent.py", "own_agents.py", "own_steps.py"})

    @once
    def test_what_cannot_be_carried_is_an_error_with_the_next_step(self):
        class Inner(itinera.DailyMobilityAgent):
            async def forward(self):
                pass

        namespace = {"__name__": "__main__", "itinera": itinera}
        exec("class Unknown(itinera.DailyMobilityAgent):\n    async def forward(self): pass\n", namespace)
        for agent, message in (
            (Uncarried, "^agent: Uncarried uses STARTED, which is of type object.*Create it in the class"),
            (Partial, "^agent: Partial uses STEP, which is of type partial.*Create it in the class"),
            (Rebound, "^agent: Rebound uses rounded, which is of type partial"),
            (Dispatched, "^agent: Dispatched uses shown, a function with registered others"),
            (Later, "^agent: Later uses cached_later, which is of type _lru_cache_wrapper"),
            (Listed, "^agent: Listed uses PLACES, which is of type list"),
            (Zoned, "^agent: Zoned uses MIDNIGHT, which is of type datetime"),
            (Keyed, "^agent: Keyed uses OPENAI, which looks like a key .*Read it there from the environment"),
            (KeyedInside, "^agent: KeyedInside uses api_key, which looks like a key"),
            (KeyedByText, "^agent: KeyedByText uses password, which looks like a key"),
            (Inner, "^agent: Inner is defined inside .*Define it at the top level"),
            (namespace["Unknown"], "^agent: the source of Unknown is not known"),
            (int, "^agent: int is not an agent"),
            (5, "^agent: got int, expected the class of an agent"),
        ):
            with self.assertRaisesRegex(ValueError, message):
                run(agent)

    @unittest.skipUnless(importlib.util.find_spec("nbclient") and importlib.util.find_spec("ipykernel"), "without Jupyter")
    def test_a_class_of_a_cell_runs_with_the_values_of_now_and_its_failures_name_the_cell(self):
        options = "people=3, seed=1, home={!r}, demo=True, mode='inference'".format(HOME)
        printed = in_notebook(
            "import itinera, warnings\nimport rhythm\nimport math as m\nSTART = 8",
            "from agentsociety_benchmark.benchmarks import DailyMobilityAgent",
            """
            %who_ls
            def is_at_work(hour):
                return m.floor(START) <= hour < rhythm.NIGHT

            class Mine(DailyMobilityAgent):
                async def forward(self):
                    is_at_work(self.nothing)
            """,
            "class Mine(Mine):\n    share = 0.5",
            "START = 9",
            "with warnings.catch_warnings(record=True) as caught:\n    warnings.simplefilter('always')\n"
            "    run = itinera.run('DailyMobility', agent=Mine, {})".format(options),
            "print(sorted(run.manifest['agent']['files']), open(run.folder + '/agent/Mine.py').read())",
            "print(*[one.message for one in caught])",
            "print('folder', run.folder)",
        )
        self.assertIn("['Mine.py', 'rhythm.py']", printed)
        self.assertIn("START = 9\n", printed)
        self.assertIn("class Mine(Mine):\n    share = 0.5", printed)
        place = r"'nothing' \(cell In\[3\], line 7\)"
        self.assertRegex(printed, place)
        self.assertRegex(" ".join(warnings_elsewhere(re.search(r"folder (.*)", printed)[1])), place)


@once
class Failures(unittest.TestCase):
    """A run whose agent always fails."""

    @classmethod
    def setUpClass(cls):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            cls.made = itinera.run("DailyMobility", agent=Failing, people=3, seed=1, home=HOME, demo=True)
        cls.caught = [each for each in caught if each.category is itinera.ResultWarning]
        with open(__file__, encoding="utf-8") as file:
            line = [i for i, text in enumerate(file, 1) if "the line of the failure" in text][0]
        cls.place = r"ValueError: no way \(program.py, line {}\)".format(line)

    def test_an_invalid_result_is_a_warning_at_the_line_of_the_caller(self):
        self.assertRegex("\n".join(str(each.message) for each in self.caught), "(?m)^INVALID RESULT: the agent failed")
        self.assertEqual({os.path.basename(each.filename) for each in self.caught}, {os.path.basename(__file__)})
        for shown in (repr(self.made.scores), repr(self.made)):
            self.assertIn("INVALID RESULT: the agent failed in 300 of 300 steps", shown)
        self.assertRegex(self.made.warnings[0], "^INVALID RESULT: the agent failed in 300 of 300 steps")
        for again in (lambda: itinera.explain(self.made), lambda: itinera.compare(self.made, self.made)):
            with self.assertWarnsRegex(itinera.ResultWarning, "INVALID RESULT: .*the agent failed"):
                again()

    def test_failures_name_the_line_of_the_program(self):
        opened = itinera.load_run(self.made.folder)
        warned = " ".join(str(each.message) for each in self.caught)
        for said in (warned, " ".join(self.made.warnings), repr(self.made.scores), " ".join(opened.warnings)):
            self.assertRegex(said, self.place)
        self.assertEqual(warnings_elsewhere(self.made.folder), self.made.warnings)
        # The places are no edit of the run.
        self.assertNotIn("edited", itinera.asbench("runs", "verify", self.made.folder))
        with tempfile.TemporaryDirectory() as folder:
            copy = shutil.copytree(self.made.folder, os.path.join(folder, "copy"))
            for damaged in ("", "[]", '{"file": "Failing.py", "places": 1}', '{"file": "Failing.py", "places": [[1]]}'):
                with open(os.path.join(copy, "agent-places.json"), "w", encoding="utf-8") as file:
                    file.write(damaged)
                self.assertRegex(" ".join(itinera.load_run(copy).warnings), r"Failing\.py:\d+")


if __name__ == "__main__":
    unittest.main()
