"""Tests of the installed package, using only the standard library. Environment variables name the folders:

ITINERA_GOLDEN  the golden cases of GEO-BLEU and DTW (JSON)
ITINERA_AGENT   an agent in Python
ITINERA_HOME    a home folder with demo data
"""

import asyncio
import importlib.util
import inspect
import json
import math
import multiprocessing
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import unittest.mock

import geobleu
import itinera
from geobleu import seq_eval
from itinera import _node_side, _options, _scores

GOLDEN = os.environ["ITINERA_GOLDEN"]
GENERATED = [(1, 60, 1, 10, 10), (1, 60, 2, 12, 10), (2, 60, 1, 40, 50), (2, 61, 7, 41, 50)]
REFERENCE = [(1, 60, 1, 10, 11), (1, 60, 2, 12, 10), (2, 60, 1, 44, 50), (2, 61, 7, 41, 50)]

once = unittest.skipIf(importlib.util.find_spec("numpy"), "does not depend on NumPy, so it runs where that is missing")


def golden():
    for name in sorted(os.listdir(GOLDEN)):
        if name.endswith(".json"):
            with open(os.path.join(GOLDEN, name), encoding="utf-8") as file:
                for case in json.load(file):
                    for call in case["calls"]:
                        yield case, call


def child_score(_=None):
    """The score of the steps above in a process of `multiprocessing`, and the Node process that computed it."""
    return float(geobleu.calc_geobleu_bulk(GENERATED, REFERENCE)), _node_side.bridge._process.pid


def is_running(pid):
    try:
        os.kill(pid, 0)
        with open("/proc/{}/stat".format(pid), encoding="ascii") as file:
            return file.read().split(") ")[1][0] != "Z"
    except (OSError, IndexError):
        return False


