"""Tests of itinera.skmob with the golden cases of the mobility measures (ITINERA_MOBILITY); they require pandas."""

import importlib.util
import json
import math
import os
import tempfile
import unittest

if importlib.util.find_spec("pandas") is None:
    raise unittest.SkipTest("pandas is not installed")

import numpy
import pandas

import itinera.skmob as skmob
from itinera.skmob.measures import collective, individual
from itinera.skmob.models.epr import EPR, DensityEPR, Ditras, SpatialEPR
from itinera.skmob.models.gravity import Gravity
from itinera.skmob.models.markov_diary_generator import MarkovDiaryGenerator
from itinera.skmob.models.radiation import Radiation
from itinera.skmob.preprocessing import clustering, compression, detection, filtering

#: The golden cases are in metres, scikit-mobility in kilometres.
KM, KM2 = 1e-3, 1e-6
LENGTHS = (
    "radius_of_gyration k_radius_of_gyration jump_lengths maximum_distance distance_straight_line max_distance_from_home"
).split()


def cases(name):
    with open(os.path.join(os.environ["ITINERA_MOBILITY"], name + ".json"), encoding="utf-8") as file:
        return json.load(file)["cases"]


def trajectories(case, **columns):
    times = pandas.to_datetime(pandas.Series(case["time"], dtype="int64"), unit="s")
    data = {"latitude": case["lat"], "long": case["lon"], "when": times, **columns}
    return skmob.TrajDataFrame(
        pandas.DataFrame(data), latitude="latitude", longitude="long", datetime="when", user_id="user"
    )


def flat(value):
    """All numbers of nested lists; texts are NaN and the infinities, None is NaN."""
    if isinstance(value, (list, tuple, numpy.ndarray)):
        return [number for each in value for number in flat(each)]
    return [math.nan if value is None else float(value)]


