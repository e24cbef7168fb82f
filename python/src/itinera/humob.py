"""The HuMob Challenge by year: trajectories until 2025, daily flows between cells in 2026."""

import json
import os
from typing import TYPE_CHECKING, Any, Dict, List, Literal, Mapping, Optional, Sequence, Union, overload

from ._commands import _answer, _work_folder
from ._frames import frame
from ._node_side import bridge, run_json, run_text, warn
from ._options import FlowOptions, words_of
from ._results import Result, compared_flows, daily_flows
from ._scores import Scores, score_steps
from ._types import Frame, FrameKind, Path, Steps

if TYPE_CHECKING:
    from typing_extensions import Unpack

#: {date: {origin: {destination: flow}}}, or a data frame with the columns date, origin, destination and flow.
Days = Union[Mapping[str, Optional[Mapping[str, Mapping[str, Any]]]], Frame]
Flows = Union[Path, Days]

#: The rules of each year.
RULES = {2023: "humob2023", 2024: "humob2024", 2025: "giscup2025", 2026: "humob2026"}
_COLUMNS = ("date", "origin", "destination", "flow")


@overload
def score(
    prediction: Flows, truth: Flows, year: Literal[2026] = ..., *, known: Optional[Flows] = ..., **options: "Unpack[FlowOptions]"
) -> Result:
    ...


@overload
def score(prediction: Steps, truth: Steps, year: Literal[2023, 2024, 2025]) -> Scores:
    ...


def score(prediction: Any, truth: Any, year: int = 2026, **options: Any) -> Union[Result, Scores]:
    """Scores a prediction by the rules of a year.

    Until 2025: the same as `score_steps`, with a warning if the days are not those that the challenge scores. In 2026: a dictionary, as `asbench humob score --year 2026 --json` prints it,
    with `rules`, `combined`, `diagonal` and `offDiagonal` (lower is better), intervals, weekdays and days.

    prediction, truth: in 2026 paths of files, dictionaries {date: {origin: {destination: flow}}} with dates YYYYMMDD and
    cells y_x, or data frames with the columns date, origin, destination and flow; None is a day without data.
    options: in 2026 `known` (like truth), `only_days`, `window`, `block` and `seed`.

    Raises ItineraError or ValueError if the two cannot be compared.
    """
    if year not in RULES:
        raise ValueError("year: no rules of {!r}. Choose one of {}.".format(year, ", ".join(map(str, RULES))))
    if year != 2026:
        rules: Any = RULES[year]
        scores = score_steps(prediction, truth, rules, **options)
        days = sorted(set(scores.days.values_of("d")))
        limits = bridge.ask({"ask": "days", "year": str(year), "days": days})[0]["warnings"]
        warn(limits)
        return scores._replace(warnings=(*scores.warnings, *limits))
    known = options.pop("known", None)
    with _work_folder() as folder:
        words = [_file(prediction, folder, "prediction"), "--reference", _file(truth, folder, "truth")]
        if known is not None:
            words += ["--known", _file(known, folder, "known")]
        words += words_of(options)
        return Result(_answer(folder, "humob", "score", "--year", "2026", "--json", *words), daily_flows)


def compare(a: Flows, b: Flows, truth: Flows, **options: "Unpack[FlowOptions]") -> Result:
    """Compares two predictions of daily flows (2026), paired by day: a minus b with a 95 % interval and a p value.

    Returns a dictionary with the `difference` of the Combined NRMSE (lower is better) and the scores of `a` and `b`.

    a, b, truth: as in `score`. options: `only_days`, `window`, `block` and `seed`.

    Raises ItineraError or ValueError if they cannot be compared.
    """
    with _work_folder() as folder:
        sides = {name: _file(flows, folder, name) for name, flows in (("a", a), ("b", b))}
        words = [*sides.values(), "--reference", _file(truth, folder, "truth"), *words_of(options)]
        if sides["a"] == sides["b"]:
            raise ValueError("b: the same file as a. Compare two predictions.")
        best, other = run_json("humob", "score", "--year", "2026", "--json", *words)
        minus_best = other.pop("minusBest")
        first_is_best = best["prediction"] == sides["a"]
        value, low, high = (minus_best[name] for name in ("value", "low", "high"))
        if first_is_best:
            # One day has no interval.
            value, low, high = (None if each is None else -each for each in (value, high, low))
        difference = {**minus_best, "value": value, "low": low, "high": high}
        first, second = (best, other) if first_is_best else (other, best)
        for name, side, flows in (("a", first, a), ("b", second, b)):
            side["prediction"] = os.fspath(flows) if isinstance(flows, (str, os.PathLike)) else name
        limits = best.pop("warnings")
        other.pop("warnings")
        answer = {"rules": best["rules"], "sign": "a minus b", "difference": difference, "a": first, "b": second, "warnings": limits}
        return Result(answer, compared_flows)


