"""What commands print as JSON, with a short text and a page for notebooks."""

import html
from typing import Any, Callable, Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple

from ._frames import frame
from ._node_side import in_python
from ._charts import ChartData, Point
from ._show import bars_svg, counted, table_html, table_text


class Table(NamedTuple):
    """The table of a result, and its chart."""

    title: str
    names: Sequence[str]
    rows: Sequence[Sequence[Any]]
    chart: ChartData = ChartData("")
    notes: Sequence[str] = ()
    #: The chart as `asbench` draws it, if it does.
    drawn: Optional[str] = None

    def svg(self) -> str:
        """The chart as SVG; an empty text if there is none."""
        return self.chart.svg() if self.drawn is None else self.drawn


class Chart(str):
    """A chart as SVG, which a notebook shows. `open("chart.svg", "w").write(chart)` keeps it."""

    def __repr__(self) -> str:
        return "Chart: {:,} characters of SVG".format(len(self))

    def _repr_html_(self) -> str:
        return str(self)


def bars(values: Mapping[str, float], title: str = "") -> Chart:
    """Returns a chart with one horizontal bar per value, from 0; missing values (NaN) have none. Values: 0 or more."""
    return Chart(bars_svg([(str(name), float(value)) for name, value in values.items()], title))


class Result(Dict[str, Any]):
    """The JSON that a command of `asbench` prints, as a dictionary.

    Prints at most five lines, notes on what was read, and what limits the result (`warnings`); a notebook shows a table and a chart. `frame()` is the table as
    a data frame.
    """

    _show: Callable[[Dict[str, Any]], Table]

    def __init__(self, content: Dict[str, Any], show: Callable[[Dict[str, Any]], Table]) -> None:
        super().__init__(content)
        self._show = show

    @property
    def chart(self) -> Chart:
        """The chart as SVG; an empty text if there is none."""
        return Chart(self._show(self).svg())

    def plot(self, kind: Optional[str] = None, ax: Any = None) -> Any:
        """Returns the chart as an object of another library: axes of `matplotlib` (`ax` if given), or a chart of `altair`.

        kind: the library; by default the first that is installed.

        Raises ItineraError if it is not installed, and ValueError if this result has no chart.
        """
        chart = self._show(self).chart
        if not chart.points:
            raise ValueError("This result has no chart. Its table: .frame()")
        return chart.plot(kind, ax)

    def frame(self, kind: Optional[str] = None) -> Any:
        """Returns the table as a data frame: `pandas`, `polars` or `dict`; by default the first that is installed."""
        table = self._show(self)
        return frame({name: [row[i] for row in table.rows] for i, name in enumerate(table.names)}, kind)

    def __repr__(self) -> str:
        table = self._show(self)
        lines = [table.title, *table_text(table.names, table.rows, len(table.rows)).splitlines()]
        if len(table.rows) > 3:
            lines[4:] = ["2 of {} rows; .frame() has all".format(len(table.rows))]
        return "\n".join([*lines[:5], *self._notes(table)])

    def _repr_html_(self) -> str:
        table = self._show(self)
        notes = "".join("<li>{}</li>".format(html.escape(note)) for note in self._notes(table))
        listed = "<ul>{}</ul>".format(notes) if notes else ""
        rows = table_html(table.names, table.rows)
        return "<p>{}</p>{}{}{}".format(html.escape(table.title), listed, rows, table.svg())

    def _notes(self, table: Table) -> List[str]:
        notes = [in_python(note) for note in table.notes]
        return [*notes, *[limit for limit in limits_of(self) if limit not in notes]]

    def __reduce__(self) -> Any:
        return Result, (dict(self), self._show)


class Text(str):
    """A text that prints and shows as it is."""

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return "<pre>{}</pre>".format(html.escape(self))


def scored(answer: Dict[str, Any]) -> Table:
    """Scores of a file, with intervals over users; the difference from another file, if there is one."""
    intervals = answer["intervals"]
    counts = [counted(answer[noun + "s"], noun) for noun in ("user", "day", "step")]
    title = "{} rules, {}".format(answer["rules"], ", ".join(counts))
    notes = ["too few users for an interval"] if intervals["dtw"][0] is None else []
    other = answer.get("comparison")
    if other is None:
        names = ("score", "mean", "low", "high", "better")
        rows: List[Sequence[Any]] = [
            ("GEO-BLEU", answer["geobleu"], *intervals["geobleu"], "higher"),
            ("DTW, km", answer["dtw"], *intervals["dtw"], "lower"),
        ]
        return Table(title, names, rows, notes=notes)
    rows = [
        (
            name,
            answer[key],
            other["other"][key],
            other[key]["difference"],
            *other[key]["interval"],
            other[key]["pValue"],
        )
        for name, key in (("GEO-BLEU", "geobleu"), ("DTW, km", "dtw"))
    ]
    head = ("score", "first", "second", "difference", "low", "high", "p")
    return Table(title + ": first minus second", head, rows, notes=notes)


def breakdown(answer: Dict[str, Any]) -> Table:
    """Scores by group."""
    by = answer["by"]
    names = ["group", "steps", "exact", "within1Km", "meanKm", "geobleu", "dtw"]
    rows = [[group.get(name) for name in names] for group in by["groups"]]
    shares: List[Point] = [(str(group["group"]), float(group["exact"]), None, None) for group in by["groups"]]
    title = "{} rules, by {}".format(answer["rules"], by["group"])
    return Table(title, names, rows, ChartData("share of steps in the right cell, by {}".format(by["group"]), shares))


