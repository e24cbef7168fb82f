# %% [markdown]
# # Read a run
#
# Simulates one day for ten people in a synthetic city and looks at their trips. To read an existing run:
# `run = itinera.load_run("runs/daily-mobility-1")`. Tables are pandas or polars data frames if those are installed; here
# they are plain lists, so that the example runs anywhere.

# %%
import tempfile
from collections import Counter

import itinera

home = tempfile.mkdtemp()
made = itinera.run("DailyMobility", people=10, seed=1, home=home)
run = itinera.load_run(made.folder, frames="dict")
print(run.manifest["task"], round(run.scores["final_score"], 1))

# %% [markdown]
# ## How people travel

# %%
trips = run.trips
print(Counter(trips["mode"]))
kilometres = [metres / 1000 for metres in trips["metres"] if metres is not None]
print(f"{len(kilometres)} trips, {sum(kilometres) / len(kilometres):.1f} km on average")

# %% [markdown]
# ## When people depart

# %%
hours = Counter(int(departure // 3600) % 24 for departure in trips["departure"] if departure is not None)
for hour in range(24):
    print(f"{hour:02}:00 {'#' * hours[hour]}")

# %% [markdown]
# ## Actions and events

# %%
print(Counter(run.statuses["action"]).most_common(5))
print(Counter(run.events["kind"]))
stays = run.stays
print({name: values[:2] for name, values in stays.items()})

# %% [markdown]
# ## Calls to a language model: none, as this agent does not use one

# %%
assert run.calls["person"] == []
