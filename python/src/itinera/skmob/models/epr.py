"""Exploration and preferential return, and DITRAS."""

from typing import Any, Dict, List, Optional

from .._bridge import call
from ..core.trajectorydataframe import TrajDataFrame, datetimes_of
from ._tiles import tiles_of
from .markov_diary_generator import MarkovDiaryGenerator, seed_of, start_seconds


class EPR:
    """Exploration and preferential return: new tiles by distance only, with the exponent of the first paper.

    rho, gamma: probability rho · S ** −gamma to explore after S locations. beta, tau (h) and min_wait_time_minutes: the law
    of waiting times.
    """

    _call = "epr"

    def __init__(
        self,
        name: str = "EPR model",
        rho: float = 0.6,
        gamma: float = 0.21,
        beta: float = 0.8,
        tau: float = 17,
        min_wait_time_minutes: float = 20,
    ) -> None:
        self.name, self.rho, self.gamma, self.beta, self.tau = name, rho, gamma, beta, tau
        self.min_wait_time_minutes = min_wait_time_minutes

    def generate(
        self,
        start_date: Any,
        end_date: Any,
        spatial_tessellation: Any,
        gravity_singly: Any = None,
        n_agents: int = 1,
        starting_locations: Optional[List[int]] = None,
        od_matrix: Any = None,
        relevance_column: Optional[str] = None,
        random_state: Optional[int] = None,
        log_file: Optional[str] = None,
        show_progress: bool = False,
    ) -> TrajDataFrame:
        """People who move between tiles: uid (from 1), datetime, lat and lng, a row per arrival.

        spatial_tessellation: tiles with lat and lng (degrees) or a geometry. n_agents: people, 1 or more.
        starting_locations: the number of each person's first tile. relevance_column: attraction of tiles, default 1 each.
        random_state: seed, 0 or more; None draws one. Unlike scikit-mobility, agents never explore a visited tile.

        log_file and show_progress are accepted and have no effect.

        Raises KeyError for missing columns, ValueError for unusable values, and NotImplementedError for gravity_singly and
        od_matrix, which Itinera does not offer.
        """
        _refuse(gravity_singly, od_matrix)
        waiting = {"beta": self.beta, "cutoff": 3600 * self.tau, "least": 60 * self.min_wait_time_minutes}
        return self._generated(
            start_date,
            end_date,
            spatial_tessellation,
            n_agents,
            starting_locations,
            relevance_column,
            random_state,
            {},
            waiting,
        )

    def _generated(
        self,
        start_date: Any,
        end_date: Any,
        tessellation: Any,
        n_agents: int,
        starting: Optional[List[int]],
        relevance: Optional[str],
        random_state: Optional[int],
        more: Dict[str, Any],
        waiting: Optional[Dict[str, float]],
    ) -> TrajDataFrame:
        start, end = start_seconds(start_date), start_seconds(end_date)
        if end < start:
            raise ValueError("end_date: {} is before start_date, {}.".format(end_date, start_date))
        if starting is not None and len(starting) != n_agents:
            raise ValueError("starting_locations: {} for {} people; expected one each.".format(len(starting), n_agents))
        found = call(
            self._call,
            {**tiles_of(tessellation, relevance), **more, **({} if starting is None else {"starts": starting})},
            people=n_agents,
            days=(end - start) / 86400,
            seed=seed_of(random_state),
            start=start,
            exploration={"rho": self.rho, "gamma": self.gamma},
            waitingTimes=waiting,
        )
        counts = found["starts"].astype(int)
        uids = [i + 1 for i in range(n_agents) for _ in range(counts[i + 1] - counts[i])]
        columns = {"uid": uids, "datetime": datetimes_of(found["times"]), "lat": found["lats"], "lng": found["lons"]}
        parameters = {"model": {"class": type(self).__name__, "name": self.name, "rho": self.rho, "gamma": self.gamma}}
        return TrajDataFrame(columns, parameters=parameters)


def _refuse(gravity_singly: Any, od_matrix: Any) -> None:
    for name, value in (("gravity_singly", gravity_singly), ("od_matrix", od_matrix)):
        if value is not None and value != {}:
            raise NotImplementedError(
                "{}: only the model's own law is offered. Leave it out, or use scikit-mobility.".format(name)
            )


class SpatialEPR(EPR):
    """EPR with new tiles chosen by distance ** −2."""

    _call = "spatialEpr"


class DensityEPR(EPR):
    """EPR with new tiles chosen by a gravity law: relevance and distance ** −2."""

    _call = "densityEpr"


class Ditras(EPR):
    """DITRAS: a fitted diary determines when people are at home, density EPR where they go."""

    _call = "ditras"

    def __init__(
        self, diary_generator: MarkovDiaryGenerator, name: str = "Ditras model", rho: float = 0.3, gamma: float = 0.21
    ) -> None:
        super().__init__(name, rho, gamma)
        self.diary_generator = diary_generator

    def generate(
        self,
        start_date: Any,
        end_date: Any,
        spatial_tessellation: Any,
        gravity_singly: Any = None,
        n_agents: int = 1,
        starting_locations: Optional[List[int]] = None,
        od_matrix: Any = None,
        relevance_column: Optional[str] = "relevance",
        random_state: Optional[int] = None,
        log_file: Optional[str] = None,
        show_progress: bool = False,
    ) -> TrajDataFrame:
        """People who follow a diary, as `EPR.generate`; each lives in their first tile. Raises ValueError before the diary's `fit`."""
        _refuse(gravity_singly, od_matrix)
        diary = {"transitions": self.diary_generator.fitted()}
        return self._generated(
            start_date,
            end_date,
            spatial_tessellation,
            n_agents,
            starting_locations,
            relevance_column,
            random_state,
            diary,
            None,
        )
