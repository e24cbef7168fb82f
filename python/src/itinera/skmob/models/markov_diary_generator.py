"""Mobility diaries: when a person is at home and elsewhere."""

import random
from typing import Any, Optional

import numpy
import pandas

from .._bridge import call, people_of
from ..core.trajectorydataframe import datetimes_of, seconds_of
from ..utils import constants

HOURS_PER_DAY = 24


class MarkovDiaryGenerator:
    """A Markov chain over hours of the day and home or elsewhere, fitted to trajectories."""

    def __init__(self, name: str = "Markov diary") -> None:
        self.name = name
        self.transitions: Any = None

    def fit(self, traj: Any, n_individuals: int, lid: str = "location") -> None:
        """Fits the diary to the first n_individuals people (by uid). lid: the column that identifies locations, such as
        `cluster`; without it, locations are pairs of coordinates."""
        if constants.UID in traj.columns:
            traj = traj[traj[constants.UID].isin(sorted(traj[constants.UID].unique())[:n_individuals])]
        self.transitions = call("markovDiary", people_of(traj, lid).columns)["transitions"]

    def generate(self, diary_length: int, start_date: Any, random_state: Optional[int] = None) -> Any:
        """A diary of a number of hours: datetime and abstract_location, 0 at home and 1, 2 … elsewhere until home again.

        random_state: seed, 0 or more; None draws one. Raises ValueError before `fit`.
        """
        start = start_seconds(start_date)
        days, seed = diary_length / HOURS_PER_DAY, seed_of(random_state)
        found = call("diary", {"transitions": self.fitted()}, start=start, days=days, seed=seed)
        places = numpy.zeros(len(found["homes"]), dtype=int)
        for i in range(1, len(places)):
            places[i] = 0 if found["homes"][i] else places[i - 1] + 1
        return pandas.DataFrame({"datetime": datetimes_of(found["times"]), "abstract_location": places})

    def fitted(self) -> Any:
        """The transition matrix. Raises ValueError before `fit`."""
        if self.transitions is None:
            raise ValueError("The diary is not fitted. Call fit(traj, n_individuals) first.")
        return self.transitions


def start_seconds(date: Any) -> float:
    """A date as seconds of the local clock since 1970-01-01."""
    return float(seconds_of([pandas.Timestamp(date)])[0])


def seed_of(random_state: Optional[int]) -> int:
    """The seed; a random one for None."""
    return random.randrange(2**31) if random_state is None else int(random_state)
