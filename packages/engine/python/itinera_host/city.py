"""The city as agents see it: AOIs and POIs as dictionaries, look-ups by id, by distance and by category.

`asbench` writes the file once per run: a line that names the format, the length of a JSON header, the header (texts, and
the offset of each column), then the columns as little-endian int32 and float64. Columns stay arrays; the dictionary of an
AOI contains its plain fields, and its lists of positions are created on first use.
"""

import json
import math
import sys
from array import array
from bisect import bisect_left, bisect_right

from .numbers import as_id

MAGIC = b"itinera-city 2\n"
_TYPES = {"int32": "i", "float64": "d"}
_LISTS = frozenset(("positions", "driving_positions", "walking_positions", "driving_gates", "walking_gates"))
# The number of `land_use`, which older maps have, by the first letter of `urban_land_use` (GB 50137-2011).
_LAND_USE = {"B": 5, "M": 6, "W": 6, "R": 7, "A": 8, "U": 8, "S": 10}
_OTHER_LAND = 12
_SHAPES = ("shapely_xy", "shapely_lnglat")


class CityFileError(ValueError):
    """The city file is damaged or of another version."""


class _Columns:
    def __init__(self, path):
        with open(path, "rb") as file:
            if file.read(len(MAGIC)) != MAGIC:
                raise CityFileError(f"{path}: not a city file of this version")
            size = int.from_bytes(file.read(4), "little")
            self.header = json.loads(file.read(size))
            self._columns = {}
            for name, kind, count in self.header["columns"]:
                column = array(_TYPES[kind])
                try:
                    column.fromfile(file, count)
                except EOFError:
                    raise CityFileError(f"{path}: column {name} ends early") from None
                if sys.byteorder == "big":
                    column.byteswap()
                self._columns[name] = column

    def __getattr__(self, name):
        try:
            return self._columns[name]
        except KeyError:
            raise AttributeError(name) from None


