"""`environment.places`: the places that a person knows, as `Places` of TypeScript has them. The figures come with the city."""

import json
import math
import random
from bisect import bisect_right
from itertools import accumulate

from .numbers import as_id, as_number

# Grid cells of a city, their least side in metres, and the reach of a fine grid in scales.
_MOST_CELLS, _LEAST_SIDE, _FINE_REACH = 1000, 250, 10
# Places that are tried for a distance; the one that is closest to it is chosen.
_CANDIDATES = 40


class Places:
    """The memory of one person. Places of the same day are not yet known."""

    def __init__(self, environment, person, profile):
        self._environment, self._person, self._home = environment, person, profile.get("home")
        self._random = random.Random(f"places of {person.id}, seed {person.seed}")
        # What people know from the beginning, and how much they explore: a number of deviations from the mean.
        at = [(profile.get(name) or {}).get("aoi_position", {}).get("aoi_id") for name in ("home", "work")]
        # A profile from elsewhere may have a school that is no id.
        self._usual = {one for one in (*at, profile.get("school")) if isinstance(one, (int, float))}
        self._explores = self._random.gauss(0, 1)
        # Purpose, place of departure, whether it is near, and place of each remembered visit, the oldest first.
        self._visits, self._earlier, self._today = [], 0, None

    def choose(self, purpose, from_aoi=None, metres=None):
        """Returns the AOI of a place for a purpose, which may be new or known, and remembers it; None if the map has none."""
        city = self._environment.map
        rules = city._outings
        if metres is None and purpose not in rules["purposes"]:
            expected = ", ".join(rules["purposes"])
            raise ValueError(f"places.choose: expected {expected}, or metres for any purpose, got {json.dumps(str(purpose))}")
        if metres is not None:
            metres = as_number(metres)
            if metres is None or not 0 <= metres < math.inf:
                raise ValueError("places.choose: expected metres of 0 or more")
        start = self._here() if from_aoi is None else as_id(from_aoi)
        day = self._environment.get_datetime()[0]
        if day != self._today:
            self._visits = self._visits[-rules["remembered"]:]
            self._earlier, self._today = len(self._visits), day
        near = metres is None and self._random.random() < rules["nearby"]["share"]
        places = self._usual | {visit[3] for visit in self._visits[: self._earlier]}
        place = self._known(purpose, start, near, metres, len(places))
        if place is None:
            place = self._new(purpose, start, near, metres, places)
        if place is not None:
            self._visits.append((purpose, start, near, place))
        return place

    def _here(self):
        """Where the person is; on the way, where they live."""
        return (self._person.motion["position"].get("aoi_position") or self._home["aoi_position"])["aoi_id"]

    def _known(self, purpose, start, near, metres, distinct):
        """
        A known place for the purpose by its frequency and distance, one to which the person went from here if it must be near, and
        another than here.
        """
        rules = self._environment.map._outings
        mean = metres if metres is not None else rules["purposes"][purpose]["near" if near else "far"]
        centre = self._environment.map._centre
        here = centre(start)
        visits = [visit for visit in self._visits[: self._earlier] if visit[0] == purpose and visit[3] != start]
        alike = [visit for visit in visits if visit[2] == near and (not near or visit[1] == start)]
        if not near:
            # Who knows no place farther away goes to one nearby.
            alike = alike or visits
        if not alike:
            return None
        # As far below the mean as 1 is above it.
        rho = min(1, max(2 * rules["rho"] - 1, rules["rho"] + rules["rhoDeviation"] * self._explores))
        if distinct <= 1 or self._random.random() < rho * distinct ** -rules["gamma"]:
            return None
        distances = [_distance(centre(visit[3]), here) for visit in alike]
        least, scale = min(distances), max(1, mean / 2)
        # Relative to the closest, so that the sum is not 0 where all are far.
        sums = list(accumulate(math.exp((least - one) / scale) for one in distances))
        row = bisect_right(sums, self._random.random() * sums[-1])
        return alike[min(row, len(alike) - 1)][3]

    def _new(self, purpose, start, near, metres, known):
        """A place that is not known, unless the city has too few; whoever knows all places nearby goes farther."""
        city = self._environment.map
        place = None
        for nearby in (True, False) if near else (False,):
            for _ in range(city._outings["tries"]):
                if metres is not None:
                    place = _at_distance(city, self._random, start, metres)
                else:
                    place = _explore(city, self._random, purpose, nearby, start)
                if place is None or (place not in known and place != start):
                    return place
        return place


def _distance(a, b):
    # Not math.dist: its last bit differs between versions.
    dx, dy = a[0] - b[0], a[1] - b[1]
    return math.sqrt(dx * dx + dy * dy)


def _at_distance(city, chance, start, metres):
    here, best, least = city._centre(start), start, math.inf
    for _ in range(_CANDIDATES):
        aoi_id = chance.choice(city._aoi_list)["id"]
        off = abs(math.log((_distance(city._centre(aoi_id), here) + 1) / (metres + 1)))
        if aoi_id != start and off < least:
            best, least = aoi_id, off
    return best


def _explore(city, chance, purpose, near, start):
    grids = city._outing_grids
    if (purpose, near) not in grids:
        rules = city._outings["purposes"][purpose]
        categories = [name for kind in rules["categories"] for name in city.poi_cate.get(kind, (kind,))]
        grids[purpose, near] = _Grid(city._pois_of(categories), rules["near" if near else "far"] / 2, near)
    return grids[purpose, near].draw(chance, city._centre(start))


class _Grid:
    """Any place of a kind, with a probability proportional to e^(-distance / scale), between the cells of a grid."""

    def __init__(self, places, scale, is_fine):
        xs, ys = [x for x, _, _ in places], [y for _, y, _ in places]
        self._scale, self._reach = scale, _FINE_REACH * scale if is_fine else math.inf
        self._west, self._south = min(xs, default=0), min(ys, default=0)
        area = (max(xs, default=0) - self._west) * (max(ys, default=0) - self._south)
        self._side = max(_LEAST_SIDE, scale if is_fine else math.sqrt(area / _MOST_CELLS))
        self._cells, self._sums = {}, {}
        for x, y, aoi_id in places:
            self._cells.setdefault(self._cell(x, y), []).append(aoi_id)

    def _cell(self, x, y):
        return math.floor((x - self._west) / self._side), math.floor((y - self._south) / self._side)

    def draw(self, chance, centre):
        if not self._cells:
            return None
        cell = self._cell(*centre)
        if cell not in self._sums:
            distances = [(max(0.5, _distance(other, cell)) * self._side, aois) for other, aois in self._cells.items()]
            kept = [one for one in distances if one[0] <= self._reach] or distances
            sums = list(accumulate(len(aois) * math.exp(-metres / self._scale) for metres, aois in kept))
            self._sums[cell] = ([aois for _, aois in kept], sums)
        cells, sums = self._sums[cell]
        row = bisect_right(sums, chance.random() * sums[-1])
        return chance.choice(cells[min(row, len(cells) - 1)])