class Geobleu(unittest.TestCase):
    def test_equals_the_recorded_calls_of_the_original_and_raises_its_errors(self):
        self.compare_with_golden()

    @once
    def test_equals_them_in_python_alone_if_there_is_no_node(self):
        _scores._is_alone = True
        try:
            self.compare_with_golden()
        finally:
            _scores._is_alone = False

    def compare_with_golden(self):
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
                        self.assertEqual(str(raised.exception), expected["error"]["message"])
                        continue
                    value, got = float(expected["value"]), function(*steps, rules=rules, **call["kwargs"])
                    if "dtw" in call["function"] or math.isnan(value) or math.isinf(value):
                        self.assertEqual(str(float(got)), str(value))
                    else:
                        self.assertLessEqual(abs(got - value), min(1.7e-16, 1e-12 * (abs(value) or 1)))
        self.assertGreater(calls, 1700)

    def test_arguments_have_the_names_of_the_original_and_ours(self):
        for name in ("calc_geobleu", "calc_dtw", "calc_geobleu_single", "calc_dtw_single"):
            expected = getattr(geobleu, name)(GENERATED[:2], REFERENCE[:2])
            self.assertEqual(getattr(seq_eval, name)(sys_seq=GENERATED[:2], ans_seq=REFERENCE[:2]), expected)
            self.assertEqual(getattr(geobleu, name)(generated=GENERATED[:2], reference=REFERENCE[:2]), expected)
        for name in ("calc_geobleu_bulk", "calc_dtw_bulk"):
            expected = getattr(geobleu, name)(GENERATED, REFERENCE, 2)
            self.assertEqual(getattr(seq_eval, name)(sys_list=GENERATED, ans_list=REFERENCE, processes=2), expected)
            self.assertEqual(getattr(seq_eval, name)(GENERATED, reference=REFERENCE), expected)
            self.assertEqual(list(inspect.signature(getattr(seq_eval, name)).parameters)[:2], ["sys_list", "ans_list"])
        points = [row[3:] for row in GENERATED], [row[3:] for row in REFERENCE]
        for name in ("calc_geobleu_orig", "calc_dtw_orig"):
            expected = getattr(geobleu, name)(*points)
            self.assertEqual(getattr(seq_eval, name)(ans_seq=points[1], sys_seq=points[0]), expected)
        with self.assertRaisesRegex(TypeError, "multiple values"):
            geobleu.calc_dtw(GENERATED[:2], REFERENCE[:2], generated=GENERATED[:2])

    def test_ids_may_be_texts_or_none_and_coordinates_any_number(self):
        for uids in (("ann", "bob"), (None, "bob"), ((1, 2), (3, 4))):
            sides = [[(uids[row[0] - 1], *row[1:]) for row in rows] for rows in (GENERATED, REFERENCE)]
            for name in ("calc_geobleu_bulk", "calc_dtw_bulk"):
                self.assertAlmostEqual(getattr(geobleu, name)(*sides), getattr(geobleu, name)(GENERATED, REFERENCE), 14)
            self.assertEqual(geobleu.calc_dtw(sides[0][:2], sides[1][:2]), geobleu.calc_dtw(GENERATED[:2], REFERENCE[:2]))
            self.assertEqual([user.uid for user in itinera.score_steps(*sides).users], list(uids))
        days = [[(None, "mon", *row[2:]) for row in rows[:2]] for rows in (GENERATED, REFERENCE)]
        self.assertEqual(geobleu.calc_geobleu_single(*days), geobleu.calc_geobleu_single(GENERATED[:2], REFERENCE[:2]))
        three = [(1, 2, 9), (2, 2, 9)], [(1, 3, "a"), (2, 2, None)]
        two = [p[:2] for p in three[0]], [p[:2] for p in three[1]]
        self.assertEqual(geobleu.calc_geobleu_orig(*three), geobleu.calc_geobleu_orig(*two))
        self.assertEqual(geobleu.calc_dtw_orig(*three), geobleu.calc_dtw_orig(*two))

    def test_numbers_that_are_not_finite_score_as_in_the_original(self):
        for alone in (False, True):
            with unittest.mock.patch.object(_scores, "_is_alone", alone):
                self.check_numbers_that_are_not_finite()
        lost = [(*row[:3], math.nan, 1) if row[1] == 61 else row for row in GENERATED]
        self.assertTrue(math.isnan(geobleu.calc_geobleu_bulk(lost, REFERENCE)))
        scores = itinera.score_steps(lost, REFERENCE)
        self.assertEqual(scores.days[:2], itinera.score_steps(GENERATED, REFERENCE).days[:2])
        self.assertTrue(math.isnan(scores.days[2].dtw))
        day = [(math.nan, 1, 5, 5)]
        with self.assertRaisesRegex(ValueError, "at step 0, d=nan and t=1"):
            geobleu.calc_dtw(day, [(math.nan, 1, 5, 5)])

    def check_numbers_that_are_not_finite(self):
        points, infinite = [(1, 1), (2, 2)], [(1, 1), (math.inf, 2)]
        self.assertTrue(math.isnan(geobleu.calc_geobleu_orig(points, [(1, 1), (math.nan, 2)])))
        self.assertTrue(math.isnan(geobleu.calc_dtw_orig(points, [(1, 1), (math.nan, 2)])))
        self.assertEqual(geobleu.calc_geobleu_orig(points, infinite), 0)
        self.assertEqual(geobleu.calc_dtw_orig(points, infinite), math.inf)
        self.assertEqual(geobleu.calc_dtw_orig(points, [(5, 1), (5, 2)], scale_factor=0), math.inf)
        self.assertTrue(math.isnan(geobleu.calc_dtw_orig(points, points, scale_factor=0)))
        self.assertTrue(math.isnan(geobleu.calc_geobleu_orig(points, points, max_n=-1)))
        with self.assertRaises(OverflowError):
            geobleu.calc_dtw_orig(points, [(1e200, 1)])

    def test_processes_are_checked_after_the_steps_as_in_the_original(self):
        for processes in (0, -1):
            with self.assertRaisesRegex(ValueError, "^Number of processes must be at least 1$"):
                geobleu.calc_geobleu(GENERATED[:2], REFERENCE[:2], processes=processes)
        with self.assertRaisesRegex(ValueError, "generated trajectory is 0"):
            geobleu.calc_dtw([], [], processes=0)
        with self.assertRaises(TypeError):
            geobleu.calc_dtw(GENERATED[:2], REFERENCE[:2], processes=1.5)
        geobleu.calc_dtw(GENERATED[:2], REFERENCE[:2], processes=None)

    def test_scores_are_numbers_of_numpy_if_it_is_installed(self):
        score = geobleu.calc_dtw(GENERATED[:2], REFERENCE[:2])
        try:
            import numpy
        except ImportError:
            self.assertIs(type(score), float)
        else:
            self.assertIs(type(score), numpy.float64)
            self.assertEqual(score.round(0).item(), 0.0)

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
        self.assertEqual(itinera.geobleu(*steps), latest)
        self.assertEqual(itinera.score_steps(*steps).rules, "giscup2025")
        with self.assertWarnsRegex(itinera.ResultWarning, r"the challenge of 2023 scores days 60.74"):
            self.assertEqual(itinera.humob.score(*steps, year=2023)[:5], itinera.score_steps(*steps, rules="humob2023")[:5])

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
        self.assertEqual(itinera.score_steps(GENERATED[::-1], REFERENCE), other)
        try:
            import pandas
        except ImportError:
            return
        frames = [pandas.DataFrame(rows, columns=["uid", "d", "t", "x", "y"]) for rows in (GENERATED[::-1], REFERENCE)]
        self.assertEqual(itinera.score_steps(*frames), other)
        with self.assertRaisesRegex(ValueError, "Day and time are not the same"):
            itinera.score_steps(frames[0].assign(t=3), frames[1])

    def test_rejects_what_cannot_be_compared(self):
        with self.assertRaisesRegex(ValueError, "sets of uid"):
            itinera.geobleu(GENERATED, REFERENCE[:2])
        with self.assertRaisesRegex(ValueError, "Day and time are not the same"):
            itinera.score_steps([(1, 60, 1, 5, 5)], [(1, 60, 2, 5, 5)])
        with self.assertRaisesRegex(TypeError, "unsupported operand"):
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

    @once
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

    @once
    def test_many_calls_in_a_running_event_loop_use_one_process(self):
        async def loop():
            return {child_score() for _ in range(1000)}

        self.assertEqual(asyncio.run(loop()), {child_score()})

    @once
    def test_processes_of_multiprocessing_have_their_own(self):
        expected, own = child_score()
        for method in sorted(set(multiprocessing.get_all_start_methods()) & {"fork", "spawn"}):
            with multiprocessing.get_context(method).Pool(2) as pool:
                got = pool.map(child_score, range(20), 1)
            self.assertEqual({score for score, _ in got}, {expected}, method)
            self.assertNotIn(own, {pid for _, pid in got}, method)
        self.assertEqual(child_score(), (expected, own))

    @once
    @unittest.skipUnless(hasattr(os, "killpg") and os.path.exists("/proc/self/stat"), "there are no process groups")
    def test_the_process_survives_an_interrupt_and_ends_with_its_program(self):
        program = (
            "import sys, geobleu\nfrom itinera import _node_side\n"
            "def call(): geobleu.calc_dtw([(0, 0, 1, 1)], [(0, 0, 1, 1)]); print(_node_side.bridge._process.pid, flush=True)\n"
            "try: call(); sys.stdin.read()\n"
            "except KeyboardInterrupt: call()\n"
            "sys.stdin.readline()\n"
        )
        for end in (signal.SIGKILL, None):
            with subprocess.Popen(
                [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
            ) as python:
                node = int(python.stdout.readline())
                os.killpg(python.pid, signal.SIGINT)
                self.assertEqual(int(python.stdout.readline()), node)
                self.assertTrue(is_running(node))
                if end is None:
                    python.stdin.close()
                else:
                    python.send_signal(end)
                python.wait()
            while is_running(node):
                time.sleep(0.01)

    @once
    def test_a_program_ends_while_a_daemon_thread_scores(self):
        program = (
            "import geobleu, threading, time\n"
            "def work():\n"
            "    while True: geobleu.calc_dtw([(0, 0, 1, 1)], [(0, 0, 3, 1)])\n"
            "geobleu.calc_dtw([(0, 0, 1, 1)], [(0, 0, 3, 1)])\n"
            "threading.Thread(target=work, daemon=True).start()\n"
            "time.sleep(0.05)\n"
        )
        self.assertEqual(subprocess.run([sys.executable, "-c", program], timeout=600).returncode, 0)

    @once
    def test_geobleu_warns_once_without_a_working_node_and_computes_in_python(self):
        program = "import geobleu\nfor _ in range(2): print(geobleu.calc_dtw([(0, 0, 1, 1)], [(0, 0, 3, 1)]))"
        for node in ("", sys.executable):
            done = subprocess.run(
                [sys.executable, "-c", program],
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env={**os.environ, "PATH": "", "ITINERA_NODE": node},
            )
            self.assertEqual(done.stdout.split(), [b"1.0", b"1.0"])
            self.assertEqual(done.stderr.count(b"RuntimeWarning: geobleu computes in Python"), 1)

    @once
    def test_without_node_the_error_says_what_to_install(self):
        program = "import itinera\ntry: itinera.geobleu([(0,0,1,1)], [(0,0,1,1)])\nexcept itinera.ItineraError as e: print(e)"
        done = subprocess.run(
            [sys.executable, "-c", program], stdout=subprocess.PIPE, env={**os.environ, "PATH": "", "ITINERA_NODE": ""}
        )
        self.assertIn(b"requires Node.js 20.19 or later", done.stdout)

    @once
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

    @once
    def test_predictions_of_next_places_are_scored(self):
        test = {"user": ["a", "a"], "time": [100, 200], "place": ["home", "work"]}
        ranked = {"user": ["a"] * 3, "time": [100, 200, 200], "place": ["home", "home", "work"], "rank": [1, 1, 2]}
        answer = itinera.score_next_place(ranked, test)
        self.assertRegex(repr(answer), r"^2 targets, 1 user: .*\n.*\n +acc1  0\.5000 ")
        (scored,) = answer["predictions"]
        self.assertEqual(scored["name"], "predictions.csv")
        self.assertEqual([scored["scores"][name]["value"] for name in ("acc1", "acc5", "mrr")], [0.5, 1, 0.75])


class Flows(unittest.TestCase):
    truth = {"20240201": {"50_50": {"50_50": 3.5, "51_50": 1.25}}, "20240202": None, "20240203": {"40_60": {"40_60": 2}}}

    @once
    def test_dictionaries_and_files_have_the_same_score(self):
        prediction = {"20240201": {"50_50": {"50_50": 3}}, "20240203": {"40_60": {"40_60": 0.1 + 0.2}}}
        score = itinera.humob.score(prediction, self.truth)
        daily = [(0.5, 1.25), (2 - (0.1 + 0.2), 0)]
        diagonal = sum(math.sqrt(d * d / 1476) for d, _ in daily) / 2 / 26.57
        off = sum(math.sqrt(o * o / 2177100) for _, o in daily) / 2 / 0.0176
        self.assertAlmostEqual(score["combined"], (diagonal + off) / 2, 15)
        self.assertEqual((score["rules"], score["days"]), ("humob2026", 2))
        self.assertNotIn(tempfile.gettempdir(), str(dict(score)))
        self.assertRegex(repr(score), r"combined  [\d.]+  [\d.]+  [\d.]+\n")
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "mine.tsv")
            itinera.humob.write_od_tsv(path, prediction)
            self.assertEqual(itinera.humob.score(path, self.truth)["combined"], score["combined"])
            self.assertLess(itinera.humob.score(path, self.truth, known={"20240301": self.truth["20240201"]})["baselines"]["line"]["ratio"], 9)

    @once
    def test_two_predictions_are_compared_and_baselines_are_frames(self):
        known = {"2024020{}".format(day): {"50_50": {"50_50": 3 + day % 2}, "51_50": {"50_50": 1}} for day in range(1, 8)}
        flat = itinera.humob.baseline("flat-mean", known, days="20240208-20240209", frames="dict")
        self.assertEqual([len(flat[name]) for name in ("date", "origin", "destination", "flow")], [4] * 4)
        self.assertEqual(sorted(set(flat["date"])), ["20240208", "20240209"])
        truth = {"20240208": {"50_50": {"50_50": 4}}, "20240209": {"50_50": {"50_50": 3}}}
        near, far = ({date: {"50_50": {"50_50": flow}} for date in truth} for flow in (3.4, 9))
        one = itinera.humob.compare(near, far, truth)
        other = itinera.humob.compare(far, near, truth)
        self.assertLess(one["difference"]["value"], 0)
        self.assertAlmostEqual(one["difference"]["value"], one["a"]["combined"] - one["b"]["combined"], 12)
        self.assertAlmostEqual(one["difference"]["value"], -other["difference"]["value"], 12)
        self.assertLessEqual(other["difference"]["low"], other["difference"]["high"])
        self.assertRegex(repr(one), r"Combined NRMSE.*\n.*\n +a  .*\n +b  .*\n a minus b +-")
        self.assertLess(one["difference"]["low"], one["difference"]["high"])
        day = {"20240208": truth["20240208"]}
        alone = itinera.humob.compare({"20240208": near["20240208"]}, {"20240208": far["20240208"]}, day)["difference"]
        self.assertLess(alone["value"], 0)
        self.assertEqual([alone["low"], alone["high"], alone["pValue"]], [None] * 3)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "same.tsv")
            itinera.humob.write_od_tsv(path, near)
            with self.assertRaisesRegex(ValueError, "the same file"):
                itinera.humob.compare(path, path, truth)

    def test_data_frames_of_flows_have_the_same_score(self):
        try:
            import pandas
        except ImportError:
            self.skipTest("pandas is not installed")
        prediction = {"20240201": {"50_50": {"50_50": 3}}, "20240203": {"40_60": {"40_60": 0.1 + 0.2}}}
        score = itinera.humob.score(prediction, self.truth)
        rows = [(d, o, e, f) for d, day in prediction.items() for o, inner in day.items() for e, f in inner.items()]
        frame = pandas.DataFrame(rows, columns=["date", "origin", "destination", "flow"])
        self.assertEqual(itinera.humob.score(frame, self.truth)["combined"], score["combined"])
        frame["date"] = pandas.to_datetime(frame["date"])
        self.assertEqual(itinera.humob.score(frame, self.truth)["combined"], score["combined"])
        with self.assertRaisesRegex(ValueError, "is repeated"):
            itinera.humob.score(pandas.concat([frame, frame]), self.truth)
        with self.assertRaisesRegex(ValueError, "no column flow"):
            itinera.humob.score(frame.drop(columns="flow"), self.truth)

    @once
    def test_what_has_no_score_is_an_error(self):
        for flow, message in ((math.nan, "is NaN"), (math.inf, "is Infinity"), (None, "not numeric")):
            with self.assertRaisesRegex(itinera.ItineraError, message) as raised:
                itinera.humob.score({"20240201": {"50_50": {"50_50": flow}}, "20240203": {}}, self.truth, known=None)
            self.assertNotIn(tempfile.gettempdir(), str(raised.exception))
        with self.assertRaisesRegex(itinera.ItineraError, "no data for 20240203"):
            itinera.humob.score({"20240201": {}}, self.truth)
        with self.assertRaisesRegex(ValueError, "no rules of 2022"):
            itinera.humob.score({}, {}, year=2022)