class Measures(unittest.TestCase):
    def near(self, got, expected, scale):
        got, expected = flat(got), flat(expected)
        self.assertEqual(len(got), len(expected))
        for a, b in zip(got, expected):
            close = math.isnan(a) if math.isnan(b) else abs(a - b * scale) <= 1e-6 * scale + 1e-9 * abs(b * scale)
            self.assertTrue(close, (a, b * scale))

    def test_individual_measures_equal_the_golden_cases(self):
        data = {case["id"]: trajectories(case, user=case["user"]) for case in cases("trajectories")}
        names = {"normalize", "k", "start_night", "end_night", "self_loops", "as_ranks"}
        checked = 0
        for case in cases("individual"):
            function = getattr(individual, case["measure"], None)
            if function is None:
                continue
            options = {key: value for key, value in case.get("parameters", {}).items() if key in names}
            got = function(data[case["trajectories"]], **options)
            people = sorted(data[case["trajectories"]]["uid"].unique())
            with self.subTest(case["id"], measure=case["measure"]):
                if case["measure"] in (
                    "location_frequency",
                    "recency_rank",
                    "frequency_rank",
                    "individual_mobility_network",
                ):
                    got = got.reset_index()
                    columns = [name for name in got.columns if name not in ("uid", "index", "level_1", "recency_rank", "frequency_rank")]
                    # The cases have longitudes first, and sorted rows where the order has no meaning.
                    columns = [name.replace("lat", "?").replace("lng", "lat").replace("?", "lng") for name in columns]
                    rows = [got[got["uid"] == uid][columns].values.tolist() for uid in people]
                    ordered = case["measure"].endswith("rank")
                    self.near(rows if ordered else [sorted(each) for each in rows], case["adopted"], 1.0)
                else:
                    values = got[["lng", "lat"]] if case["measure"] == "home_location" else got.iloc[:, 1]
                    self.near(
                        values.values.tolist() if len(got) else [],
                        case["adopted"],
                        KM if case["measure"] in LENGTHS else 1.0,
                    )
            checked += 1
        self.assertGreater(checked, 400)

    def test_collective_measures_equal_the_golden_cases(self):
        data = {case["id"]: trajectories(case, user=case["user"]) for case in cases("trajectories")}
        checked = 0
        for case in cases("collective"):
            function = getattr(collective, case["measure"], None)
            if function is None:
                continue
            options = dict(case.get("parameters", {}))
            if "seconds" in options:
                options = {"time_unit": "{}s".format(options.pop("seconds"))}
            checked += 1
            with self.subTest(case["id"], measure=case["measure"]):
                got = function(data[case["trajectories"]], **options)
                if case["measure"] == "mean_square_displacement":
                    self.near(got, case["adopted"], KM2)
                elif case["measure"] == "visits_per_time_unit":
                    visits, expected = got["n_visits"], case["adopted"]
                    if isinstance(expected, dict):
                        self.assertEqual(
                            (visits.sum(), len(visits), visits.max()),
                            tuple(expected[key] for key in ("total", "units", "greatest")),
                        )
                        continue
                    starts = [int(start.timestamp()) for start in got.index]
                    self.near(list(zip(starts, visits)), expected, 1.0)
                else:
                    values = {(row[1], row[0]): row[2] for row in got.itertuples(index=False)}
                    found = [values.get(tuple(place), 0) for place in case["locations"]]
                    self.near(found, case["adopted"], 1.0)
        self.assertGreater(checked, 100)

    def test_preprocessing_equals_the_golden_cases(self):
        for case in cases("preprocessing"):
            tdf = trajectories(case)
            for step, expected in case["adopted"].items():
                name, *words = step.split(" ")
                options = {key: float(value) for key, value in (word.split("=") for word in words if "=" in word)}
                with self.subTest(case["id"], step=step):
                    if name == "filter":
                        got = filtering.filter(tdf.assign(row=range(len(tdf))), **options)
                        self.assertEqual(list(got["row"]), expected["kept"])
                    elif name == "cluster":
                        self.assertEqual(list(clustering.cluster(tdf, **options)["cluster"]), expected["label"])
                    elif name in ("compress", "stay_locations"):
                        got = (compression.compress if name == "compress" else detection.stay_locations)(tdf, **options)
                        self.near(got[["lng", "lat"]].values.tolist(), list(zip(expected["lon"], expected["lat"])), 1.0)
                        times = expected["time"] if name == "compress" else expected["arrival"]
                        self.assertEqual([when.timestamp() for when in got["datetime"]], times)
                        if name == "stay_locations":
                            self.assertEqual(
                                [when.timestamp() for when in got["leaving_datetime"]], expected["departure"]
                            )

    def test_selections_are_trajectories_while_they_have_their_columns(self):
        case = next(case for case in cases("trajectories") if case["id"] == "t06")
        tdf = trajectories(case, user=case["user"])
        self.assertIsInstance(tdf[tdf["uid"] > 3], skmob.TrajDataFrame)
        self.assertNotIsInstance(tdf[["lat", "lng"]], skmob.TrajDataFrame)
        self.assertEqual(list(individual.number_of_visits(tdf.drop(columns="uid"))["number_of_visits"]), [8])
        with self.assertRaisesRegex(KeyError, "no column datetime"):
            individual.radius_of_gyration(tdf[["lat", "lng"]])
        with self.assertRaisesRegex(ValueError, "'ten' is not a time of day"):
            individual.home_location(tdf, start_night="ten")


