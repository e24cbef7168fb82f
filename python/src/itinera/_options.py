"""The options of functions, as `asbench` names them, so that type checkers find misspelt ones.

A test compares them with the options of the commands.
"""

from typing import Any, List, Literal, Mapping, TypedDict, Union

from ._types import Path

#: A file, or `column="name"` pairs of the columns that a file names differently.
ColumnNames = Union[str, Mapping[str, str]]
#: False and None leave an option out.
Switch = Union[bool, None]


class _Simulated(TypedDict, total=False):
    """Options of everything that simulates people."""

    sample_factor: Union[float, str]
    speed_factor: float
    reroute_share: float
    route_iterations: int
    speeds: Path
    config: Path
    python: str
    threads: int
    part: Union[str, bool]
    relocate: Switch
    step_timeout: float
    order: Literal["auto", "free", "step"]
    routes: Switch
    no_routes: Switch
    allow_problems: Switch
    dry_run: Switch
    pilot: int
    estimate_from: str
    queue: str
    shares: int
    max_calls: int
    max_tokens: int
    max_cost: float
    max_time: float
    prices: Path
    replay: Path
    cache: Union[Path, bool]


class RunOptions(_Simulated, total=False):
    """Options of `run`."""

    datasets: Path
    demo: Switch
    mode: Literal["test", "inference"]
    official: Switch
    tenant_id: str
    callback_url: str
    map: Path
    congestion: Literal["off", "bpr", "queue"]
    formulas: Literal["documented", "reference", "both"]


class SimulateOptions(_Simulated, total=False):
    """Options of `simulate`."""

    date: str
    step: int
    congestion: Literal["off", "bpr", "queue"]
    represents: Union[int, str]
    demand: Path
    crs: str
    scenario: Path
    observed: Path


class ScoreOptions(TypedDict, total=False):
    """Options of `score`."""

    rules: Literal["humob2023", "humob2024", "giscup2025"]
    year: Union[int, str]
    per_user: Path
    per_day: Path
    parts: Switch
    worst: int
    threads: int
    seed: int
    output: Path
    keep: str
    queue: str


class CompareOptions(ScoreOptions, total=False):
    """Options of `compare`: those of `score`, for predictions, and those for runs."""

    task: str
    demo: Switch
    map: Path
    table: Literal["roads", "zones", "groups", "people", "trips"]
    grid: float
    by_person: Switch
    person: int
    allow_problems: Switch
    home: Path


class ValidateOptions(TypedDict, total=False):
    """Options of `validate`."""

    year: Union[int, str]
    limit: int


class BaselineOptions(TypedDict, total=False):
    """Options of `baseline`."""

    learn_from: Path
    seed: int


class MeasureOptions(TypedDict, total=False):
    """Options of `measure`."""

    train: Path
    held_out: Path
    places: str
    stays: str
    paper: str
    threads: int
    suite: Switch
    map: Path
    output: Path
    zone: str
    columns: ColumnNames
    time_format: str
    locations: Path
    real_columns: ColumnNames
    real_zone: str
    real_time_format: str
    real_locations: Path
    generated_columns: ColumnNames
    generated_zone: str
    generated_time_format: str
    generated_locations: Path


class FlowOptions(TypedDict, total=False):
    """Options of `humob.score` for daily flows and of `humob.compare`."""

    only_days: str
    window: str
    block: int
    seed: int
    per_day: Path
    output: Path
    keep: str


class NextPlaceOptions(TypedDict, total=False):
    """Options of `score_next_place`."""

    zone: str
    by: Literal["hour"]
    per_user: Path
    seed: int


class ExplainOptions(TypedDict, total=False):
    """Options of `explain`."""

    datasets: Path
    map: Path


def words_of(options: Mapping[str, Any]) -> List[str]:
    """Options as words of a command. True stands for an option without a value, None and False leave it out."""
    words: List[str] = []
    for name, value in options.items():
        if value is None or value is False:
            continue
        words.append("--" + name.strip("_").replace("_", "-"))
        if isinstance(value, Mapping):
            words.append(",".join("{}={}".format(*pair) for pair in value.items()))
        elif value is not True:
            words.append(str(value))
    return words