class Runs(unittest.TestCase):
    def test_a_run_is_created_read_and_measured(self):
        agent, home = os.environ["ITINERA_AGENT"], os.environ["ITINERA_HOME"]
        run = itinera.run("DailyMobility", agent=agent, people=5, seed=1, home=home)
        for name in ("statuses", "trips", "stays", "events", "calls"):
            table = getattr(run, name)
            names = list(table.columns) if hasattr(table, "columns") else list(table)
            self.assertIn("person" if name == "calls" else "id", names)
        plain = itinera.load_run(run.folder, frames="dict")
        self.assertEqual(len(set(plain.statuses["id"])), 5)
        self.assertTrue(all(kind is not None for kind in plain.events["kind"]))
        self.assertIn("final_score", json.dumps(run.scores))
        self.assertIn("final_score", run._repr_html_())
        shown = repr(run).splitlines()
        self.assertLessEqual(len(shown), 5)
        self.assertIn("seed 1, agent", shown[0])
        self.assertIn("score: {:.1f} (95 % interval ".format(run.scores["final_score"]), shown[1])
        self.assertIn("; all: .scores", shown[1])
        self.assertEqual(shown[-1], "folder: {}".format(run.folder))
        if importlib.util.find_spec("numpy") is None:
            self.measure_explain_and_compare(run)
        with self.assertRaisesRegex(ValueError, "unknown table"):
            run.table("people")

    def measure_explain_and_compare(self, run):
        measures = itinera.measure(run.folder, run.folder, places="grid:1000")
        self.assertTrue(measures["measures"])
        self.assertIn("<svg", measures._repr_html_())
        notes = [*measures["notes"], *measures["compared"]["notes"]]
        self.assertEqual(repr(measures).splitlines()[-len(notes) :], notes)
        self.assertLessEqual(len(repr(measures).splitlines()), 5 + len(notes))
        self.assertEqual(itinera.compare(run, run)["documented"]["final_score"]["value"], 0)
        self.assertIn("Score {:.1f} of 100".format(run.scores["final_score"]), itinera.explain(run))

    @once
    def test_the_doubts_of_a_run_without_scores_are_warnings_wherever_it_is_opened(self):
        with tempfile.TemporaryDirectory() as folder:
            doubts = [{"message": "no trips.", "grave": True}, {"message": "Set --represents.", "grave": False}]
            with open(os.path.join(folder, "run.json"), "w", encoding="utf-8") as file:
                json.dump({"task": "simulation", "people": 1, "seed": 1, "doubts": doubts}, file)
            run = itinera.load_run(folder)
            self.assertEqual(run.warnings, ["INVALID RESULT: no trips.", "Set represents."])
            self.assertEqual(repr(run).splitlines()[1], "INVALID RESULT: no trips.")

    @once
    def test_a_run_of_an_older_version_warns_of_its_map_and_its_survey(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "run.json"), "w", encoding="utf-8") as file:
                known = {"map": {"outdated": "old.pb is outdated"}, "observed": {"warning": "The map is too small."}}
                json.dump({"task": "simulation", "people": 1, "seed": 1, **known}, file)
            self.assertEqual(itinera.load_run(folder).warnings, ["old.pb is outdated", "The map is too small."])

    def test_tables_lose_no_row_and_no_field(self):
        with self.assertRaisesRegex(ValueError, "Columns have different lengths: uid 2, time 2, lat 1, lon 2"):
            itinera.measure({"uid": [1, 1], "time": [1, 2], "lat": [48.1], "lon": [11.5, 11.6]}, [])
        rows = [{"uid": 1, "d": 60, "t": 1, "x": 20}, {"uid": 1, "d": 60, "t": 2, "x": 20, "y": 9}]
        with self.assertRaisesRegex(itinera.ItineraError, 'line 2: y is ""'):
            itinera.score(rows, [(1, 60, 1, 20, 9)])

    @once
    def test_what_limits_a_result_is_in_it_and_a_warning(self):
        rows = [(uid, "2024-01-0{}T0{}:00:00".format(day, hour), 48 + uid / 50 + hour / 100, 11.5) for uid in range(9) for day in (1, 2) for hour in range(5)]
        columns = dict(zip(("uid", "time", "lat", "lon"), map(list, zip(*rows))))
        partly = {**columns, "lat": [lat if i % 2 else "" for i, lat in enumerate(columns["lat"])]}
        swapped = [(uid, d, t, y, x) for uid in range(40) for d in (60, 61) for t, x, y in ((1, 20 + uid, 90), (9, 60, 150))]
        right = [(uid, d, t, y, x) for uid, d, t, x, y in swapped]
        refused = [(uid, 60, t, 5 + t, 5) for uid in (-1, 7) for t in range(4)]
        flows = {"20240201": {"40_60": {"40_60": 1.5}}}
        check_ins = {"user": ["a", "a"], "time": [1, 2], "place": ["home", "work"]}
        for call, message in (
            (
                lambda: itinera.measure(columns, partly),
                "generated: 45 rows dropped: coordinates are missing, or beyond 180 and 90 degrees; the first is index 0, counting rows from 0",
            ),
            (lambda: itinera.score_steps(swapped, right), "swapped|exchanged"),
            (lambda: itinera.score_steps(refused, refused), "^In files, uid -1 is refused: expected a whole number .* Renumber the users"),
            (lambda: itinera.score(swapped, right), "swapped|exchanged"),
            (lambda: itinera.humob.score({"20240201": {"60_40": {"60_40": 2}}}, flows), "^prediction: x and y are probably swapped"),
            (lambda: itinera.score_next_place(check_ins, {**check_ins, "time": [1, ""]}, check_ins), "^test: 1 row dropped"),
        ):
            with self.assertWarnsRegex(itinera.ResultWarning, message) as caught:
                result = call()
            limits = result["warnings"] if isinstance(result, dict) else result.warnings
            self.assertRegex(" ".join(limits), message)
            self.assertEqual(os.path.basename(caught.filename), os.path.basename(__file__))

    @once
    def test_a_folder_without_a_run_and_an_unknown_task_are_errors(self):
        with self.assertRaisesRegex(itinera.ItineraError, "is not a run folder"):
            itinera.load_run(os.path.dirname(__file__))
        with self.assertRaisesRegex(itinera.ItineraError, "Dayly"):
            itinera.run("Dayly")

    @once
    def test_errors_name_the_arguments_of_python(self):
        for call, message in (
            (lambda: itinera.run("DailyMobility", repeat="x"), "^repeat: 'x' is invalid"),
            (lambda: itinera.run("DailyMobility", sede=1), "^sede: unknown argument. Did you mean seed[?]$"),
            (lambda: itinera.baseline("best-mode", [(1, 1, 1, 1, 1)], days="9-9"), "^name: 'best-mode' is invalid"),
            (lambda: itinera.baseline("bigram", [(1, 1, 1, 1, 1)]), "either target or days"),
            (lambda: itinera.run("DailyMobility", people="x--y"), "^people: 'x--y' is invalid"),
            (lambda: itinera.simulate("a--b.json"), "^profiles a--b.json: file not found.* asbench data people --map "),
            (
                lambda: itinera.measure({"who": [1, 2], "time": [1, 2], "lat": [1, 2], "lon": [1, 2]}, "none.csv"),
                r'columns=\{"uid": ',
            ),
        ):
            with self.assertRaisesRegex(itinera.ItineraError, message):
                call()

    def test_errors_name_no_folder_of_temporary_files(self):
        usual, linked, windows = "/tmp", "/var/my folder/T", "C:\\Users\\A B\\Temp"
        for temporary, named in [
            (usual, "/tmp/itinera-work-a1/"),
            (linked, "/private/var/my folder/T/itinera-work-a1/"),
            (windows, windows + "\\itinera-work-a1\\"),
            (windows, windows.replace("\\", "\\\\") + "\\\\itinera-work-a1\\\\"),
        ]:
            with unittest.mock.patch.object(tempfile, "gettempdir", return_value=temporary):
                message = _node_side.in_python("rows of {0}trips.csv and {0}page.html".format(named))
            self.assertEqual(message, "rows of trips and page.html")

    @once
    def test_options_are_typed_as_the_commands_have_them(self):
        # Those that are arguments of their own in Python, or make no sense there.
        others = {
            "run": "agent seed seeds people json",
            "simulate": "profiles draw map days agent seed json",
            "humob score": "reference compare by json sample",
            "runs compare": "datasets seed output json",
            "humob validate": "json compat",
            "humob baseline": "train target only_days output",
            "measure": "seed json",
            "data next-place score": "test train json",
            "explain": "json",
            "humob score --year 2026": "year rules reference known json",
        }
        types = dict(zip(others, "Run Simulate Score Compare Validate Baseline Measure NextPlace Explain Flow".split()))
        bundle = os.path.join(os.path.dirname(_node_side.program()), "program.js")
        # One process for all.
        script = "import {{ runProgram }} from {};\nfor (const words of {}) await runProgram([...words, '--help']);".format(
            json.dumps(pathlib.Path(bundle).as_uri()), json.dumps([command.split() for command in others])
        )
        printed = subprocess.check_output([_node_side.node(), "--input-type=module", "--eval", script], universal_newlines=True, encoding="utf-8")
        texts = re.split("^Usage: ", printed, flags=re.M)[1:]
        self.assertEqual(len(texts), len(others))
        for (command, own), text in zip(others.items(), texts):
            self.assertTrue(text.startswith("asbench " + command.split(" --")[0] + " "), text)
            named = {name.replace("-", "_") for name in re.findall(r"^  (?:-\w, )?--([a-z-]+)", text, re.M)} - {"help"}
            typed = set(getattr(_options, types[command] + "Options").__annotations__)
            if command == "runs compare":
                typed -= set(_options.ScoreOptions.__annotations__)
                typed -= {"home"}
            self.assertEqual(typed, named - set(own.split()), command)


if __name__ == "__main__":
    unittest.main()
