from itinera.enums import Status

globals().update(Status.items())
