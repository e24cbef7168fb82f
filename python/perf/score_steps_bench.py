"""Scores two pandas data frames, 345 rows for each of as many users as the argument says: prints as JSON processor seconds, and megabytes of Node.js (Linux)."""

import json
import os
import sys
import time

import numpy
import pandas

import itinera
from itinera._node_side import bridge

USERS, DAYS, STEPS = int(sys.argv[1]), 15, 23

random = numpy.random.default_rng(1)
rows = USERS * DAYS * STEPS
truth = pandas.DataFrame(
    {
        "uid": numpy.repeat(numpy.arange(USERS), DAYS * STEPS),
        "d": numpy.tile(numpy.repeat(numpy.arange(60, 60 + DAYS), STEPS), USERS),
        "t": numpy.tile(2 * numpy.arange(STEPS), USERS * DAYS),
        "x": random.integers(1, 200, rows),
        "y": random.integers(1, 200, rows),
    }
)
moved = random.integers(-3, 4, rows) * (random.random(rows) < 0.5)
prediction = truth.assign(x=(truth["x"] + moved).clip(1, 200))


start = time.process_time()
joined = prediction.merge(truth, on=["uid", "d", "t"])
merged = time.process_time()
del joined
itinera.score_steps(prediction, truth)
scored = time.process_time()
node = next(process.pid for process in vars(bridge).values() if hasattr(process, "pid"))
with open("/proc/{}/stat".format(node)) as file:
    ticks = file.read().rsplit(")", 1)[1].split()[11:13]
with open("/proc/{}/status".format(node)) as file:
    peak = next(line.split()[1] for line in file if line.startswith("VmHWM"))
print(
    json.dumps(
        {
            "rows": rows,
            "merge": merged - start,
            "seconds": scored - merged + sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK"),
            "megabytes": int(peak) / 1024,
        }
    )
)
