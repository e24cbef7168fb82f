"""Clusters of points."""

from typing import Any

from .._bridge import call, people_of
from ..core.trajectorydataframe import TrajDataFrame, parameters_of


def cluster(tdf: Any, cluster_radius_km: float = 0.1, min_samples: int = 1) -> Any:
    """Adds a column `cluster` to the rows of each person: 0 for the most visited cluster and so on, −1 for noise (DBSCAN).

    cluster_radius_km: km between neighbours, above 0. min_samples: points within the radius of a core point, 1 or more.
    """
    people = people_of(tdf)
    found = call("clusterPoints", people.columns, radius=1000 * cluster_radius_km, minimum=min_samples)
    rows = people.rows.reset_index(drop=True).assign(cluster=found["labels"].astype(int))
    labelled = TrajDataFrame(rows, parameters=parameters_of(tdf))
    return labelled.with_step("cluster", cluster_radius_km=cluster_radius_km, min_samples=min_samples)
