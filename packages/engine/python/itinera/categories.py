"""Groups of POI categories (group -> categories). Empty until the host receives those of the city."""

POI_CATG_DICT = {}
