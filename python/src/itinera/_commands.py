"""The commands of `asbench` as functions. Each returns what the command prints with --json."""

import csv
import json
import math
import os
import re
import sys
import tempfile
from contextlib import contextmanager
from functools import partial
from typing import (
    TYPE_CHECKING,
    Any,
    Callable,
    Dict,
    Iterator,
    List,
    Mapping,
    Optional,
    Sequence,
    Tuple,
    Union,
    overload,
)

from . import _results
from ._agent_file import AgentFile, write_agent
from ._frames import frame
from ._options import (
    BaselineOptions,
    CompareOptions,
    ExplainOptions,
    MeasureOptions,
    NextPlaceOptions,
    RunOptions,
    ScoreOptions,
    SimulateOptions,
    ValidateOptions,
    words_of,
)
from ._node_side import WORK_FOLDER, ItineraError, run_json, run_text, warn
from ._results import Result, Table, Text
from ._runs import Run, load_run
from ._scores import Interval, score_steps
from ._types import Agent, FrameKind, Grouping, Path, Steps
from ._types import Table as Data

if TYPE_CHECKING:
    from typing_extensions import Unpack

_STEPS = ("uid", "d", "t", "x", "y")
_GROUPS = ("hour", "weekday", "distance")
_TABLES = (".csv", ".csv.gz", ".tsv", ".tsv.gz", ".parquet", ".arrow", ".feather")


@overload
def run(
    task: str,
    *,
    agent: Optional[Agent] = ...,
    home: Optional[Path] = ...,
    people: Optional[int] = ...,
    seed: Optional[int] = ...,
    repeat: None = ...,
    **options: "Unpack[RunOptions]",
) -> Run:
    ...


@overload
def run(
    task: str,
    *,
    agent: Optional[Agent] = ...,
    home: Optional[Path] = ...,
    people: Optional[int] = ...,
    seed: Optional[int] = ...,
    repeat: int,
    **options: "Unpack[RunOptions]",
) -> List[Run]:
    ...


def run(
    task: str,
    *,
    agent: Optional[Agent] = None,
    home: Optional[Path] = None,
    people: Optional[int] = None,
    seed: Optional[int] = None,
    repeat: Optional[int] = None,
    **options: Any,
) -> Union[Run, List[Run]]:
    """Runs a benchmark and opens its run: `run("DailyMobility", agent="my_agent.py", people=20, seed=1)`.

    Returns a `Run`; with `repeat=`, the number of seeds, a list with one run per seed.

    agent: a class, which runs in a process of its own with the functions, values and imports of the notebook or program that
    it uses; a file; or a built-in agent. people: number of people, 1 or more. seed: random seed, 0 or more.
    home: folder of datasets and runs. options: those of `asbench run`, with `_` for `-`, and True for options without a value.

    Raises ItineraError with the command's message if it fails.
    """
    named = {"people": people, "seed": seed, "seeds": repeat}
    with _agent_options(agent, options) as (agents, file):
        answer = run_json(*_home(home), "run", task, "--json", *words_of({**agents, **named, **options}), said=file.said)
    made = [_made(each, file) for each in answer.get("runs", [answer])]
    return made[0] if repeat is None else made


def simulate(
    profiles: Path,
    *,
    map: Optional[Path] = None,
    agent: Optional[Agent] = None,
    home: Optional[Path] = None,
    people: Optional[int] = None,
    days: Optional[int] = None,
    seed: Optional[int] = None,
    **options: "Unpack[SimulateOptions]",
) -> Run:
    """Simulates days of your own people in a city, without a benchmark, and opens the run.

    profiles: path of the people (.json, .jsonl, .csv, .parquet). map: path of the city (.pb). people: the number of people,
    drawn at random in whole households; by default all. days: number of days, 1 to 365. seed: random seed, 0 or more.
    agent: as in `run`. options: those of `asbench simulate`, such as `scenario` (a path), with `_` for `-`; `date` is the first day.

    Raises ItineraError with the command's message if it fails.
    """
    named = {"profiles": profiles, "map": map, "draw": people, "days": days, "seed": seed}
    with _agent_options(agent, options) as (agents, file):
        answer = run_json(*_home(home), "simulate", "--json", *words_of({**agents, **named, **options}), said=file.said)
    return _made(answer, file)


def _made(answer: Dict[str, Any], file: AgentFile) -> Run:
    file.keep(answer["folder"])
    return load_run(answer["folder"])