class Trips(unittest.TestCase):
    """Two trips of one person: 30 points a minute apart at one place, the second three hours later, then a jump far away."""

    rows = [(1, tid, at + 60 * i, 35.0, 135.0, "walk") for tid, at in ((1, 0), (2, 10800)) for i in range(30)]
    rows += [(1, 3, 10800 + 60 * 30, 36.0, 136.0, "car"), (1, 3, 10800 + 60 * 31, 36.0, 136.0, "bus")]

    def tdf(self):
        frame = pandas.DataFrame(self.rows, columns=["uid", "trip", "s", "lat", "lng", "mode"])
        frame["datetime"] = pandas.Timestamp("2023-05-01") + pandas.to_timedelta(frame.pop("s"), unit="s")
        return skmob.TrajDataFrame(frame, trajectory_id="trip")

    def test_each_trajectory_is_preprocessed_by_itself_and_keeps_its_columns(self):
        stays = detection.stay_locations(self.tdf())
        self.assertEqual(list(stays.columns), ["uid", "tid", "lat", "lng", "mode", "datetime", "leaving_datetime"])
        self.assertEqual(list(stays["tid"]), [1, 2])
        self.assertEqual([str(at.time()) for at in stays["leaving_datetime"]], ["00:29:00", "03:29:00"])
        points = compression.compress(self.tdf())
        self.assertEqual((list(points["tid"]), list(points["mode"])), ([1, 2, 3], ["walk", "walk", "car"]))
        # The third trip is 140 km away a minute later, but a trip of its own.
        kept = filtering.filter(self.tdf())
        self.assertEqual((len(kept), list(kept.index)), (62, list(range(62))))
        self.assertEqual(len(filtering.filter(self.tdf().drop(columns="tid"))), 60)
        # No column tid: one trajectory.
        self.assertEqual(len(detection.stay_locations(self.tdf().drop(columns="tid"))), 1)

    def test_places_of_people_have_the_index_of_the_original(self):
        shares = individual.location_frequency(self.tdf())
        self.assertEqual((list(shares.index.names), list(shares.columns)), (["uid", "lat", "lng"], ["location_frequency"]))
        self.assertAlmostEqual(shares.loc[1].loc[(35.0, 135.0), "location_frequency"], 60 / 62)
        ranks = individual.recency_rank(self.tdf())
        self.assertEqual((list(ranks.index), list(ranks.columns)), ([(1, 0), (1, 1)], ["lat", "lng", "recency_rank"]))

    def test_zones_are_converted_in_place(self):
        tdf = self.tdf()
        self.assertIsNone(tdf.timezone_conversion("GMT", "Asia/Shanghai"))
        self.assertEqual(str(tdf["datetime"].iloc[0]), "2023-05-01 08:00:00")

    @unittest.skipUnless(importlib.util.find_spec("skmob"), "scikit-mobility is not installed")
    def test_results_have_the_form_of_the_original(self):
        original = importlib.import_module("skmob")
        steps = importlib.import_module("skmob.preprocessing")
        theirs = original.TrajDataFrame(pandas.DataFrame(self.tdf()))
        for name, run in (
            ("filter", lambda of, tdf: of.filtering.filter(tdf)),
            ("compress", lambda of, tdf: of.compression.compress(tdf)),
            ("stays", lambda of, tdf: of.detection.stay_locations(tdf)),
        ):
            with self.subTest(name):
                ours, other = run(skmob.preprocessing, self.tdf()), run(steps, theirs)
                pandas.testing.assert_frame_equal(
                    pandas.DataFrame(ours), pandas.DataFrame(other), check_like=True, check_dtype=False
                )
        measures = importlib.import_module("skmob.measures.individual")
        for name in ("location_frequency", "recency_rank", "frequency_rank"):
            ours, other = (getattr(of, name)(self.tdf(), show_progress=False) for of in (individual, measures))
            self.assertEqual((ours.index.names, list(ours.columns)), (other.index.names, list(other.columns)), name)


class Tutorial(unittest.TestCase):
    """Statements of scikit-mobility's README with one import changed."""

    def test_trajectories_are_created_from_lists_frames_and_files(self):
        rows = [[1, 39.984094, 116.319236, "2008-10-23 13:53:05"], [1, 39.984198, 116.319322, "2008-10-23 13:53:06"]]
        tdf = skmob.TrajDataFrame(rows, latitude=1, longitude=2, datetime=3)
        self.assertEqual(list(tdf.columns), [0, "lat", "lng", "datetime"])
        frame = pandas.DataFrame(rows, columns=["user", "latitude", "lng", "hour"])
        tdf = skmob.TrajDataFrame(frame, latitude="latitude", datetime="hour", user_id="user")
        self.assertEqual(list(tdf.columns), ["uid", "lat", "lng", "datetime"])
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "sample.txt.gz")
            frame.to_csv(path, index=False)
            tdf = skmob.TrajDataFrame.from_file(path, latitude="latitude", user_id="user", datetime="hour")
        ftdf = filtering.filter(tdf, max_speed_kmh=500.0)
        loops = {"include_loops": False, "speed_kmh": 5.0, "max_loop": 6, "ratio_max": 0.25}
        step = {"function": "filter", "max_speed_kmh": 500.0, **loops}
        self.assertEqual(ftdf.parameters, {"from_file": path, "filter": step})
        self.assertEqual(len(tdf) - len(ftdf), 0)
        self.assertEqual(
            individual.jump_lengths(tdf.sort_values(by="datetime"))["jump_lengths"][0].round(4).tolist(), [0.0137]
        )

    def test_flows_are_read_fitted_and_drawn(self):
        tiles = (
            Models.tiles.rename(columns={"relevance": "population"})
            .drop(columns="tot_outflow")
            .assign(tile_ID=["1", "2", "3"])
        )
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "flows.csv")
            pandas.DataFrame({"flow": [9, 5, 2, 7], "origin": [1, 1, 2, 3], "destination": [1, 2, 3, 1]}).to_csv(
                path, index=False
            )
            fdf = skmob.FlowDataFrame.from_file(path, tessellation=tiles, tile_id="tile_ID", sep=",")
        outflows = fdf[fdf["origin"] != fdf["destination"]].groupby(by="origin")[["flow"]].sum().fillna(0)
        tiles = tiles.merge(outflows, left_on="tile_ID", right_on="origin").rename(columns={"flow": "tot_outflow"})
        options = {"tile_id_column": "tile_ID", "tot_outflows_column": "tot_outflow", "relevance_column": "population"}
        expected = Gravity(gravity_type="singly constrained").generate(tiles, out_format="flows", **options)
        self.assertAlmostEqual(expected["flow"].sum(), 14)
        for model in (Radiation(), Gravity(), Gravity(gravity_type="globally constrained")):
            numpy.random.seed(0)
            self.assertEqual(model.generate(tiles, out_format="flows_sample", **options)["flow"].sum(), 14)
        with self.assertRaisesRegex(ValueError, "The origin '4' is not a tile"):
            skmob.FlowDataFrame({"origin": [4], "destination": [1], "flow": [1]}, tessellation=tiles)
        start, end = pandas.to_datetime("2019/01/01 08:00:00"), pandas.to_datetime("2019/01/14 08:00:00")
        tdf = DensityEPR().generate(start, end, tiles, relevance_column="population", n_agents=2)
        self.assertEqual(tdf["datetime"].iloc[0], start)
        with self.assertRaisesRegex(NotImplementedError, "od_matrix: only"):
            DensityEPR().generate(start, end, tiles, od_matrix=[[1]])


