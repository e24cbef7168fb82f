"""The city as agents see it: AOIs and POIs as dictionaries, look-ups by id, by distance and by category.

The file is written by `asbench` once a run: a line that names the format, the length of a JSON header, the header
(texts, and where each column stands), then the columns as little-endian int32 and float64. Columns stay arrays; a
dictionary of an AOI holds its plain fields, and the lists of positions are made when they are first asked for.
"""

import json
import math
import sys
from array import array

MAGIC = b"itinera-city 1\n"
_TYPES = {"int32": "i", "float64": "d"}


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


class Area(dict):
    """An AOI: a dictionary whose lists of positions are made on first use."""

    __slots__ = ("_fill",)

    def __init__(self, plain, fill):
        super().__init__(plain)
        self._fill = fill

    def _complete(self):
        fill, self._fill = self._fill, None
        if fill is not None:
            for key, value in fill().items():
                dict.setdefault(self, key, value)
        return self

    def __missing__(self, key):
        if self._fill is not None:
            self._complete()
            if dict.__contains__(self, key):
                return dict.__getitem__(self, key)
        if key in ("shapely_xy", "shapely_lnglat"):
            self[key] = value = _shape(self, key)
            return value
        raise KeyError(key)

    def get(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            return default

    def __contains__(self, key):
        return dict.__contains__(self, key) or dict.__contains__(self._complete(), key)

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

    def __eq__(self, other):
        return dict.__eq__(self._complete(), other._complete() if isinstance(other, Area) else other)

    def __ne__(self, other):
        return not self == other

    def __repr__(self):
        return dict.__repr__(self._complete())

    def __reduce__(self):
        return dict, (self.copy(),)


class Areas(list):
    """All AOIs: a list that can also be asked for its ids, as the documents' examples do."""

    def keys(self):
        return [area["id"] for area in self]

    def values(self):
        return list(self)

    def items(self):
        return [(area["id"], area) for area in self]


def _shape(area, key):
    try:
        from shapely.geometry import Point, Polygon
    except ImportError:
        raise KeyError(f"{key} needs the package shapely, which is not installed for {sys.executable}") from None
    points = [(p["x"], p["y"]) for p in area["positions"]] if "positions" in area else [_xy(area["position"])]
    if key == "shapely_lnglat":
        points = [area._project(x, y, inverse=True) for x, y in points]
    return Polygon(points) if len(points) > 2 and "area" in area else Point(points[0])


def _xy(position):
    return position["x"], position["y"]


class City:
    """Map data under the names of the reference (`environment.map`)."""

    def __init__(self, path, projector, categories):
        columns = self._columns = _Columns(path)
        self.header = columns.header["header"]
        self.poi_cate = categories
        self._projector = projector(self.header.get("projection", ""))
        texts = columns.header["texts"]
        self._poi_list = self._make_pois(columns, texts)
        self._aoi_list = self._make_aois(columns, texts)
        self.aois = {area["id"]: area for area in self._aoi_list}
        self.pois = {poi["id"]: poi for poi in self._poi_list}
        self._by_category = {}
        for index, poi in enumerate(self._poi_list):
            self._by_category.setdefault(poi["category"].split("|")[-1], []).append(index)

    def _make_aois(self, columns, texts):
        project = self._projector
        result = Areas()
        starts = columns.aoi_poi_start
        for i, aoi_id in enumerate(columns.aoi_id):
            plain = {"id": aoi_id, "type": columns.aoi_type[i], "name": texts[columns.aoi_name[i]]}
            if not math.isnan(columns.aoi_area[i]):
                plain["area"] = columns.aoi_area[i]
            if columns.aoi_land_use[i] >= 0:
                plain["urban_land_use"] = texts[columns.aoi_land_use[i]]
            plain["poi_ids"] = columns.aoi_poi[starts[i] : starts[i + 1]].tolist()
            area = _Place(plain, _Fill(columns, i))
            area._project = project
            result.append(area)
        return result

    def _make_pois(self, columns, texts):
        result = []
        for i, poi_id in enumerate(columns.poi_id):
            place = _Place(
                {
                    "id": poi_id,
                    "name": texts[columns.poi_name[i]],
                    "category": texts[columns.poi_category[i]],
                    "position": {"x": columns.poi_x[i], "y": columns.poi_y[i]},
                    "aoi_id": columns.poi_aoi[i],
                },
                None,
            )
            place._project = self._projector
            result.append(place)
        return result

    def get_all_aois(self):
        return self._aoi_list

    def get_aoi(self, aoi_id):
        return self.aois[aoi_id]

    def get_all_pois(self):
        return self._poi_list

    def get_poi(self, poi_id):
        return self.pois[poi_id]

    def get_poi_cate(self):
        return self.poi_cate

    def get_map_header(self):
        return self.header

    def get_projector(self):
        return self.header["projection"]

    def query_pois(self, center, radius=None, category_prefix=None, limit=None, return_distance=True):
        """POIs within `radius` metres of `center`, nearest first, equal distances by id."""
        chosen = range(len(self._poi_list))
        if category_prefix is not None:
            chosen = [i for i in chosen if self._poi_list[i]["category"].startswith(category_prefix)]
        found = self._near(chosen, center, radius)
        if limit is not None:
            found = found[:limit]
        return [(self._poi_list[i], d) for d, _, i in found] if return_distance else [self._poi_list[i] for _, _, i in found]

    def around(self, center, radius, categories):
        """POIs of the given categories within `radius` metres of `center`, nearest first, equal distances by id."""
        chosen = [i for category in dict.fromkeys(categories) for i in self._by_category.get(category, ())]
        return [self._poi_list[i] for _, _, i in self._near(chosen, center, radius)]

    def _near(self, indices, center, radius):
        cx, cy = _center(center)
        limit = math.inf if radius is None else radius
        xs, ys, ids = self._columns.poi_x, self._columns.poi_y, self._columns.poi_id
        found = []
        for i in indices:
            dx, dy = xs[i] - cx, ys[i] - cy
            distance = math.sqrt(dx * dx + dy * dy)
            if distance <= limit:
                found.append((distance, ids[i], i))
        found.sort()
        return found

    def query_aois(self, center, radius, urban_land_uses=None, limit=None):
        """(AOI, distance) of AOIs whose centroid lies within `radius` metres of `center`, nearest first."""
        cx, cy = _center(center)
        found = []
        for i, aoi_id in enumerate(self._columns.aoi_id):
            area = self._aoi_list[i]
            if urban_land_uses is not None and area.get("urban_land_use") not in urban_land_uses:
                continue
            dx, dy = self._columns.aoi_x[i] - cx, self._columns.aoi_y[i] - cy
            distance = math.sqrt(dx * dx + dy * dy)
            if distance <= radius:
                found.append((distance, aoi_id, i))
        found.sort()
        return [(self._aoi_list[i], d) for d, _, i in found[:limit]]


class _Place(Area):
    __slots__ = ("_project",)


class _Fill:
    """Makes the lists of positions of one AOI."""

    __slots__ = ("_columns", "_index")

    def __init__(self, columns, index):
        self._columns, self._index = columns, index

    def __call__(self):
        columns = self._columns
        return {
            "positions": self._points(columns.aoi_ring_start, columns.ring_x, columns.ring_y),
            "driving_positions": self._lanes(columns.aoi_drive_start, columns.drive_lane, columns.drive_s),
            "walking_positions": self._lanes(columns.aoi_walk_start, columns.walk_lane, columns.walk_s),
            "driving_gates": self._points(columns.aoi_drive_start, columns.drive_x, columns.drive_y),
            "walking_gates": self._points(columns.aoi_walk_start, columns.walk_x, columns.walk_y),
        }

    def _points(self, start, xs, ys):
        return [{"x": xs[i], "y": ys[i]} for i in range(start[self._index], start[self._index + 1])]

    def _lanes(self, start, lanes, ss):
        return [{"lane_id": lanes[i], "s": ss[i]} for i in range(start[self._index], start[self._index + 1])]


def _center(center):
    if hasattr(center, "x") and hasattr(center, "y"):
        return center.x, center.y
    x, y = center
    return x, y