def score(generated: Union[Path, Steps], reference: Union[Path, Steps], **options: "Unpack[ScoreOptions]") -> Result:
    """Scores files of the HuMob Challenge with intervals; returns the output of `asbench humob score --json`.

    generated, reference: paths of CSV files, or tables as in `score_steps`. In a loop: `score_steps`, `geobleu`, `dtw`.
    options: those of the command, such as `rules` and `seed`, with `_` for `-`.

    Raises ItineraError or ValueError if the two cannot be compared.
    """
    if _is_large(generated) and _is_large(reference) and set(options) <= {"rules", "seed"}:
        return _scored_columns(generated, reference, options.get("rules"), options.get("seed"))
    return _humob(_results.scored, {"generated": generated, "reference": reference}, options)


def breakdown(
    generated: Union[Path, Steps], reference: Union[Path, Steps], by: Grouping = "hour", **options: "Unpack[ScoreOptions]"
) -> Result:
    """Breaks the scores of a prediction down by `hour`, `weekday` (day modulo 7) or `distance` from the usual place.

    Returns the output of `asbench humob score --by … --json`; `.frame()` has one row per group: steps, shares in the exact
    cell and within 1 km (0 to 1), mean distance (km), and GEO-BLEU and DTW for groups of whole days.

    generated, reference: paths, or tables as in `score_steps`.

    Raises ValueError for another grouping, and ItineraError if the two cannot be compared.
    """
    if by not in _GROUPS:
        raise ValueError("by: unknown grouping {!r}. Choose one of {}.".format(by, ", ".join(_GROUPS)))
    return _humob(_results.breakdown, {"generated": generated, "reference": reference}, {"by": by, **options})


def compare(
    a: Union[Run, Path, Steps], b: Union[Run, Path, Steps], truth: Union[Path, Steps, None] = None, **options: "Unpack[CompareOptions]"
) -> Result:
    """Compares two predictions or two runs with the same truth: differences (a minus b), 95 % intervals and p values.

    a, b: predictions of steps (paths of CSV or Parquet files, or tables as in `score_steps`), scored against `truth` and
    paired by user; or runs, folders of runs and results files, for which `truth` is the folder of the dataset and is only
    needed if it has moved. For two simulations, differences are b minus a: what changed from a to b. `sign` names the direction.
    options: those of `asbench humob score` or `asbench runs compare`.

    Raises ValueError if predictions are given without the truth, and ItineraError if they cannot be compared.
    """
    if not (_is_steps(a) or _is_steps(b)):
        home = options.pop("home", a.home if isinstance(a, Run) else None)
        datasets = None if truth is None else _run_path(truth)
        words = ["runs", "compare", _run_path(a), _run_path(b), "--json", *words_of({"datasets": datasets, **options})]
        return Result(run_json(*_home(home), *words), _results.compared_runs)
    if truth is None:
        raise ValueError("truth: missing. Two predictions are compared with the true steps: compare(a, b, truth).")
    return _humob(_results.scored, {"generated": a, "reference": truth, "compare": b}, options)


def validate(
    submission: Union[Path, Steps],
    task: Union[str, int, None] = None,
    dataset: Union[Path, Steps, None] = None,
    **options: "Unpack[ValidateOptions]",
) -> Result:
    """Lists all problems of a HuMob submission, as `asbench humob validate --json` does; valid if `problems` is empty.

    submission: path or table. task: 1, 2, a, b, c, d, test, or any with a dataset; in 2026 (year=2026) None.
    dataset: path or table of the steps to predict.

    Raises ItineraError if a file cannot be read or the task is unknown.
    """
    with _work_folder() as folder:
        files = [each for each in (("dataset", dataset), ("submission", submission)) if each[1] is not None]
        paths = [_file(data, os.path.join(folder, name + ".csv")) for name, data in files]
        tasks = [] if task is None else [str(task)]
        return Result(run_json("humob", "validate", "--json", *tasks, *paths, *words_of(options)), _results.validation)


def baseline(
    name: str,
    train: Union[Path, Steps],
    *,
    days: Optional[str] = None,
    target: Union[Path, Steps, None] = None,
    frames: Optional[FrameKind] = None,
    **options: "Unpack[BaselineOptions]",
) -> Any:
    """Predicts steps from each user's past with a simple method; returns a data frame with uid, d, t, x and y (cells).

    name: a baseline listed by `asbench humob baseline --help`, such as `weekday-slot-mode`. train: path or table of the steps
    to learn from. days: days to predict, such as `60-74`; or target: path or table of the steps to predict.
    frames: `pandas`, `polars` or `dict`; by default the first that is installed.

    Raises ItineraError if a file cannot be read, and unless one of days and target is given.
    """
    with _work_folder() as folder:
        out = os.path.join(folder, "out.csv")
        words = ["--train", _file(train, os.path.join(folder, "train.csv")), "--output", out]
        if target is not None:
            words += ["--target", _file(target, os.path.join(folder, "target.csv"))]
        run_text("humob", "baseline", name, *words, *words_of({"only_days": days, **options}))
        with open(out, newline="", encoding="utf-8") as file:
            lines = csv.reader(file)
            names = next(lines)
            columns: List[List[int]] = [list(column) for column in zip(*[map(int, line) for line in lines])]
        return frame(dict(zip(names, columns or [[] for _ in names])), frames)


