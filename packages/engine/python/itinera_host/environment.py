"""`self.environment`: clock, weather, map and schedules under the names of the reference."""

import math
from copy import deepcopy
from datetime import datetime

from .absent import AbsentService
from .clock import TimeText
from .numbers import as_id, as_number, is_pair

POI_START_ID = 7_0000_0000
DRIVE_ONLY = 2
# The attributes of a person in the simulator of the reference, for `get_person`.
_ATTRIBUTES = {
    "type": 2,
    "labels": {},
    "vehicle_attribute": {
        "length": 5.0, "width": 2.0, "max_speed": 150 / 3.6, "max_acceleration": 3.0, "max_braking_acceleration": -10.0,
        "usual_acceleration": 2.0, "usual_braking_acceleration": -4.5, "headway": 1.5, "lane_change_length": 10.0,
        "min_gap": 1.0, "lane_max_speed_recognition_deviation": 1.0, "model": "normal", "capacity": 0,
        "emission_attribute": {
            "weight": 2100.0, "type": 1, "coefficient_drag": 0.251, "lambda_s": 0.29, "frontal_area": 2.52,
            "fuel_efficiency": {"energy_conversion_efficiency": 0.27 * 0.049, "c_ef": 66.98},
        },
    },
    "pedestrian_attribute": {"speed": 1.34, "model": "normal"},
    "bike_attribute": {"speed": 5.0, "model": "normal"},
}


