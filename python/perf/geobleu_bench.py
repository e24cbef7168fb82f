"""GEO-BLEU per user-day compared with two straightforward versions in Python, in one run: ratios, and microseconds for orientation.

    python perf/geobleu_bench.py        # also measures numpy, if installed
"""

import math
import random
import time

import geobleu
import itinera
from itinera import _scores


def made_up(users, days, chance):
    """Steps of people who return to five cells, 23 steps per day: the prediction and the truth."""
    generated, reference = [], []
    for uid in range(users):
        cells = [(chance.randint(1, 200), chance.randint(1, 200)) for _ in range(5)]
        for d in range(60, 60 + days):
            for t in sorted(chance.sample(range(48), 23)):
                generated.append((uid, d, t, *chance.choice(cells)))
                reference.append((uid, d, t, *chance.choice(cells)))
    return generated, reference


def plain_day(generated, reference, proximity, max_n=3):
    """Direct implementation of the definition: all pairs of n-grams, closest first, each used once."""
    logs = []
    for n in range(1, min(max_n, len(generated), len(reference)) + 1):
        left = [generated[i : i + n] for i in range(len(generated) - n + 1)]
        right = [reference[i : i + n] for i in range(len(reference) - n + 1)]
        pairs = []
        for i, a in enumerate(left):
            for j, b in enumerate(right):
                product = 1.0
                for p, q in zip(a, b):
                    product *= proximity(p, q)
                pairs.append((-product, i, j))
        pairs.sort()
        used_left, used_right, total = set(), set(), 0.0
        for negative, i, j in pairs:
            if i not in used_left and j not in used_right:
                used_left.add(i)
                used_right.add(j)
                total -= negative
        logs.append(math.log(total / min(len(left), len(right))))
    return math.exp(sum(logs) / len(logs))


def by_lists(p, q):
    return math.exp(-0.5 * math.sqrt((p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2))


def days_of(generated, reference):
    days = {}
    for a, b in zip(generated, reference):
        left, right = days.setdefault(a[:2], ([], []))
        left.append(a[3:])
        right.append(b[3:])
    return list(days.values())


def seconds(function, least=1.0):
    """Returns the fastest of several calls, after a warm-up call."""
    function()
    best, spent = math.inf, 0.0
    while spent < least:
        started = time.perf_counter()
        function()
        taken = time.perf_counter() - started
        best, spent = min(best, taken), spent + taken
    return best


def one_call(generated, reference, day):
    """One call for one day, with and without Node.js, and the computation alone, as a share of a call for 600 days."""
    steps = len(day[0])
    sides = generated[:steps], reference[:steps]
    plain = seconds(lambda: plain_day(*day, by_lists, 5))
    print("\none call for one day of {} steps, rules of 2025".format(steps))
    for metric in ("geobleu", "dtw"):
        name = "calc_" + metric
        function, bulk = getattr(geobleu, name), getattr(geobleu, name + "_bulk")
        many = seconds(lambda: bulk(generated, reference)) / (len(generated) / steps)
        one = seconds(lambda: function(*sides))
        _scores._is_alone = True
        alone = seconds(lambda: function(*sides))
        _scores._is_alone = False
        rows = [("with Node.js", one), ("without", alone), ("share of 600 days", many)]
        for path, value in rows:
            print("{:12} {:19} {:10.1f} us  {:8.1f} times".format(name, path, value * 1e6, plain / value))
    print("{:32} {:10.1f} us".format("plain GEO-BLEU", plain * 1e6))


def main():
    generated, reference = made_up(40, 15, random.Random(1))
    days = days_of(generated, reference)
    few = days[:20]
    plain = seconds(lambda: [plain_day(a, b, by_lists) for a, b in few]) / len(few)
    own = seconds(lambda: itinera.geobleu(generated, reference)) / len(days)
    rows = [("plain Python", plain), ("itinera, lists", own)]
    try:
        import numpy
    except ImportError:
        numpy = None
    slow = plain
    if numpy is not None:
        points = [([numpy.array(p) for p in a], [numpy.array(q) for q in b]) for a, b in few[:3]]

        def by_arrays(p, q):
            return numpy.exp(-0.5 * numpy.linalg.norm(p - q))

        slow = seconds(lambda: [plain_day(a, b, by_arrays) for a, b in points]) / len(points)
        sides = [numpy.array(side, dtype="float64") for side in (generated, reference)]
        own = seconds(lambda: itinera.geobleu(*sides)) / len(days)
        rows += [("plain Python, points as arrays", slow), ("itinera, arrays", own)]
    for name, value in rows:
        print("{:32} {:10.1f} us per user-day  {:8.1f} times".format(name, value * 1e6, slow / value))
    one_call(generated, reference, days[0])
    same = [plain_day(a, b, by_lists) for a, b in few]
    steps = 23 * len(few)
    ours = [day.geobleu for day in itinera.score_steps(generated[:steps], reference[:steps]).days]
    assert max(abs(one - other) for one, other in zip(same, ours)) < 0.01


if __name__ == "__main__":
    main()