def measure(
    real: Union[Run, Data], generated: Union[Run, Data], *, seed: Optional[int] = None, **options: "Unpack[MeasureOptions]"
) -> Result:
    """Compares generated trajectories with real ones: measures, intervals, ceilings and floors.

    real, generated: paths of files or runs, runs, or data frames (or dictionaries of columns) with columns such as
    uid, time, lat, lon, or uid, d, t, x, y.
    options: those of `asbench measure`, with `_` for `-`. A notebook shows the measures and their chart; `output=` keeps the
    whole report in a folder.
    """
    with _work_folder() as folder:
        paths = [
            _file(data, os.path.join(folder, name + ".csv"))
            for data, name in ((real, "real"), (generated, "generated"))
        ]
        output = str(options.pop("output", os.path.join(folder, "report")))
        said = partial(_from_zero, [name for data, name in ((real, "real"), (generated, "generated")) if not _is_path(data)])
        words = words_of({"output": output, "seed": seed, **options})
        answer = run_json("measure", "--json", *paths, *words, said=said)
        answer["notes"] = [said(note) for note in answer["notes"]]
        with open(os.path.join(output, "measures.svg"), encoding="utf-8") as file:
            return Result(answer, partial(_measures, file.read()))


_FIRST_ROW = re.compile(r"^(\w+): (\d.* dropped: .*); the first is row (\d+)$", re.MULTILINE)


def _from_zero(tables: Sequence[str], message: str) -> str:
    """The message with rows of these tables counted from 0, as in Python, instead of by lines of a file with a heading."""

    def index(found: "re.Match[str]") -> str:
        if found[1] not in tables:
            return found[0]
        return "{}: {}; the first is index {}, counting rows from 0".format(found[1], found[2], int(found[3]) - 2)

    return _FIRST_ROW.sub(index, message)


def _measures(chart: str, answer: Dict[str, Any]) -> Table:
    return _results.measures(answer)._replace(drawn=chart)


def score_next_place(predictions: Data, test: Data, train: Optional[Data] = None, **options: "Unpack[NextPlaceOptions]") -> Result:
    """Scores ranked predictions of next places; returns the output of `asbench data next-place score --json`.

    predictions: path, data frame or dictionary of columns with user, time and place (optionally rank or score), or lists of
    candidates in a file.
    test, train: true check-ins and those on which it was trained, with user, time and place.
    options: those of the command, with `_` for `-`.
    """
    with _work_folder() as folder:
        named = (("predictions", predictions), ("test", test), ("train", train))
        paths = {name: _file(data, os.path.join(folder, name + ".csv")) for name, data in named if data is not None}
        train_words = ["--train", paths["train"]] if "train" in paths else []
        words = [paths["predictions"], "--test", paths["test"], *train_words, *words_of(options)]
        return Result(_answer(folder, "data", "next-place", "score", "--json", *words), _results.next_places)


def explain(run: Union[Run, Path], **options: "Unpack[ExplainOptions]") -> Text:
    """Returns where a run loses points, as `asbench explain` prints it.

    run: a run or its folder. options: `datasets` and `map`, if they have moved.

    Raises ItineraError if the run has no scores.
    """
    home = run.home if isinstance(run, Run) else None
    scores = load_run(_run_path(run)).scores if os.path.isdir(_run_path(run)) else None
    if scores is not None:
        warn(_results.limits_of(scores))
    return Text(run_text(*_home(home), "explain", _run_path(run), *words_of(options)))


def asbench(*words: str) -> Text:
    """Runs any command of `asbench` and returns what it prints: `asbench("humob", "synth", "-o", "city.csv")`.

    Raises ItineraError with the command's message if it fails.
    """
    return Text(run_text(*words))


@contextmanager
def _work_folder() -> Iterator[str]:
    """A folder for tables, which messages do not mention."""
    with tempfile.TemporaryDirectory(prefix=WORK_FOLDER) as folder:
        yield folder


@contextmanager
def _agent_options(
    agent: Optional[Agent], options: Mapping[str, Any]
) -> Iterator[Tuple[Dict[str, Any], AgentFile]]:
    """The options that name an agent, which runs in this Python; and its file."""
    here = {} if "python" in options or not sys.executable else {"python": sys.executable}
    if agent is None or isinstance(agent, (str, os.PathLike)):
        yield {"agent": agent, **(here if str(agent).endswith(".py") else {})}, AgentFile(str(agent), [])
        return
    with _work_folder() as folder:
        file = write_agent(agent, folder)
        try:
            yield {"agent": file.path, **here}, file
        except ItineraError as error:
            raise ItineraError(file.said(str(error))) from None


