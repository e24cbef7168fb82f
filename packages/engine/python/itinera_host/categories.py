"""Groups of POI categories (group -> categories). Empty until the host receives the city's categories."""

POI_CATG_DICT = {}
