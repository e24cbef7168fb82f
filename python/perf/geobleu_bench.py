"""GEO-BLEU and DTW called from Python: prints as JSON the costs of a day in microseconds by the clock, and days to compare with."""

import json
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


def plain_day(generated, reference, proximity, max_n):
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


def main():
    generated, reference = made_up(40, 15, random.Random(1))
    days = days_of(generated, reference)
    few = days[:20]
    same = [plain_day(a, b, by_lists, 5) for a, b in few]
    steps = 23 * len(few)
    ours = [day.geobleu for day in itinera.score_steps(generated[:steps], reference[:steps]).days]
    assert max(abs(one - other) for one, other in zip(same, ours)) < 0.01

    plain = seconds(lambda: [plain_day(a, b, by_lists, 5) for a, b in few]) / len(few)
    rows = []

    def row(work, score, own, plain_seconds=None, of=1):
        cost = None if plain_seconds is None else plain_seconds * 1e6
        rows.append({"work": work, "score": score, "ours": own / of * 1e6, "plain": cost})

    many = "a day of {} in one call from Python, ".format(len(days))
    row(many + "lists", "GEO-BLEU, N 5", seconds(lambda: itinera.geobleu(generated, reference)), plain, len(days))
    try:
        import numpy
    except ImportError:
        numpy = None
    if numpy is not None:
        sides = [numpy.array(side, dtype="float64") for side in (generated, reference)]
        row(many + "arrays", "GEO-BLEU, N 5", seconds(lambda: itinera.geobleu(*sides)), plain, len(days))
    one = generated[:23], reference[:23]
    for name, score, cost in (("calc_geobleu", "GEO-BLEU, N 5", plain), ("calc_dtw", "DTW", None)):
        function = getattr(geobleu, name)
        row("{} of a day from Python".format(name), score, seconds(lambda: function(*one)), cost)
        _scores._is_alone = True
        row("{} of a day from Python, without Node.js".format(name), score, seconds(lambda: function(*one)), cost)
        _scores._is_alone = False
    print(json.dumps({"days": few, "rows": rows}))


if __name__ == "__main__":
    main()