def _answer(folder: str, *words: str) -> Dict[str, Any]:
    """The JSON of a command, in which tables of the work folder have their names alone."""
    text = json.dumps(run_json(*words)).replace(json.dumps(folder + os.sep)[1:-1], "")
    return json.loads(text)  # type: ignore[no-any-return]


def _humob(show: Callable[[Dict[str, Any]], Table], files: Dict[str, Any], options: Mapping[str, Any]) -> Result:
    with _work_folder() as folder:
        words: List[str] = []
        for name, data in files.items():
            option = [] if name == "generated" else ["--" + name]
            words += [*option, _file(data, os.path.join(folder, name + ".csv"))]
        return Result(run_json("humob", "score", "--json", *words, *words_of(options)), show)


def _is_large(data: Any) -> bool:
    """Whether data are columns, which are scored without a file."""
    return not isinstance(data, (str, os.PathLike)) and (hasattr(data, "columns") or hasattr(data, "dtype"))


def _scored_columns(generated: Any, reference: Any, rules: Any, seed: Optional[int]) -> Result:
    seed = 1 if seed is None else int(seed)
    scores = score_steps(generated, reference, rules)
    geobleu, dtw = scores.interval(seed=seed)
    answer = {
        "rules": scores.rules,
        "geobleu": scores.geobleu,
        "dtw": scores.dtw,
        "users": len(scores.users),
        "days": len(scores.days),
        "steps": len(generated),
        "intervals": {
            "level": geobleu.level,
            "seed": seed,
            "geobleu": _ends_of(geobleu),
            "dtw": _ends_of(dtw),
        },
        "warnings": list(scores.warnings),
    }
    return Result(answer, _results.scored)


def _ends_of(interval: Interval) -> List[Optional[float]]:
    """The ends of an interval; None if one user has none."""
    return [None if math.isnan(end) else end for end in (interval.low, interval.high)]


def _is_steps(data: Any) -> bool:
    return not isinstance(data, Run) and (not isinstance(data, (str, os.PathLike)) or os.fspath(data).endswith(_TABLES))


def _run_path(run: Any) -> str:
    return run.folder if isinstance(run, Run) else str(os.fspath(run))


def _file(data: Any, path: str) -> str:
    """The path of a file or run, or of the table written to `path`."""
    if _is_path(data):
        return _run_path(data)
    if hasattr(data, "to_csv") and hasattr(data, "columns"):
        _with_index(data).to_csv(path, index=False)
    elif hasattr(data, "write_csv"):
        data.write_csv(path)
    else:
        names, rows = _rows_of(data)
        with open(path, "w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow(names)
            writer.writerows(rows)
    return path


def _with_index(frame: Any) -> Any:
    """The data frame with its index as columns if it has names, as after set_index."""
    names = list(getattr(getattr(frame, "index", None), "names", ()))
    are_new = [name is not None and name not in list(frame.columns) for name in names]
    return frame.reset_index() if names and all(are_new) else frame


def _is_path(data: Any) -> bool:
    return isinstance(data, (str, os.PathLike, Run))


def _rows_of(data: Any) -> Tuple[Sequence[str], Any]:
    if hasattr(data, "column_names") and hasattr(data, "to_pydict"):
        data = data.to_pydict()
    if hasattr(data, "keys") and not hasattr(data, "to_csv"):
        columns = {name: list(column) for name, column in data.items()}
        lengths = {name: len(column) for name, column in columns.items()}
        if len(set(lengths.values())) > 1:
            said = ", ".join("{} {}".format(name, length) for name, length in lengths.items())
            raise ValueError("Columns have different lengths: {}.".format(said))
        return list(columns), zip(*columns.values())
    rows = data.tolist() if hasattr(data, "tolist") else list(data) if hasattr(data, "__iter__") else None
    first = rows[0] if rows else ()
    if rows is None or not hasattr(first, "__len__"):
        raise TypeError(
            "Expected a file, a run, or a table (a data frame, a dictionary of columns, or rows), got {}.".format(type(data).__name__)
        )
    if hasattr(first, "keys"):
        names = list(dict.fromkeys(name for row in rows for name in row))
        return names, ([row.get(name) for name in names] for row in rows)
    width = len(first) if rows else len(_STEPS)
    if width not in (4, 5):
        raise ValueError("Rows have {} columns; expected uid, d, t, x, y or d, t, x, y.".format(width))
    return _STEPS[5 - width :], rows


def _home(home: Optional[Path]) -> List[str]:
    return [] if home is None else ["--home-dir", str(home)]
