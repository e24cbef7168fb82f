"""The gravity model."""

from typing import Any, Dict, List, Optional

import numpy

from .._bridge import call
from ._tiles import flows_of, tiles_of

_CONSTRAINTS = {"singly constrained": "singly", "globally constrained": "globally"}
_LAWS = {"power_law": "power", "exponential": "exponential"}


class Gravity:
    """Flows proportional to the relevance of origin and destination and to a function of their distance.

    deterrence_func_type: power_law (distance ** argument) or exponential (e ** (-argument · km)).
    deterrence_func_args: its argument; for exponential, per km and above 0 (scikit-mobility keeps -2, so flows grow).
    origin_exp, destination_exp: exponents of the relevance. gravity_type: `singly constrained` or `globally constrained`.

    Raises ValueError for another type or function.
    """

    def __init__(
        self,
        deterrence_func_type: str = "power_law",
        deterrence_func_args: Optional[List[float]] = None,
        origin_exp: float = 1.0,
        destination_exp: float = 1.0,
        gravity_type: str = "singly constrained",
        name: str = "Gravity model",
    ) -> None:
        for value, known in ((gravity_type, _CONSTRAINTS), (deterrence_func_type, _LAWS)):
            if value not in known:
                raise ValueError("{!r} is unknown. Choose one of {}.".format(value, ", ".join(known)))
        self.name, self.gravity_type, self.deterrence_func_type = name, gravity_type, deterrence_func_type
        self.deterrence_func_args = [-2.0] if deterrence_func_args is None else list(deterrence_func_args)
        self.origin_exp, self.destination_exp = origin_exp, destination_exp

    def __repr__(self) -> str:
        return 'Gravity(name="{}", deterrence_func_type="{}", deterrence_func_args={}, origin_exp={}, destination_exp={}, gravity_type="{}")'.format(
            self.name,
            self.deterrence_func_type,
            self.deterrence_func_args,
            self.origin_exp,
            self.destination_exp,
            self.gravity_type,
        )

    def generate(
        self,
        spatial_tessellation: Any,
        tile_id_column: str = "tile_ID",
        tot_outflows_column: Optional[str] = "tot_outflow",
        relevance_column: str = "relevance",
        out_format: str = "flows",
    ) -> Any:
        """Expected flows between tiles as a `FlowDataFrame`, drawn ones (out_format `flows_sample`), or `probabilities`.

        tot_outflows_column: trips that leave each tile; None for 1 each. Raises ValueError and KeyError for unusable tiles.
        """
        outflows = tot_outflows_column if out_format != "probabilities" else None
        tiles = tiles_of(spatial_tessellation, relevance_column, outflows)
        tiles.setdefault("outflows", numpy.ones(len(spatial_tessellation)))
        found = call(
            "gravity",
            tiles,
            constraint=_CONSTRAINTS[self.gravity_type],
            deterrence=self._deterrence(),
            originExponent=self.origin_exp,
            destinationExponent=self.destination_exp,
        )
        singly = self.gravity_type.startswith("singly")
        return flows_of(found, spatial_tessellation, tile_id_column, out_format, singly)

    def fit(self, flow_df: Any, relevance_column: str = "relevance") -> None:
        """Fits the exponents to flows (Poisson regression), including pairs of tiles without flow, unlike scikit-mobility.

        flow_df: a `FlowDataFrame` with its tessellation. Raises ValueError if the flows do not determine the exponents.
        """
        tessellation = flow_df.tessellation
        if tessellation is None:
            raise ValueError("flow_df: no tessellation. Pass FlowDataFrame(…, tessellation=tiles).")
        place = {tile: i for i, tile in enumerate(tessellation["tile_ID"])}
        columns = {
            **tiles_of(tessellation, relevance_column),
            "origins": [place[tile] for tile in flow_df["origin"]],
            "destinations": [place[tile] for tile in flow_df["destination"]],
            "flows": flow_df["flow"],
        }
        law = _LAWS[self.deterrence_func_type]
        found = call("fitGravity", columns, constraint=_CONSTRAINTS[self.gravity_type], law=law)
        argument = float(found["argument"][0])
        self.deterrence_func_args = [argument if law == "power" else 1000 * argument]
        self.origin_exp, self.destination_exp = float(found["originExponent"][0]), float(
            found["destinationExponent"][0]
        )

    def _deterrence(self) -> Dict[str, Any]:
        argument = self.deterrence_func_args[0]
        if self.deterrence_func_type == "power_law":
            return {"law": "power", "exponent": argument}
        return {"law": "exponential", "rate": argument / 1000}
