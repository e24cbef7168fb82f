"""Names of columns, as in scikit-mobility."""

DATETIME, LATITUDE, LONGITUDE, UID, TID = "datetime", "lat", "lng", "uid", "tid"
LEAVING_DATETIME = "leaving_datetime"
ORIGIN, DESTINATION, FLOW, TILE_ID = "origin", "destination", "flow", "tile_ID"
RELEVANCE, TOT_OUTFLOW, CLUSTER, LOCATION = "relevance", "tot_outflow", "cluster", "location"
