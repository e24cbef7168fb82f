"""Tests of results as a notebook shows them, and of tables sent as columns. Environment as in test_itinera.py."""

import importlib.util
import json
import os
import pickle
import random
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import itinera
from itinera import _node_side, _results

once = unittest.skipIf(importlib.util.find_spec("numpy"), "does not depend on NumPy, so it runs where that is missing")
NAMES = ["uid", "d", "t", "x", "y"]


def steps(users=40, seed=1):
    """A prediction and the truth: two days of each user, in cells."""
    chance = random.Random(seed)
    keys = [(uid, 60 + d, t) for uid in range(1, users + 1) for d in range(2) for t in range(0, 48, 6)]
    return [[(*key, chance.randint(1, 20), chance.randint(1, 20)) for key in keys] for _ in range(2)]


def write(path, rows):
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(",".join(map(str, row)) + "\n" for row in [NAMES, *rows])
    return path


class ShownScores(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.generated, cls.reference = steps()
        cls.scores = itinera.score_steps(cls.generated, cls.reference)

    def test_scores_and_tables_print_five_lines(self):
        for shown in (self.scores, self.scores.users, self.scores.days):
            self.assertEqual(len(repr(shown).splitlines()), 5)
            self.assertLess(len(shown._repr_html_()), 6000)
        self.assertIn("40 users, 80 days", repr(self.scores))
        self.assertIn("<svg", self.scores._repr_html_())

    def test_tables_are_rows_and_data_frames(self):
        users = self.scores.users
        self.assertEqual(users[0].uid, 1)
        self.assertEqual(users[-1], list(users)[39])
        self.assertEqual([user.uid for user in users[:3]], [1, 2, 3])
        self.assertEqual(users.columns, ["uid", "geobleu", "dtw"])
        self.assertEqual(users.frame("dict")["uid"], list(range(1, 41)))
        self.assertEqual(len(repr(users.frame("dict")).splitlines()), 5)
        self.assertIn("<table>", users.frame("dict")._repr_html_())
        self.assertEqual(pickle.loads(pickle.dumps(self.scores)), self.scores)
        with self.assertRaisesRegex(ValueError, "unknown kind 'csv'"):
            users.frame("csv")
        try:
            import pandas
        except ImportError:
            return
        self.assertIsInstance(users.frame(), pandas.DataFrame)
        self.assertEqual(users.sort_values("dtw")["dtw"].iloc[0], min(user.dtw for user in users))
        self.assertTrue(pandas.DataFrame(users).equals(users.frame()))

    def test_charts_are_objects_of_the_installed_library(self):
        table = {"documented": {"jsd_a": {"value": 0.5, "low": 0.1, "high": 0.7, "pValue": 0.1}}}
        answer = {**table, "task": "T", "a": "A", "b": "B", "synthetic": True}
        compared = itinera.Result(answer, _results.compared_runs)
        drawn = {"matplotlib": "Axes", "altair": "Chart"}
        for library, kind in drawn.items():
            for result in (self.scores, compared):
                if importlib.util.find_spec(library):
                    self.assertIn(kind, type(result.plot(library)).__name__)
                else:
                    with self.assertRaisesRegex(itinera.ItineraError, "is not installed.*[.]chart"):
                        result.plot(library)
        with self.assertRaisesRegex(ValueError, "kind: unknown library 'ggplot'"):
            self.scores.plot("ggplot")
        self.assertIn("<svg", compared.chart)

    def test_intervals_are_those_of_the_command(self):
        with tempfile.TemporaryDirectory() as folder:
            files = [
                write(os.path.join(folder, name), rows)
                for name, rows in (("a.csv", self.generated), ("b.csv", self.reference))
            ]
            printed = itinera.score(*files, seed=3)
        intervals = self.scores.interval(seed=3)
        for metric in ("geobleu", "dtw"):
            interval = getattr(intervals, metric)
            self.assertEqual([interval.low, interval.high], printed["intervals"][metric])
            self.assertEqual([interval.value, getattr(self.scores, metric)], [printed[metric]] * 2)
        with self.assertRaisesRegex(ValueError, "level: 95 is not a share"):
            self.scores.interval(level=95)


class ArrowTable:
    """What a table of Arrow has."""

    def __init__(self, columns):
        self.column_names = list(columns)
        self.columns = list(columns.values())
        self.to_pydict = lambda: columns

    def __iter__(self):
        return iter(self.columns)


class Columns(unittest.TestCase):
    def setUp(self):
        try:
            import pandas
        except ImportError:
            self.skipTest("pandas is not installed")
        self.generated, self.reference = steps(400)
        self.expected = itinera.score_steps(self.generated, self.reference)
        self.frames = [pandas.DataFrame(rows, columns=NAMES) for rows in (self.generated, self.reference)]

    def test_frames_and_large_arrays_have_the_scores_of_lists(self):
        self.assertEqual(itinera.score_steps(*self.frames), self.expected)
        for kind in ("float32", "int16", "uint64"):
            self.assertEqual(
                itinera.score_steps(*[frame.to_numpy().astype(kind) for frame in self.frames]), self.expected
            )
        self.assertEqual(itinera.geobleu(*self.frames), self.expected.geobleu)
        with tempfile.TemporaryDirectory() as folder:
            files = [
                write(os.path.join(folder, name), rows)
                for name, rows in (("a.csv", self.generated), ("b.csv", self.reference))
            ]
            self.assertEqual(itinera.score(*self.frames, seed=2), itinera.score(*files, seed=2))
        expected = itinera.breakdown(*self.frames, by="weekday")
        for table in (
            lambda frame: frame.to_dict("records"),
            lambda frame: frame.set_index(["uid", "d"]),
            lambda frame: ArrowTable(frame.to_dict("list")),
        ):
            self.assertEqual(itinera.breakdown(*map(table, self.frames), by="weekday"), expected)
        self.assertEqual(
            itinera.dtw(*[frame[NAMES[1:]][:10] for frame in self.frames]),
            itinera.dtw(*[[row[1:] for row in rows[:10]] for rows in (self.generated, self.reference)]),
        )
        shifted = [frame.assign(x=frame["x"] + 0.25, uid=frame["uid"] - 2**40) for frame in self.frames]
        lists = [list(frame[NAMES].itertuples(index=False, name=None)) for frame in shifted]
        self.assertEqual(itinera.score_steps(*shifted), itinera.score_steps(*lists))

    def test_ids_of_frames_may_be_texts_and_columns_nullable(self):
        named = [frame.assign(uid=frame["uid"].map("user {:03}".format)) for frame in self.frames]
        scores = itinera.score_steps(*named)
        self.assertEqual([scores.users[0].uid, scores.days[-1].uid], ["user 001", "user 400"])
        self.assertEqual(scores.users.values_of("dtw"), self.expected.users.values_of("dtw"))
        nullable = [frame.astype("Int64") for frame in self.frames]
        self.assertEqual(itinera.score_steps(*nullable), self.expected)
        mixed = [frame.astype({"uid": object}) for frame in self.frames]
        for frame in mixed:
            frame["uid"] = frame["uid"].where(frame["uid"] != 3, None)
        self.assertIn(None, set(mixed[0]["uid"]))
        self.assertAlmostEqual(itinera.score_steps(*mixed).geobleu, self.expected.geobleu, 14)

    def test_users_may_be_in_any_order_and_differences_are_the_errors_of_lists(self):
        left, right = self.frames
        shuffled = left.sort_values("uid", ascending=False, kind="stable")
        self.assertEqual(itinera.score_steps(shuffled, right), self.expected)
        for wrong in (right[right["uid"] != 7], right.assign(d=right["d"] + (right["uid"] == 9)), right[:-1]):
            with self.assertRaises(ValueError) as of_lists:
                itinera.score_steps(self.generated, list(wrong.itertuples(index=False, name=None)))
            with self.assertRaises(ValueError) as of_frames:
                itinera.score_steps(left, wrong)
            self.assertEqual(str(of_frames.exception), str(of_lists.exception))


def printed(*words):
    """What `asbench` prints, as JSON."""
    done = subprocess.run(_node_side.command(*words, "--json"), stdout=subprocess.PIPE, check=False)
    return json.loads(done.stdout)


@once
class Commands(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.tables = {"a": steps()[0], "b": steps(seed=2)[0], "truth": steps()[1]}
        self.files = {
            name: write(os.path.join(self.folder.name, name + ".csv"), rows) for name, rows in self.tables.items()
        }

    def test_functions_return_the_json_of_their_commands(self):
        a, b, truth = self.files.values()
        rows = self.tables
        weekdays = itinera.breakdown(a, truth, by="weekday")
        for result, words in (
            (
                itinera.compare(rows["a"], rows["b"], rows["truth"]),
                ["score", "--generated", a, "--reference", truth, "--compare", b],
            ),
            (weekdays, ["score", "--generated", a, "--reference", truth, "--by", "weekday"]),
            (
                itinera.validate(rows["a"][1:], "any", rows["truth"]),
                ["validate", "any", truth, write(a + ".csv", rows["a"][1:])],
            ),
        ):
            self.assertEqual(result, printed("humob", *words))
            self.assertLessEqual(len(repr(result).splitlines()), 5)
            self.assertIn("<table>", result._repr_html_())
            self.assertEqual(pickle.loads(pickle.dumps(result)), result)
        self.assertEqual(list(weekdays.frame("dict")["group"]), ["d mod 7 = 4", "d mod 7 = 5"])
        hours = itinera.breakdown(a, truth, by="hour")
        self.assertRegex(repr(hours), r"\n2 of {} rows; \.frame\(\) has all$".format(len(hours["by"]["groups"])))

    def test_a_baseline_is_a_table_that_can_be_scored(self):
        truth = [row for row in self.tables["truth"] if row[1] == 61]
        predicted = itinera.baseline("per-user-mode", self.tables["truth"], days="61-61", frames="dict")
        self.assertEqual(list(zip(*predicted.values()))[0][:3], truth[0][:3])
        self.assertGreater(itinera.score_steps(list(zip(*predicted.values())), truth).geobleu, 0)

    def test_errors_state_what_was_found_and_never_the_files_of_tables(self):
        rows = self.tables["truth"]
        with self.assertRaisesRegex(ValueError, "unknown grouping 'minute'. Choose one of hour, weekday, distance"):
            itinera.breakdown(rows, rows, by="minute")
        with self.assertRaisesRegex(ValueError, "truth: missing"):
            itinera.compare(rows, rows)
        with self.assertRaisesRegex(ValueError, "Rows have 3 columns; expected uid, d, t, x, y"):
            itinera.score([row[2:] for row in rows], rows)
        for value, name in ((None, "NoneType"), ([1, 2], "list")):
            with self.assertRaisesRegex(TypeError, "Expected a file, a run, or a table .* got {}".format(name)):
                itinera.measure(value, value)
        with self.assertRaisesRegex(itinera.ItineraError, "^generated: no steps of uid 40"):
            itinera.score(rows[:-16], rows)
        with self.assertRaisesRegex(itinera.ItineraError, "Allowed choices are center-point[^\\n]*$"):
            itinera.baseline("best", rows, days="61-61")

    @unittest.skipIf(os.name == "nt", "Windows has no such signals")
    def test_an_interrupted_command_ends_with_its_call(self):
        stuck = os.path.join(self.folder.name, "stuck.js")
        with open(stuck, "w", encoding="utf-8") as file:
            file.write("process.on('SIGINT', () => {}); setInterval(() => {}, 1000);")
            file.write("require('fs').writeFileSync({!r}, String(process.pid))".format(stuck + ".pid"))
        program = (
            "import itinera\nfrom itinera import _node_side\n_node_side._PATIENCE = 0.1\n"
            "itinera.run('DailyMobility')"
        )
        with subprocess.Popen(
            [sys.executable, "-c", program],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env={**os.environ, "ITINERA_ASBENCH": stuck},
        ) as python:
            while not os.path.exists(stuck + ".pid") or os.path.getsize(stuck + ".pid") == 0:
                time.sleep(0.01)
            python.send_signal(signal.SIGINT)
            # One line, and no stack.
            self.assertEqual(python.communicate()[0].strip(), b"Interrupted.")
        with open(stuck + ".pid", encoding="utf-8") as file, self.assertRaises(ProcessLookupError):
            os.kill(int(file.read()), 0)


if __name__ == "__main__":
    unittest.main()