class Environment:
    """The environment that all people of one process share. The clock is that of the person whose step is running."""

    def __init__(self, city, current, messager, report_category):
        self._map = city
        self._current = current
        self._messager = messager
        self._log_list = []
        self._report_category = report_category
        self._checked_categories = set()
        self.economy_client, self.city_client = AbsentService("economy_client"), AbsentService("city_client")
        self.poi_cate = city.poi_cate
        self._aoi_ids = [area["id"] for area in city.get_all_aois()]
        self.poi_id_2_aoi_id = {poi["id"]: poi["aoi_id"] for poi in city.get_all_pois()}

    @property
    def map(self):
        return self._map

    @property
    def projector(self):
        return self._map._projector

    @property
    def environment(self):
        return self._person().environment

    @property
    def places(self):
        """The places that the person knows."""
        return self._person().places

    def _person(self):
        return self._current.get()

    def get_poi_cate(self):
        return self.poi_cate

    def get_aoi_ids(self):
        return self._aoi_ids.copy()

    def get_tick(self):
        return self._person().tick

    def get_datetime(self, format_time=False, format="%H:%M:%S"):
        """Returns (day, seconds since midnight); with `format_time` a text that unpacks into (day, text)."""
        day, time = divmod(self.get_tick(), 24 * 60 * 60)
        if not format_time:
            return (day, time)
        text = f"{time // 3600:02d}:{time % 3600 // 60:02d}:{time % 60:02d}"
        if format != "%H:%M:%S":
            text = datetime.strptime(text, "%H:%M:%S").strftime(format)
        return TimeText(day, text)

    def sense(self, key):
        """Returns a variable, or the `day` or `time` ("HH:MM:SS"), which are no variables: prompts do not list them."""
        if key in ("day", "time") and key not in self.environment:
            return self.get_datetime(format_time=True)[key == "time"]
        return self.environment.get(key, "Don't know")

    def sense_aoi(self, aoi_id):
        return self._messager._texts_of(aoi_id)

    def set_environment(self, environment):
        self._person().environment = environment

    def update_environment(self, key, value):
        self.environment[key] = value

    def get_environment(self):
        lines = []
        for key, value in self.environment.items():
            if isinstance(value, dict):
                lines += [f"{key}.{k}: {v}\n" for k, v in value.items()]
            elif isinstance(value, bool):
                lines.append(f"Is it {key}: {value}\n")
            elif isinstance(value, list):
                lines.append(f"{key} elements: {value}\n")
            else:
                lines.append(f"{key}: {value}\n")
        return "".join(lines)

    def get_poi_categories(self, center=None, radius=None):
        pois = self._map.query_pois(center=(0, 0) if center is None else center, radius=radius, return_distance=False)
        return list(dict.fromkeys(poi["category"].split("|")[-1] for poi in pois))

    def get_around_poi(self, center, radius, poi_type):
        """Returns the POIs of the given categories, or groups of categories, within `radius` metres, nearest first."""
        poi_type = [poi_type] if isinstance(poi_type, str) else list(poi_type)
        self._check_categories(poi_type)
        categories = [category for kind in poi_type for category in self.poi_cate.get(kind, (kind,))]
        return self._map._around(center, radius, categories)

    def _check_categories(self, kinds):
        """Reports each category that neither the groups nor this map have, once."""
        new = [kind for kind in kinds if kind not in self._checked_categories]
        if not new:
            return
        self._checked_categories.update(new)
        groups = (name for group in self.poi_cate.values() for name in group)
        known = {*self.poi_cate, *self._map._rows_by_category(), *groups}
        for kind in dict.fromkeys(new):
            if kind not in known:
                self._report_category(kind, sorted(known), any(other in known for other in kinds))

    async def get_person(self, person_id):
        person = self._person_of(person_id, "ask for")
        status = {} if person.agent is None else person.agent.status._data
        places = {key: deepcopy(status[key]) for key in ("home", "work") if status.get(key)}
        base = {"id": person_id, "attribute": {}, **places, **deepcopy({"schedules": person.base_schedules, **_ATTRIBUTES})}
        return {"person": {"base": base, "motion": dict(person.motion), "events": []}}

    def get_log_list(self):
        return self._log_list

    def clear_log_list(self):
        self._log_list = []

    def register_aoi_message(self, agent_id, target_aoi, content):
        self._messager._write(agent_id, target_aoi, content)

    def cancel_aoi_message(self, agent_id, target_aoi):
        self._messager._erase(agent_id, target_aoi)

    async def set_aoi_schedules(self, person_id, target_positions, departure_times=None, modes=None):
        """Replaces a person's schedule: AOI or POI ids, or (AOI id, POI id) pairs, visited one after another."""
        now = self.get_tick()
        targets = _list_of(target_positions)
        departures = _filled(departure_times, targets, now)
        ways = [as_id(way) for way in _filled(modes, targets, DRIVE_ONLY)]
        trips, schedules = [], []
        for target, at, way in zip(targets, departures, ways):
            place = self._place_of(target)
            at = _checked(at)
            trips.append((place["aoi_id"], None if at <= now else at, way))
            trip = {"mode": way, "end": {"aoi_position": place}, "departure_time": at, "routes": []}
            schedules.append({"trips": [trip], "loop_count": 1, "departure_time": at})
        self._person_of(person_id, "move").schedule(trips, schedules)

    def _place_of(self, target):
        if is_pair(target):
            aoi_id, poi_id = target
            return {"aoi_id": as_id(aoi_id), "poi_id": None if poi_id is None else as_id(poi_id)}
        place = as_id(target)
        if place < POI_START_ID:
            return {"aoi_id": place}
        return {"aoi_id": self.poi_id_2_aoi_id[place], "poi_id": place}

    def _person_of(self, person_id, what):
        person = self._person()
        if as_id(person_id) != person.id:
            raise ValueError(f"person {person.id} cannot {what} person {person_id}")
        return person


def _list_of(targets):
    """Returns the targets of a schedule: a list, or an array or series of ids; one id, or one pair, otherwise."""
    if isinstance(targets, list):
        return targets
    if isinstance(targets, tuple) or not hasattr(targets, "tolist") or not hasattr(targets, "__len__"):
        return [targets]
    values = targets.tolist()
    return values if isinstance(values, list) else [targets]


def _filled(values, targets, default):
    values = [] if values is None else list(values)
    return values + [default] * (len(targets) - len(values))


def _checked(departure):
    seconds = as_number(departure)
    if seconds is None or not math.isfinite(seconds):
        raise ValueError(f"expected seconds as departure time, got {departure}")
    return seconds


def variables():
    """The environment's variables at the start."""
    return {
        "weather": "The weather is sunny",
        "temperature": "The temperature is 23C",
        "workday": True,
        "other_information": "",
    }
