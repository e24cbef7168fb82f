"""Scores 8.6 million rows of two pandas data frames, and prints processor seconds and memory: python score_steps_bench.py (Linux)."""

import resource

import numpy
import pandas

import itinera
from itinera._node_side import bridge

USERS, DAYS, STEPS = 25_000, 15, 23

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


def used() -> "tuple[float, int]":
    own = resource.getrusage(resource.RUSAGE_SELF)
    return own.ru_utime + own.ru_stime, own.ru_maxrss


(seconds, memory), scores = used(), itinera.score_steps(prediction, truth)
more_seconds, more_memory = used()
print(scores)
print("Python: {:.1f} s, {:,} MB more".format(more_seconds - seconds, (more_memory - memory) >> 10))
node = next(process.pid for process in vars(bridge).values() if hasattr(process, "pid"))
with open("/proc/{}/stat".format(node)) as file:
    ticks = file.read().rsplit(")", 1)[1].split()[11:13]
with open("/proc/{}/status".format(node)) as file:
    peak = next(line.split()[1] for line in file if line.startswith("VmHWM"))
print("Node: {:.1f} s, {:,} MB".format(sum(map(int, ticks)) / 100, int(peak) >> 10))