def baseline(
    name: str,
    known: Flows,
    *,
    days: Optional[str] = None,
    window: Optional[str] = None,
    over: Optional[str] = None,
    frames: Optional[FrameKind] = None,
) -> Any:
    """Predicts daily flows (2026) with a simple method; returns a data frame with date, origin, destination and flow.

    name: a baseline listed by `asbench humob baseline --year 2026 --help`, such as `weekday-mean`. known: the known days, as
    in `score`. days: days such as `20240501-20240630`; by default the 58 days of the challenge. window, over: as in the command.
    frames: `pandas`, `polars` or `dict`; by default the first that is installed.

    Raises ItineraError if the known days cannot be read or none of them can be used.
    """
    with _work_folder() as folder:
        out = os.path.join(folder, "out.tsv")
        words = ["--known", _file(known, folder, "known"), "--output", out, *words_of({"only_days": days, "window": window, "over": over})]
        run_text("humob", "baseline", name, "--year", "2026", *words)
        columns: Dict[str, List[Any]] = {column: [] for column in _COLUMNS}
        with open(out, encoding="utf-8") as file:
            for line in file:
                date, text = line.rstrip("\n").split("\t")
                # Names of cells are digits and "_", so that their quotes are the only ones.
                for origin, inner in json.loads(text.replace("'", '"')).items():
                    for destination, flow in inner.items():
                        for column, value in zip(_COLUMNS, (date, origin, destination, flow)):
                            columns[column].append(value)
        return frame(columns, frames)


def write_od_tsv(path: Path, flows: Days) -> None:
    """Writes daily flows, a dictionary or a data frame as in `score`, in the challenge's format."""
    days = flows if isinstance(flows, Mapping) else _of_frame(flows)
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        for date in sorted(days):
            day = days[date]
            file.write("{}\t{}\n".format(date, "NA" if day is None else _text(day)))


def _file(flows: Any, folder: str, name: str) -> str:
    if isinstance(flows, (str, os.PathLike)):
        return os.fspath(flows)
    path = os.path.join(folder, name + ".tsv")
    write_od_tsv(path, flows)
    return path


def _text(matrix: Mapping[str, Mapping[str, Any]]) -> str:
    return repr({str(a): {str(b): _number(flow) for b, flow in inner.items()} for a, inner in matrix.items()})


def _number(flow: Any) -> Any:
    """A plain number, or a text that Python reads back as one; numpy's own would be written with their type."""
    if isinstance(flow, str) or flow is None:
        return flow
    number = float(flow)
    return number if abs(number) < float("inf") else str(number)


def _of_frame(frame: Any) -> Dict[str, Dict[str, Dict[str, Any]]]:
    missing = [name for name in _COLUMNS if name not in list(frame.columns)]
    if missing:
        raise ValueError("The data frame has no column {}; expected {}.".format(missing[0], ", ".join(_COLUMNS)))
    columns: Sequence[Any] = [list(frame[name]) for name in _COLUMNS]
    days: Dict[str, Dict[str, Dict[str, Any]]] = {}
    for date, origin, destination, flow in zip(*columns):
        day = date.strftime("%Y%m%d") if hasattr(date, "strftime") else str(date).replace("-", "")
        inner = days.setdefault(day, {}).setdefault(str(origin), {})
        if str(destination) in inner:
            raise ValueError("The flow of {} from {} to {} is repeated.".format(day, origin, destination))
        inner[str(destination)] = flow
    return days
