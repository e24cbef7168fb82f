"""Runs as data frames."""

import glob
import html
import json
import os
from typing import Any, Dict, List, Optional

from ._agent_file import kept_agent
from ._frames import columns_of, frame
from ._node_side import ItineraError, bridge, in_python
from ._results import Result, limits_of, task_scores
from ._types import FrameKind, Path

_TABLES = ("statuses", "trips", "stays", "events", "routes", "od", "road-counts")
_CALL_FIELDS = (
    "person",
    "sequence",
    "day",
    "t",
    "model",
    "source",
    "inputTokens",
    "outputTokens",
    "cost",
    "milliseconds",
    "retries",
    "failed",
)


class Run:
    """A finished run. Tables are read on first access."""

    def __init__(
        self,
        folder: Path,
        frames: Optional[FrameKind] = None,
        home: Optional[Path] = None,
        map: Optional[Path] = None,
    ) -> None:
        self.folder = os.path.abspath(folder)
        path = os.path.join(self.folder, "run.json")
        try:
            with open(path, encoding="utf-8") as file:
                #: The manifest: task, people, seeds, agent, versions and hashes.
                self.manifest: Dict[str, Any] = json.load(file)
        except FileNotFoundError:
            raise ItineraError(
                "{} is not a run folder: run.json is missing. Create a run with itinera.run.".format(folder)
            ) from None
        self._frames = frames
        #: The folder in which maps are found by their hash.
        self.home = os.path.abspath(home or os.path.join(os.path.dirname(self.folder), os.pardir))
        self._map = map
        self._agent = kept_agent(self.folder)
        self._read: Dict[str, Any] = {}

    def __repr__(self) -> str:
        scores = self.scores
        values = {} if scores is None else scores.get("documented") or {}
        spread = {} if scores is None else (scores.get("noise") or {}).get("documented", {}).get("final_score") or {}
        synthetic = scores is not None and scores.get("synthetic")
        lines = [self._title() + (", SYNTHETIC data" if synthetic else "")] + self.warnings[:1]
        if values.get("final_score") is not None:
            interval = "" if spread.get("low") is None else " (95 % interval {low:.1f} to {high:.1f})".format(**spread)
            lines.append("score: {:.1f}{}; all: .scores".format(values["final_score"], interval))
        lines.append("tables: .trips, .statuses, .stays, .events, .calls")
        return "\n".join(lines + ["folder: {}".format(self.folder)])

    def _repr_html_(self) -> str:
        scores = self.scores
        return "<p>{}</p>{}".format(html.escape(self._title()), "" if scores is None else scores._repr_html_())

    def _title(self) -> str:
        people, agent = self.manifest.get("people"), self.manifest.get("agent", {}).get("source", {})
        text = "{}: {}, {} people, seed {}".format(
            os.path.basename(self.folder), self.manifest.get("task"), people, self.manifest.get("seed")
        )
        named = "".join(", agent {}".format(os.path.basename(name)) for name in list(agent.values())[:1])
        return text + named

    @property
    def statuses(self) -> Any:
        """Where each person was at each step: id, day, t (s since midnight), lng, lat, parent_id, action, status."""
        return self.table("statuses")

    @property
    def trips(self) -> Any:
        """Each trip: id, trip, departure and arrival (s since the first midnight), mode, origin, destination, metres."""
        return self.table("trips")

    @property
    def stays(self) -> Any:
        """Each stay in a place. Requires the map of the run: at its path, in the home by its hash, or `map=`."""
        return self.table("stays")

    @property
    def events(self) -> Any:
        """Events: id, time (s since the first midnight), kind and its details."""
        return self.table("events")

    @property
    def calls(self) -> Any:
        """Calls to language models, without their texts: person, day, t, model, tokens, cost (US dollars)."""
        if "calls" not in self._read:
            rows: List[Dict[str, Any]] = []
            for path in sorted(glob.glob(os.path.join(glob.escape(self.folder), "calls*.ndjson"))):
                with open(path, encoding="utf-8", errors="replace") as file:
                    rows.extend(_records(file))
            columns = {name: [row.get(name) for row in rows] for name in _CALL_FIELDS}
            self._read["calls"] = frame(columns, self._frames)
        return self._read["calls"]

    @property
    def scores(self) -> Optional[Result]:
        """The content of scores.json, or None if the run was not scored. A notebook shows the scores with their intervals."""
        try:
            with open(os.path.join(self.folder, "scores.json"), encoding="utf-8") as file:
                scores = json.load(file)
        except FileNotFoundError:
            return None
        own = scores.get("run") or {}
        own["doubts"] = [self._said(doubt) for doubt in own.get("doubts", ())]
        return Result(scores, task_scores)

    def _said(self, doubt: Dict[str, Any]) -> Dict[str, Any]:
        """A doubt with the lines of the notebook or the program, and arguments instead of options."""
        return {**doubt, "message": in_python(self._agent.said(doubt["message"]))}

    @property
    def warnings(self) -> List[str]:
        """What makes the result invalid or limits it, one sentence each. Of a simulation of an older version, only that its map is
        outdated, or too small for the survey with which it is compared."""
        doubts = self.manifest.get("doubts")
        if doubts is None:
            known = (self.manifest.get("map", {}).get("outdated"), (self.manifest.get("observed") or {}).get("warning"))
            doubts = [{"message": message, "grave": False} for message in known if message is not None]
        return limits_of(self.scores or {"run": {"doubts": [self._said(doubt) for doubt in doubts]}})

    def table(self, name: str) -> Any:
        """Returns a table by name: statuses, trips, stays, events, routes, od or road-counts."""
        if name not in _TABLES:
            raise ValueError("unknown table {!r}. Choose one of {}.".format(name, ", ".join(_TABLES)))
        if name not in self._read:
            head = {"ask": "table", "run": self.folder, "table": name, "home": self.home}
            if self._map is not None:
                head["map"] = os.path.abspath(self._map)
            self._read[name] = frame(columns_of(*bridge.ask(head)), self._frames)
        return self._read[name]


def _records(lines: Any) -> Any:
    for line in lines:
        try:
            record = json.loads(line)
        except ValueError:
            continue  # The last line of a killed run.
        if isinstance(record, dict):
            yield record


def load_run(
    folder: Path, *, frames: Optional[FrameKind] = None, home: Optional[Path] = None, map: Optional[Path] = None
) -> Run:
    """Opens a run folder.

    frames: `pandas`, `polars` or `dict` (lists by column); by default the first that is installed.
    home: folder in which maps are found by their hash; by default two folders up.
    map: the map of the run, if it has moved.

    Raises ItineraError if the folder is not a run folder.
    """
    return Run(folder, frames, home, map)
