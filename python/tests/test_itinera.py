"""Tests of the installed package with the standard library only. Environment variables name the folders:

ITINERA_GOLDEN  the golden cases of GEO-BLEU and DTW (JSON)
ITINERA_AGENT   an agent in Python
"""

import inspect
import json
import os
import subprocess
import sys
import tempfile
import threading
import unittest

import geobleu
import itinera
from itinera import _node_side

GOLDEN = os.environ["ITINERA_GOLDEN"]
GENERATED = [(1, 60, 1, 10, 10), (1, 60, 2, 12, 10), (2, 60, 1, 40, 50), (2, 61, 7, 41, 50)]
REFERENCE = [(1, 60, 1, 10, 11), (1, 60, 2, 12, 10), (2, 60, 1, 44, 50), (2, 61, 7, 41, 50)]


def golden():
    for name in sorted(os.listdir(GOLDEN)):
        if name.endswith(".json"):
            with open(os.path.join(GOLDEN, name), encoding="utf-8") as file:
                for case in json.load(file):
                    for call in case["calls"]:
                        yield case, call


class Geobleu(unittest.TestCase):
    def test_equals_the_recorded_calls_of_the_original_and_raises_its_errors(self):
        calls = 0
        for case, call in golden():
            steps = [tuple(row) for row in case["generated"]], [tuple(row) for row in case["reference"]]
            for release, rules in (("v2023", "humob2023"), ("v2025", "giscup2025")):
                expected = call[release]
                if expected.get("absent"):
                    continue
                calls += 1
                function = getattr(geobleu, call["function"])
                with self.subTest(case["id"], function=call["function"], rules=rules):
                    if "error" in expected:
                        with self.assertRaises(Exception) as raised:
                            function(*steps, rules=rules, **call["kwargs"])
                        self.assertEqual(type(raised.exception).__name__, expected["error"]["type"])
                        self.assertIn(expected["error"]["message"], str(raised.exception))
                        continue
                    value, got = float(expected["value"]), function(*steps, rules=rules, **call["kwargs"])
                    if value == value and abs(value) != float("inf"):
                        self.assertLessEqual(abs(got - value), 1e-12 * min(1, abs(value) or 1))
                    else:
                        self.assertEqual(str(got), str(value))
        self.assertGreater(calls, 1700)

    def test_uses_the_rules_of_the_latest_release_by_default_and_rejects_unknown_ones(self):
        steps = [(0, t, t, 0) for t in range(6)], [(0, t, t, t % 2) for t in range(6)]
        latest = geobleu.calc_geobleu(*steps, processes=3, rules="giscup2025")
        former = geobleu.calc_geobleu(*steps, rules="humob2023")
        self.assertNotEqual(latest, former)
        self.assertEqual(geobleu.calc_geobleu(*steps), latest)
        os.environ["ITINERA_RULES"] = "humob2023"
        try:
            self.assertEqual(geobleu.calc_geobleu(*steps), former)
        finally:
            del os.environ["ITINERA_RULES"]
        with self.assertRaisesRegex(ValueError, "humob1999.*Choose one of"):
            geobleu.calc_dtw(*steps, rules="humob1999")

    def test_every_public_function_has_a_docstring_and_types(self):
        for module in (geobleu, itinera):
            self.assertTrue(os.path.exists(os.path.join(os.path.dirname(module.__file__), "py.typed")))
            for name in module.__all__:
                thing = getattr(module, name)
                self.assertTrue(thing.__doc__, name)
                if inspect.isfunction(thing):
                    self.assertIn("return", thing.__annotations__, name)


