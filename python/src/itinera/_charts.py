"""Charts of results: as SVG, and as objects of matplotlib or altair if these are installed."""

from importlib import import_module
from math import isfinite
from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Tuple

from ._node_side import ItineraError
from ._show import bars_svg, histogram_svg, intervals_svg

KINDS = ("matplotlib", "altair")
#: A name with its value, and the ends of its interval; without an interval None.
Point = Tuple[str, float, Optional[float], Optional[float]]


class ChartData(NamedTuple):
    """What a chart shows: values by name, with intervals if they have any; or the distribution of numbers."""

    title: str
    points: Sequence[Point] = ()
    numbers: Sequence[float] = ()

    def svg(self) -> str:
        """The chart as SVG; an empty text without values."""
        if self.numbers:
            return histogram_svg(self.numbers, self.title)
        if any(low is not None for _, _, low, _ in self.points):
            return intervals_svg([(name, value, low, high) for name, value, low, high in self.points if low is not None and high is not None], self.title)
        return bars_svg([(name, value) for name, value, _, _ in self.points], self.title) if self.points else ""

    def plot(self, kind: Optional[str] = None, ax: Any = None) -> Any:
        """The chart as `matplotlib` axes or as an `altair` chart; by default the first that is installed."""
        if kind not in (None, *KINDS):
            raise ValueError("kind: unknown library {!r}. Choose one of {}.".format(kind, ", ".join(KINDS)))
        for name in KINDS if kind is None else (kind,):
            try:
                library = import_module("matplotlib.pyplot" if name == "matplotlib" else name)
            except ImportError:
                continue
            return self._axes(library, ax) if name == "matplotlib" else self._altair(library)
        raise ItineraError(
            "{} is not installed. Install it, or use the chart as SVG: .chart".format(
                " or ".join(KINDS) if kind is None else kind
            )
        )

    def _axes(self, pyplot: Any, ax: Any) -> Any:
        if ax is None:
            height = 4.8 if self.numbers else 1.2 + 0.25 * len(self.points)
            ax = pyplot.subplots(figsize=(6.4, height), layout="constrained")[1]
        ax.set_title(self.title)
        if self.numbers:
            ax.hist([number for number in self.numbers if isfinite(number)], bins=20)
            return ax
        for row, (_, value, low, high) in enumerate(self.points):
            if low is None or high is None:
                ax.barh(row, value, color="C0")
            else:
                ax.plot([low, high], [row, row], color="C0")
                ax.plot([value], [row], "o", color="C0")
        ax.axvline(0, color="0.6", linewidth=1)
        ax.set_yticks(range(len(self.points)), [point[0] for point in self.points])
        ax.invert_yaxis()
        return ax

    def _altair(self, altair: Any) -> Any:
        if self.numbers:
            rows: List[Dict[str, Any]] = [{"value": number} for number in self.numbers if isfinite(number)]
            chart = altair.Chart(altair.Data(values=rows), title=self.title)
            return chart.mark_bar().encode(x=altair.X("value:Q", bin=altair.Bin(maxbins=20)), y="count():Q")
        rows = [{"name": name, "value": value, "low": low, "high": high} for name, value, low, high in self.points]
        base = altair.Chart(altair.Data(values=rows), title=self.title)
        y = altair.Y("name:N", sort=None, title=None)
        if all(row["low"] is None for row in rows):
            return base.mark_bar().encode(x="value:Q", y=y)
        return base.mark_rule().encode(x=altair.X("low:Q", title=None), x2="high:Q", y=y) + base.mark_point(
            filled=True
        ).encode(x="value:Q", y=y)