class Models(unittest.TestCase):
    tiles = pandas.DataFrame(
        {
            "tile_ID": ["a", "b", "c"],
            "lat": [0.0, 0.0, 0.0],
            "lng": [10.0, 10.1, 10.2],
            "relevance": 1,
            "tot_outflow": 100,
        }
    )

    def test_flows_are_those_of_the_definitions(self):
        flows = Gravity().generate(self.tiles)
        self.assertEqual(list(flows["destination"][:2]), ["b", "c"])
        numpy.testing.assert_allclose(flows["flow"], [80, 20, 50, 50, 20, 80], rtol=1e-9)
        shares = Gravity().generate(self.tiles, out_format="probabilities")
        self.assertIsInstance(shares, skmob.FlowDataFrame)
        numpy.testing.assert_allclose(shares["flow"], [0.8, 0.2, 0.5, 0.5, 0.2, 0.8], rtol=1e-9)
        shares = Radiation().generate(self.tiles.drop(columns="tot_outflow"), out_format="probabilities")
        numpy.testing.assert_allclose(shares["flow"], [0.75, 0.25, 0.5, 0.5, 0.25, 0.75], rtol=1e-9)
        fitted = Gravity()
        fitted.fit(skmob.FlowDataFrame(flows, tessellation=self.tiles.assign(relevance=[1, 2, 5])))
        self.assertEqual(len(fitted.deterrence_func_args), 1)
        numpy.testing.assert_allclose(Radiation().generate(self.tiles)["flow"], [75, 25, 50, 50, 25, 75], rtol=1e-9)
        with self.assertRaisesRegex(KeyError, "no column people; it has tile_ID"):
            Gravity().generate(self.tiles, relevance_column="people")
        with self.assertRaisesRegex(ValueError, "'doubly' is unknown. Choose one of singly"):
            Gravity(gravity_type="doubly")

    def test_people_of_models_move_between_tiles_and_repeat_with_their_seed(self):
        diary = MarkovDiaryGenerator()
        with self.assertRaisesRegex(ValueError, "not fitted"):
            Ditras(diary).generate("2024-01-01", "2024-01-02", self.tiles)
        for model in (EPR(), SpatialEPR(), DensityEPR()):
            made = [
                model.generate("2024-01-01", "2024-01-08", self.tiles, n_agents=3, random_state=2) for _ in range(2)
            ]
            self.assertTrue(made[0].equals(made[1]))
            self.assertEqual(sorted(made[0]["uid"].unique()), [1, 2, 3])
            self.assertTrue(set(made[0]["lng"]) <= set(self.tiles["lng"]))
            self.assertEqual(made[0]["datetime"].min(), pandas.Timestamp("2024-01-01"))
        diary.fit(made[0], 3)
        self.assertEqual(diary.generate(48, "2024-01-01", random_state=1)["abstract_location"][0], 0)
        people = Ditras(diary).generate(
            "2024-01-01", "2024-01-08", self.tiles, n_agents=2, starting_locations=[0, 1], random_state=1
        )
        self.assertEqual(list(people.groupby("uid")["lng"].first()), [10.0, 10.1])


if __name__ == "__main__":
    unittest.main()
