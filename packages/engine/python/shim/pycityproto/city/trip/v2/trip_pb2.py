from itinera.enums import TripMode

globals().update(TripMode.items())
