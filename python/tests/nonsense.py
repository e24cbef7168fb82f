"""Calls that a type checker refuses: one error per statement."""

import itinera

itinera.score_steps("mine.csv", [(1, 2, 3, 4, 5)])
itinera.geobleu([(1, 0, 0, 1, 1)], [(1, 0, 0, 1, 1)], rules="humob1999")
itinera.run("DailyMobility", people="many")
itinera.run(7)
itinera.breakdown("a.csv", "b.csv", by="minute")
itinera.compare(1, 2)
itinera.measure([1, 2], 3)
itinera.load_run("runs/a", frames="csv")
itinera.humob.score({}, {}, year=2022)
itinera.humob.compare({}, {})
itinera.humob.baseline("line", {}, frames="csv")
itinera.score_steps([(1, 0, 0, 1, 1)], [(1, 0, 0, 1, 1)]).users[0].speed
itinera.run("DailyMobility").statusses
itinera.simulate(None)
itinera.run("DailyMobility", peple=5)
itinera.run("DailyMobility", repeat=3).trips
itinera.run("DailyMobility", agent=int)
itinera.simulate("people.json", senario="storm.yaml")
itinera.measure("a.csv", "b.csv", real_columns=["id"])
itinera.humob.score({}, {}, blok=3)
itinera.MobilityAgnt