def compared_runs(answer: Dict[str, Any]) -> Table:
    """The differences of two runs or results of a task, first minus second."""
    if "documented" not in answer:
        return _compared_simulations(answer)
    rows = [(metric, *_difference(each)) for metric, each in answer["documented"].items()]
    title = "{}: {} − {}{}".format(
        answer["task"], answer["a"], answer["b"], " (SYNTHETIC data)" if answer["synthetic"] else ""
    )
    parts = _known([row[:4] for row in rows if row[0].startswith("jsd_")])
    chart = ChartData("difference, lower is better", parts)
    return Table(title, ("metric", "difference", "low", "high", "p"), sorted(rows, key=_is_part), chart)


def _is_part(row: Sequence[Any]) -> bool:
    return not str(row[0]).startswith("final_score")


def _difference(each: Dict[str, Any]) -> Tuple[Any, ...]:
    return each.get("value"), each.get("low"), each.get("high"), each.get("pValue")


def _compared_simulations(answer: Dict[str, Any]) -> Table:
    names = ("per person and day", "before", "after", "difference", "low", "high")
    keys = ("a", "b", "difference", "low", "high")
    rows = [(name, *[each[key] for key in keys]) for name, each in answer["totals"].items()]
    title = "{} minus {}: {}, {}".format(
        answer["b"], answer["a"], counted(answer["people"], "person", "people"), counted(answer["days"], "day")
    )
    # What changed, and what so few people cannot show.
    return Table(title, names, rows, notes=answer["says"])


def measures(answer: Dict[str, Any]) -> Table:
    """The measures of two sets of trajectories; those of the first screen first."""
    first = answer.get("firstScreen") or []
    rows = sorted(answer["measures"], key=lambda row: first.index(row["name"]) if row["name"] in first else len(first))
    names = "name unit real generated differs effect p jsd low high ceiling floor".split()
    # What was read, what was dropped and what does not fit, before any number.
    notes = [*answer.get("notes", []), *answer["compared"]["notes"]]
    # The notes on dropped rows, which name the first, replace the line of the reading.
    if any(" dropped: " in note and not note.startswith(" ") for note in notes):
        notes = [note for note in notes if not note.startswith("  dropped: ")]
    points = _known([(row["title"], row.get("jsd"), row.get("low"), row.get("high")) for row in rows])
    chart = ChartData("Jensen–Shannon divergence, 0 is equal", points)
    return Table(answer["verdict"]["says"], names, [[row.get(name) for name in names] for row in rows], chart, notes)


def limits_of(answer: Mapping[str, Any]) -> List[str]:
    """What makes a result invalid or limits it; in the scores of a run under their own name."""
    if "run" not in answer:
        return [limit for limit in answer.get("warnings", ()) if isinstance(limit, str)]
    doubts = (answer["run"] or {}).get("doubts", ())
    return ["INVALID RESULT: " * each["grave"] + each["message"] for each in doubts]


def task_scores(answer: Dict[str, Any]) -> Table:
    """The scores of a run with their intervals."""
    noise = (answer.get("noise") or {}).get("documented", {})
    rows = [
        (metric, value, noise.get(metric, {}).get("low"), noise.get(metric, {}).get("high"))
        for metric, value in answer.get("documented", {}).items()
        if not isinstance(value, dict)
    ]
    title = "{}{}".format(answer.get("task"), ", SYNTHETIC data" if answer.get("synthetic") else "")
    chart = ChartData("divergences, 0 is equal", _known([row for row in rows if row[0].startswith("jsd_")]))
    return Table(title, ("metric", "value", "low", "high"), sorted(rows, key=_is_part), chart)


def validation(answer: Dict[str, Any]) -> Table:
    """The problems of a submission by kind."""
    problems = answer["problems"]
    count = sum(each["count"] for each in problems)
    title = answer.get("verdict") or ("no problems found" if count == 0 else counted(count, "problem"))
    rows = [(each["title"], each["count"], "; ".join(each["examples"][:2])) for each in problems]
    return Table(title, ("problem", "count", "examples"), rows)


def daily_flows(answer: Dict[str, Any]) -> Table:
    """The scores of daily flows; lower is better."""
    interval = answer.get("interval") or {}
    rows = [("combined", answer["combined"], interval.get("low"), interval.get("high"))]
    rows += [(name, answer[name], None, None) for name in ("diagonal", "offDiagonal")]
    title = "{} rules, {}: Combined NRMSE, lower is better".format(answer["rules"], counted(answer["days"], "day"))
    return Table(title, ("score", "value", "low", "high"), rows)


def compared_flows(answer: Dict[str, Any]) -> Table:
    """Two predictions of daily flows, and the first minus the second; lower is better."""
    rows = [_interval_of(answer[name]["prediction"], answer[name]) for name in ("a", "b")]
    rows.append((answer["sign"], *_difference(answer["difference"])))
    days = counted(answer["a"]["days"], "day")
    title = "{} rules, {}: Combined NRMSE, lower is better".format(answer["rules"], days)
    return Table(title, ("prediction", "value", "low", "high", "p"), rows)


def _interval_of(name: str, answer: Dict[str, Any]) -> Tuple[Any, ...]:
    interval = answer.get("interval") or {}
    return name, answer["combined"], interval.get("low"), interval.get("high"), None


def next_places(answer: Dict[str, Any]) -> Table:
    """The scores of ranked predictions; higher is better."""
    (scored,) = answer["predictions"]
    rows = [(name, each["value"], each["low"], each["high"]) for name, each in scored["scores"].items()]
    counts = [counted(scored[noun + "s"], noun) for noun in ("target", "user")]
    return Table("{}: 0 to 1, higher is better".format(", ".join(counts)), ("score", "value", "low", "high"), rows)


def _known(rows: Sequence[Sequence[Any]]) -> List[Point]:
    return [(row[0], row[1], row[2], row[3]) for row in rows if None not in row]