class Place(dict):
    """An AOI or POI: a dictionary that creates expensive values (lists of positions, shapes) on first use."""

    __slots__ = ("_city", "_row")

    def __init__(self, plain, city, row):
        """`row` is the row of an AOI; None if all lists exist."""
        super().__init__(plain)
        self._city, self._row = city, row

    def _complete(self):
        if self._row is not None:
            row, self._row = self._row, None
            for key, value in self._city._lists(row).items():
                dict.setdefault(self, key, value)
        return self

    def __missing__(self, key):
        if key in _LISTS and self._row is not None:
            return dict.__getitem__(self._complete(), key)
        if key in _SHAPES:
            self[key] = shape = self._city._shape(self, key)
            return shape
        if key == "land_use" and not dict.__contains__(self, "category"):
            self[key] = kind = _land_use(dict.get(self, "urban_land_use", ""))
            return kind
        raise KeyError(key)

    def get(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            return default

    def __contains__(self, key):
        return dict.__contains__(self, key) or self.get(key, self) is not self

    def pop(self, key, *default):
        self.get(key)
        return dict.pop(self, key, *default)

    def setdefault(self, key, default=None):
        self.get(key)
        return dict.setdefault(self, key, default)

    def __iter__(self):
        return dict.__iter__(self._complete())

    def __len__(self):
        return dict.__len__(self._complete())

    def keys(self):
        return dict.keys(self._complete())

    def values(self):
        return dict.values(self._complete())

    def items(self):
        return dict.items(self._complete())

    def copy(self):
        return dict(self.items())

    def __or__(self, other):
        return {**self, **other}

    def __eq__(self, other):
        return dict.__eq__(self._complete(), other._complete() if isinstance(other, Place) else other)

    def __ne__(self, other):
        return not self == other

    def __repr__(self):
        return dict.__repr__(self._complete())

    def __reduce__(self):
        return dict, (self.copy(),)


def _land_use(code):
    return _LAND_USE.get(code[:1], _OTHER_LAND) if code else 0


class ById(dict):
    """Places by their id. A missing one is a `KeyError` whose hint names an id that there is."""

    __slots__ = ()

    def __missing__(self, key):
        error = KeyError(key)
        error.hint = lambda: f"The map has no place with this id; it has {', '.join(map(str, list(self)[:2]))}, …"
        raise error


class Places(list):
    """All AOIs, or all POIs: a list as in the reference that is also a dictionary by id, as in the documented examples.

    Ids are far larger than the number of places, so that an index is no id.
    """

    def __init__(self, places=()):
        super().__init__(places)
        self._by_id = ById((place["id"], place) for place in self)

    def __getitem__(self, key):
        if isinstance(key, slice):
            return super().__getitem__(key)
        place = self._by_id.get(_known(key))
        if place is not None:
            return place
        if -len(self) <= key < len(self):
            return super().__getitem__(key)
        return self._by_id[key]

    def get(self, key, default=None):
        return self._by_id.get(_known(key), default)

    def __contains__(self, key):
        return super().__contains__(key) if isinstance(key, dict) else _known(key) in self._by_id

    def keys(self):
        return self._by_id.keys()

    def values(self):
        return self._by_id.values()

    def items(self):
        return self._by_id.items()

    def copy(self):
        return Places(self)

    def __reduce__(self):
        return Places, (list(self),)


def _known(key):
    try:
        return as_id(key)
    except TypeError:
        return None


class City:
    """Map data under the names of the reference (`environment.map`)."""

    def __init__(self, path, make_projector, categories):
        columns = self._columns = _Columns(path)
        self.header = columns.header["header"]
        self.poi_cate = categories
        self._projector = make_projector(self.header["projection"])
        self._aoi_list = self._make_aois(columns, columns.header["texts"])
        self._poi_list = self._make_pois(columns, columns.header["texts"])
        self.aois, self.pois = self._aoi_list._by_id, self._poi_list._by_id
        self._poi_rows = None
        self._aoi_boxes = None
        # The figures of outings, which `places.py` reads, its grids, and the centres of AOIs.
        self._outings, self._outing_grids, self._centres = columns.header["outings"], {}, None

    def _make_aois(self, columns, texts):
        starts, poi_ids = columns.aoi_poi_start, columns.aoi_poi
        result = []
        fields = zip(columns.aoi_id, columns.aoi_type, columns.aoi_name, columns.aoi_area, columns.aoi_land_use)
        for row, (aoi_id, kind, name, area, land_use) in enumerate(fields):
            plain = {
                "id": aoi_id,
                "type": kind,
                "name": texts[name],
                "poi_ids": poi_ids[starts[row] : starts[row + 1]].tolist(),
            }
            if area == area:  # not NaN, which means unknown
                plain["area"] = area
            if land_use >= 0:
                plain["urban_land_use"] = texts[land_use]
            result.append(Place(plain, self, row))
        return Places(result)

    def _make_pois(self, columns, texts):
        fields = zip(
            columns.poi_id, columns.poi_name, columns.poi_category, columns.poi_x, columns.poi_y, columns.poi_aoi
        )
        return Places(
            Place(
                {
                    "id": poi_id,
                    "name": texts[name],
                    "category": texts[category],
                    "position": {"x": x, "y": y},
                    "aoi_id": aoi_id,
                },
                self,
                None,
            )
            for poi_id, name, category, x, y, aoi_id in fields
        )

    def _lists(self, row):
        columns = self._columns

        def points(start, xs, ys):
            return [{"x": xs[i], "y": ys[i]} for i in range(start[row], start[row + 1])]

        def lanes(start, lane_ids, ss):
            return [{"lane_id": lane_ids[i], "s": ss[i]} for i in range(start[row], start[row + 1])]

        return {
            "positions": points(columns.aoi_ring_start, columns.ring_x, columns.ring_y),
            "driving_positions": lanes(columns.aoi_drive_start, columns.drive_lane, columns.drive_s),
            "walking_positions": lanes(columns.aoi_walk_start, columns.walk_lane, columns.walk_s),
            "driving_gates": points(columns.aoi_drive_start, columns.drive_x, columns.drive_y),
            "walking_gates": points(columns.aoi_walk_start, columns.walk_x, columns.walk_y),
        }

    def _shape(self, place, key):
        try:
            from shapely.geometry import Point, Polygon
        except ImportError:
            raise KeyError(f"{key} requires the package shapely, which is not installed for {sys.executable}") from None
        positions = place["positions"] if "positions" in place else [place["position"]]
        points = [(p["x"], p["y"]) for p in positions]
        if key == "shapely_lnglat":
            points = [self._projector(x, y, inverse=True) for x, y in points]
        return Polygon(points) if "area" in place else Point(points[0])

    def get_all_aois(self):
        return self._aoi_list

    def get_aoi(self, aoi_id):
        return self.aois[as_id(aoi_id)]

    def get_all_pois(self):
        return self._poi_list

    def get_poi(self, poi_id):
        return self.pois[as_id(poi_id)]

    def get_poi_cate(self):
        return self.poi_cate

    def get_map_header(self):
        return self.header

    def get_projector(self):
        return self.header["projection"]

    def query_pois(self, center, radius=None, category_prefix=None, limit=None, return_distance=True):
        """Returns the POIs within `radius` metres of `center`, nearest first, ties by id."""
        found = self._near(self._rows_by_category(), center, radius)
        pois = [(self._poi_list[row], distance) for distance, _, row in found]
        if category_prefix is not None:
            pois = [(poi, distance) for poi, distance in pois if poi["category"].startswith(category_prefix)]
        return pois[:limit] if return_distance else [poi for poi, _ in pois[:limit]]

    def _around(self, center, radius, categories):
        """Returns the POIs of the given categories within `radius` metres of `center`, nearest first."""
        by_category = self._rows_by_category()
        wanted = [category for category in dict.fromkeys(categories) if category in by_category]
        return [self._poi_list[row] for _, _, row in self._near(wanted, center, radius)]

    def _pois_of(self, categories):
        """x, y and AOI of all POIs of some categories."""
        columns, by_category = self._columns, self._rows_by_category()
        rows = [row for category in categories if category in by_category for row in by_category[category][1]]
        return [(columns.poi_x[row], columns.poi_y[row], columns.poi_aoi[row]) for row in rows]

    def _centre(self, aoi_id):
        """The centre of an AOI, as `getAoiCentre` of TypeScript returns it; NaN without an outline."""
        if self._centres is None:
            columns = self._columns
            self._centres = dict(zip(columns.aoi_id, zip(columns.aoi_x, columns.aoi_y)))
        return self._centres[aoi_id]

    def _rows_by_category(self):
        """By category (the text after the last `|`): the x of its POIs in ascending order, and their rows."""
        if self._poi_rows is None:
            xs, ys = self._columns.poi_x, self._columns.poi_y
            rows = {}
            for row, poi in enumerate(self._poi_list):
                if xs[row] == xs[row] and ys[row] == ys[row]:
                    rows.setdefault(poi["category"].split("|")[-1], []).append(row)
            for of_category in rows.values():
                of_category.sort(key=xs.__getitem__)
            self._poi_rows = {name: ([xs[i] for i in chosen], chosen) for name, chosen in rows.items()}
        return self._poi_rows

    def _near(self, categories, center, radius):
        x, y = _center(center)
        limit = math.inf if radius is None else radius
        ys, ids = self._columns.poi_y, self._columns.poi_id
        found = []
        for category in categories:
            xs, rows = self._poi_rows[category]
            for at in range(bisect_left(xs, x - limit), bisect_right(xs, x + limit)):
                row = rows[at]
                dx, dy = xs[at] - x, ys[row] - y
                # Not math.hypot: its last bit differs between versions.
                distance = math.sqrt(dx * dx + dy * dy)
                if distance <= limit:
                    found.append((distance, ids[row], row))
        found.sort()
        return found

    def query_aois(self, center, radius, urban_land_uses=None, limit=None):
        """Returns (AOI, distance) of the AOIs within `radius` metres of `center` (0 inside one), nearest first."""
        x, y = _center(center)
        found = []
        for row, (west, south, east, north) in enumerate(self._boxes()):
            if west > x + radius or east < x - radius or south > y + radius or north < y - radius:
                continue
            if urban_land_uses is not None and self._aoi_list[row].get("urban_land_use") not in urban_land_uses:
                continue
            distance = self._distance(row, x, y)
            if distance <= radius:
                found.append((distance, self._columns.aoi_id[row], row))
        found.sort()
        return [(self._aoi_list[row], distance) for distance, _, row in found[:limit]]

    def _ring(self, row):
        """Returns the outline of an AOI; one point if it has no area."""
        start, end = self._columns.aoi_ring_start[row : row + 2]
        if "area" not in self._aoi_list[row]:
            end = min(end, start + 1)
        return self._columns.ring_x[start:end], self._columns.ring_y[start:end]

    def _boxes(self):
        if self._aoi_boxes is None:
            rings = (self._ring(row) for row in range(len(self._aoi_list)))
            nowhere = (math.inf, math.inf, -math.inf, -math.inf)
            self._aoi_boxes = [(min(xs), min(ys), max(xs), max(ys)) if xs else nowhere for xs, ys in rings]
        return self._aoi_boxes

    def _distance(self, row, x, y):
        """Returns the metres from a point to an AOI, 0 inside it."""
        xs, ys = self._ring(row)
        nearest, inside = math.inf, False
        ax, ay = xs[-1], ys[-1]
        for bx, by in zip(xs, ys):
            if (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay):
                inside = not inside
            dx, dy = bx - ax, by - ay
            square = dx * dx + dy * dy
            along = min(1.0, max(0.0, ((x - ax) * dx + (y - ay) * dy) / square)) if square else 0.0
            ox, oy = ax + along * dx - x, ay + along * dy - y
            nearest = min(nearest, math.sqrt(ox * ox + oy * oy))
            ax, ay = bx, by
        return 0.0 if inside else nearest


def _center(center):
    if hasattr(center, "x") and hasattr(center, "y"):
        return center.x, center.y
    x, y = center
    return x, y
