"""Protobuf enums that agents import: values are plain integers."""


class Enum:
    """Works like a generated protobuf enum: values are attributes, and names and values can be looked up."""

    def __init__(self, prefix, values):
        self._values = {f"{prefix}_{name}": number for name, number in values.items()}
        self.__dict__.update(self._values)

    def Name(self, number):
        for name, value in self._values.items():
            if value == number:
                return name
        raise ValueError(f"Enum has no name defined for value {number!r}")

    def Value(self, name):
        if name in self._values:
            return self._values[name]
        raise ValueError(f"Enum has no value defined for name {name!r}")

    def keys(self):
        return list(self._values)

    def values(self):
        return list(self._values.values())

    def items(self):
        return list(self._values.items())


Status = Enum("STATUS", {
    "UNSPECIFIED": 0, "SLEEP": 1, "DRIVING": 2, "WALKING": 3, "CROWD": 4, "PASSENGER": 5,
    "WAIT_ROUTE": 6, "WAIT_BUS": 7, "RAIL_TRANSIT": 8, "WAIT_TAXI": 9,
})

TripMode = Enum("TRIP_MODE", {
    "UNSPECIFIED": 0, "WALK_ONLY": 1, "DRIVE_ONLY": 2, "BUS_WALK": 4, "BIKE_WALK": 5,
    "TAXI": 6, "SUBWAY_WALK": 7, "BUS_SUBWAY_WALK": 8, "PASSENGER": 9,
})
