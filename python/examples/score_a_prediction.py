# %% [markdown]
# # Score a HuMob prediction and see where it fails
#
# Two tables with the columns uid, d, t, x, y: what was predicted, and what really happened. Here both are made up, so
# that this runs anywhere; take your own by `rows("mine.csv")`.

# %%
import csv
import random
from collections import defaultdict

import itinera


def rows(path):
    with open(path, newline="", encoding="utf-8") as file:
        lines = csv.reader(file)
        next(lines)
        return [tuple(int(cell) for cell in line) for line in lines]


chance = random.Random(1)
truth, prediction = [], []
for uid in range(1, 41):
    home, work = [(chance.randint(1, 200), chance.randint(1, 200)) for _ in range(2)]
    for d in range(60, 75):
        for t in sorted(chance.sample(range(48), 20)):
            at_work = 18 <= t < 36 and d % 7 < 5
            x, y = work if at_work else home
            truth.append((uid, d, t, x, y))
            # Knows homes well, the way of weekdays less so.
            guess = home if not at_work or chance.random() < 0.4 else work
            prediction.append((uid, d, t, *guess))

# %% [markdown]
# ## The headline
# GEO-BLEU is 1 for a perfect prediction; DTW is in km and 0 then.

# %%
scores = itinera.score_steps(prediction, truth, rules="humob2023")
print(f"GEO-BLEU {scores.geobleu:.4f}, DTW {scores.dtw:.2f} km over {len(scores.users)} people")

# %% [markdown]
# ## The worst people

# %%
for user in sorted(scores.users, key=lambda user: user.geobleu)[:5]:
    print(f"user {user.uid:3}: GEO-BLEU {user.geobleu:.3f}, DTW {user.dtw:.1f} km")

# %% [markdown]
# ## By weekday
# Which day of the week day 0 is, is not told; the rhythm shows all the same.

# %%
by_weekday = defaultdict(list)
for day in scores.days:
    by_weekday[day.d % 7].append(day.geobleu)
means = {weekday: sum(values) / len(values) for weekday, values in sorted(by_weekday.items())}
for weekday, mean in means.items():
    print(f"d mod 7 = {weekday}: {mean:.3f} {'#' * round(40 * mean)}")
assert min(means, key=means.get) < 5, "work is what this prediction misses"

# %% [markdown]
# ## By hour: how often the cell is right

# %%
right = defaultdict(list)
for guess, real in zip(prediction, truth):
    right[real[2] // 2].append(guess[3:] == real[3:])
for hour, hits in sorted(right.items()):
    print(f"{hour:02}:00 {sum(hits) / len(hits):4.0%} {'#' * round(40 * sum(hits) / len(hits))}")
