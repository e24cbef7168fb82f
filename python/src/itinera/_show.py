"""How results look in a terminal and in a notebook: short texts, tables, and charts as SVG."""

import html
import math
from itertools import islice
from typing import Any, Iterable, List, Optional, Sequence, Tuple

#: Rows of a table in a terminal and in a notebook.
_LINES, _HTML_ROWS = 3, 10
_BLUE, _GREY = "#1f77b4", "#888"


def counted(count: int, one: str, many: Optional[str] = None) -> str:
    """A number with its noun: 1 user, 2 users."""
    return "{:,} {}".format(count, one if count == 1 else many or one + "s")


def cell(value: Any) -> str:
    """A value as text with four significant digits after the point; a dash if it is missing."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return "–"
    if isinstance(value, float):
        return "{:,.4f}".format(value) if abs(value) < 100 else "{:,.1f}".format(value)
    if isinstance(value, (list, tuple)):
        return " to ".join(map(cell, value)) if len(value) == 2 else counted(len(value), "value")
    if isinstance(value, dict):
        return counted(len(value), "entry", "entries")
    return str(value)


def table_text(names: Sequence[str], rows: Iterable[Sequence[Any]], count: int) -> str:
    """The first rows as text, in at most five lines."""
    lines = [list(names), *[[cell(value) for value in row] for row in islice(rows, _LINES)]]
    widths = [max(map(len, column)) for column in zip(*lines)]
    text = ["  ".join(word.rjust(width) for word, width in zip(line, widths)) for line in lines]
    return "\n".join([*text, counted(count, "row")])


def table_html(names: Sequence[str], rows: Iterable[Sequence[Any]], count: Optional[int] = None) -> str:
    """A table in HTML; with `count`, of the first rows only and with the number of all."""
    shown = rows if count is None else islice(rows, _HTML_ROWS)
    head = "".join("<th>{}</th>".format(html.escape(name)) for name in names)
    body = "".join(
        "<tr>{}</tr>".format("".join("<td>{}</td>".format(html.escape(cell(value))) for value in row)) for row in shown
    )
    rest = "" if count is None else "<p>{}</p>".format(counted(count, "row"))
    return "<table><thead><tr>{}</tr></thead><tbody>{}</tbody></table>{}".format(head, body, rest)


def histogram_svg(values: Iterable[float], title: str, bins: int = 20) -> str:
    """The distribution of values as a small chart; an empty text if no value is finite."""
    finite = [value for value in values if math.isfinite(value)]
    if not finite:
        return ""
    low, high = min(finite), max(finite)
    width = (high - low) / bins or 1.0
    counts = [0] * bins
    for value in finite:
        counts[min(bins - 1, int((value - low) / width))] += 1
    most = max(counts)
    bars = "".join(
        '<rect x="{:.1f}" y="{:.1f}" width="14" height="{:.1f}" fill="{}"/>'.format(
            10 + 15 * i, 90 - 70 * count / most, 70 * count / most, _BLUE
        )
        for i, count in enumerate(counts)
    )
    ends = _text(10, 104, cell(low)) + _text(10 + 15 * bins, 104, cell(high), "end")
    return _svg(320, 110, _text(10, 13, title) + bars + ends)


def bars_svg(rows: Sequence[Tuple[str, float]], title: str) -> str:
    """One horizontal bar per row from 0; missing values have none."""
    most = max((value for _, value in rows if math.isfinite(value)), default=0.0) or 1.0
    lines: List[str] = [_text(0, 13, title)]
    for i, (name, value) in enumerate(rows):
        y = 22 + 18 * i
        lines.append(_text(95, y + 11, name[:16], "end"))
        if math.isfinite(value):
            lines.append(
                '<rect x="100" y="{}" width="{:.1f}" height="14" fill="{}"/>'.format(y, 200 * value / most, _BLUE)
            )
            lines.append(_text(305, y + 11, cell(float(value))))
    return _svg(370, 26 + 18 * len(rows), "".join(lines))


def intervals_svg(rows: Sequence[Tuple[str, float, float, float]], title: str) -> str:
    """Values with their intervals (low, high) in a common scale, which includes 0."""
    known = [row for row in rows if all(map(math.isfinite, row[1:]))]
    if not known:
        return ""
    low, high = min(0.0, *[row[2] for row in known]), max(0.0, *[row[3] for row in known])
    scale = 220 / ((high - low) or 1.0)
    at = 150 - scale * low
    end = 24 + 18 * len(known)
    lines = [_text(0, 13, title), _line(at, 18, at, end, _GREY)]
    for i, (name, value, least, most) in enumerate(known):
        y = 29 + 18 * i
        x = [150 + scale * (each - low) for each in (value, least, most)]
        lines += [_text(140, y + 4, name[:24], "end"), _line(x[1], y, x[2], y, _BLUE)]
        lines.append('<circle cx="{:.1f}" cy="{}" r="4" fill="{}"/>'.format(x[0], y, _BLUE))
    return _svg(390, end + 4, "".join(lines))


def _line(x1: float, y1: float, x2: float, y2: float, colour: str) -> str:
    return '<line x1="{:.1f}" y1="{}" x2="{:.1f}" y2="{}" stroke="{}" stroke-width="2"/>'.format(x1, y1, x2, y2, colour)


def _text(x: float, y: float, text: str, anchor: str = "start") -> str:
    return '<text x="{:.1f}" y="{}" text-anchor="{}" font-size="11" fill="currentColor">{}</text>'.format(
        x, y, anchor, html.escape(text)
    )


def _svg(width: int, height: int, content: str) -> str:
    return '<svg xmlns="http://www.w3.org/2000/svg" width="{0}" height="{1}" viewBox="0 0 {0} {1}" font-family="sans-serif">{2}</svg>'.format(
        width, height, content
    )
