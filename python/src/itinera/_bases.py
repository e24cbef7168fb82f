"""The base classes of agents, for programs and notebooks that define an agent: those of the process that runs agents."""

import importlib
import importlib.util
import os
import sys
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import TYPE_CHECKING, Any, Dict, List, Optional

from ._node_side import bridge

#: The classes, by the benchmarks that they are for.
NAMES = ("MobilityAgent", "DailyMobilityAgent", "HurricaneMobilityAgent")
#: The package of the process that runs agents, and the packages of the originals, whose names it provides.
HOST, ORIGINALS = "itinera_host", ("agentsociety", "agentsociety_benchmark", "mobisimbench", "pycityproto")


def base(name: str) -> Any:
    """The base class with this name."""
    return next(cls for cls in _host().BASES.values() if cls.__name__ == name)


def _host() -> Any:
    """The module with the base classes; in the process of agents it is there already."""
    if HOST not in sys.modules:
        answer, _ = bridge.ask({"ask": "agents"})
        folder = os.path.join(answer["folder"], HOST)
        spec = importlib.util.spec_from_file_location(
            HOST, os.path.join(folder, "__init__.py"), submodule_search_locations=[folder]
        )
        assert spec is not None
        sys.modules[HOST] = importlib.util.module_from_spec(spec)
        importlib.import_module(HOST + ".bases").load_bases(answer["bases"])
    return importlib.import_module(HOST + ".bases")


class Originals(MetaPathFinder, Loader):
    """Provides the import names of the originals where these are not installed, as the process of agents does."""

    def find_spec(self, fullname: str, path: Any = None, target: Optional[ModuleType] = None) -> Optional[ModuleSpec]:
        """Provides all modules of the originals when the first of them is imported."""
        if fullname not in ORIGINALS or any(PathFinder.find_spec(name) for name in ORIGINALS):
            return None
        _host().provide_names()
        return ModuleSpec(fullname, self, is_package=True)

    def create_module(self, spec: ModuleSpec) -> Optional[ModuleType]:
        """The module, which is there already."""
        return sys.modules[spec.name]

    def exec_module(self, module: ModuleType) -> None:
        """Nothing is left to do."""


if TYPE_CHECKING:

    class MobilityAgent:
        """An agent of any task: one person, who can go to an AOI."""

        id: int
        environment: Any
        llm: Any
        memory: Any
        status: Any
        stream: Any
        params: Any

        def __init__(self, *args: Any, **kwargs: Any) -> None:
            ...

        async def init(self) -> None:
            """Called once, before the first step."""

        async def forward(self) -> None:
            """Called at each step."""

        async def close(self) -> None:
            """Called at the end."""

        async def go_to_aoi(self, aoi_id: int) -> None:
            """Travels to an AOI."""

    class DailyMobilityAgent(MobilityAgent):
        """An agent of DailyMobility: one ordinary day in steps of 15 minutes."""

        intention_list: List[str]

        async def log_intention(self, intention: str) -> None:
            """Records what the person does, one of `intention_list`."""

    class HurricaneMobilityAgent(MobilityAgent):
        """An agent of HurricaneMobility: three days in steps of 30 minutes: before, during and after a hurricane."""

        def get_current_weather(self) -> Dict[str, Any]:
            """The weather, a text that is also a dictionary."""
            ...