class Scores(unittest.TestCase):
    def test_lists_users_and_days_whose_means_are_the_scores(self):
        scores = itinera.score_steps(GENERATED, REFERENCE)
        self.assertEqual([(day.uid, day.d) for day in scores.days], [(1, 60), (2, 60), (2, 61)])
        self.assertEqual([user.uid for user in scores.users], [1, 2])
        self.assertAlmostEqual(scores.geobleu, itinera.geobleu(GENERATED, REFERENCE), 12)
        self.assertAlmostEqual(scores.dtw, itinera.dtw(GENERATED, REFERENCE), 12)
        self.assertEqual(scores.days[2].geobleu, 1)

    def test_rows_may_be_in_any_order(self):
        other = itinera.score_steps(GENERATED[2:] + GENERATED[:2], REFERENCE[2:] + REFERENCE[:2])
        self.assertEqual(other, itinera.score_steps(GENERATED, REFERENCE))
        self.assertEqual(itinera.score_steps(GENERATED[2:] + GENERATED[:2], REFERENCE), other)

    def test_rejects_what_cannot_be_compared(self):
        with self.assertRaisesRegex(ValueError, "sets of uid"):
            itinera.geobleu(GENERATED, REFERENCE[:2])
        with self.assertRaisesRegex(ValueError, "Day and time are not the same"):
            itinera.score_steps([(1, 60, 1, 5, 5)], [(1, 60, 2, 5, 5)])
        with self.assertRaisesRegex(TypeError, "not a number"):
            itinera.dtw([(1, 60, 1, "a", 5)], [(1, 60, 1, 5, 5)])
        with self.assertRaisesRegex(TypeError, "got str"):
            itinera.geobleu("mine.csv", REFERENCE)

    def test_accepts_arrays_and_data_frames(self):
        expected = itinera.geobleu(GENERATED, REFERENCE)
        try:
            import numpy
        except ImportError:
            self.skipTest("numpy is not installed")
        for kind in ("int32", "float64", "int64"):
            sides = [numpy.array(rows, dtype=kind) for rows in (GENERATED, REFERENCE)]
            self.assertEqual(itinera.geobleu(*sides), expected)
            self.assertEqual(itinera.geobleu(numpy.asfortranarray(sides[0]), sides[1][:]), expected)
        with self.assertRaisesRegex(ValueError, "shape"):
            itinera.geobleu(numpy.zeros(5), numpy.zeros(5))
        try:
            import pandas
        except ImportError:
            return
        names = ["uid", "d", "t", "x", "y"]
        frames = [pandas.DataFrame(rows, columns=names)[names[::-1]] for rows in (GENERATED, REFERENCE)]
        self.assertEqual(itinera.geobleu(*frames), expected)
        with self.assertRaisesRegex(ValueError, "no column t"):
            itinera.geobleu(frames[0].drop(columns="t"), frames[1])

    def test_threads_take_turns_and_a_dead_process_is_replaced(self):
        expected = itinera.geobleu(GENERATED, REFERENCE)
        got = []
        threads = [
            threading.Thread(target=lambda: got.extend(itinera.geobleu(GENERATED, REFERENCE) for _ in range(20)))
            for _ in range(4)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(got, [expected] * 80)
        _node_side.bridge._process.kill()
        _node_side.bridge._process.wait()
        self.assertEqual(itinera.geobleu(GENERATED, REFERENCE), expected)

    @unittest.skipUnless(hasattr(os, "fork"), "there is no fork")
    def test_a_forked_process_has_its_own(self):
        expected = itinera.geobleu(GENERATED, REFERENCE)
        child = os.fork()
        if child == 0:
            os._exit(0 if itinera.geobleu(GENERATED, REFERENCE) == expected else 1)
        self.assertEqual(os.waitpid(child, 0)[1], 0)
        self.assertEqual(itinera.geobleu(GENERATED, REFERENCE), expected)

    def test_without_node_the_error_says_what_to_install(self):
        program = "import itinera\ntry: itinera.geobleu([(0,0,1,1)], [(0,0,1,1)])\nexcept itinera.ItineraError as e: print(e)"
        done = subprocess.run(
            [sys.executable, "-c", program], stdout=subprocess.PIPE, env={**os.environ, "PATH": "", "ITINERA_NODE": ""}
        )
        self.assertIn(b"requires Node.js 20.19 or later", done.stdout)

    def test_files_are_scored_with_intervals(self):
        with tempfile.TemporaryDirectory() as folder:
            paths = []
            for name, rows in (("mine", GENERATED), ("truth", REFERENCE)):
                paths.append(os.path.join(folder, name + ".csv"))
                with open(paths[-1], "w", encoding="utf-8") as file:
                    file.write("uid,d,t,x,y\n" + "".join(",".join(map(str, row)) + "\n" for row in rows))
            scores = itinera.score(*paths)
            self.assertAlmostEqual(scores["geobleu"], itinera.geobleu(GENERATED, REFERENCE), 12)
            with self.assertRaisesRegex(itinera.ItineraError, "nowhere.csv"):
                itinera.score(os.path.join(folder, "nowhere.csv"), paths[1])


class Runs(unittest.TestCase):
    def test_a_run_is_created_read_and_measured(self):
        with tempfile.TemporaryDirectory() as home:
            run = itinera.run("DailyMobility", agent=os.environ["ITINERA_AGENT"], people=5, seed=1, home=home)
            for name in ("statuses", "trips", "stays", "events", "calls"):
                table = getattr(run, name)
                names = list(table.columns) if hasattr(table, "columns") else list(table)
                self.assertIn("person" if name == "calls" else "id", names)
            plain = itinera.load_run(run.folder, frames="dict")
            self.assertEqual(len(set(plain.statuses["id"])), 5)
            self.assertTrue(all(kind is not None for kind in plain.events["kind"]))
            self.assertIn("final_score", json.dumps(run.scores))
            measures = itinera.measure(run.folder, run.folder, places="grid:1000")
            self.assertTrue(measures["measures"])
            with self.assertRaisesRegex(ValueError, "unknown table"):
                run.table("people")

    def test_a_folder_without_a_run_and_an_unknown_task_are_errors(self):
        with self.assertRaisesRegex(itinera.ItineraError, "is not a run folder"):
            itinera.load_run(os.path.dirname(__file__))
        with self.assertRaisesRegex(itinera.ItineraError, "Dayly"):
            itinera.run("Dayly")


if __name__ == "__main__":
    unittest.main()
