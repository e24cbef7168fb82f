"""Groups of POI categories (group -> categories). Empty until the host is told the city's."""

POI_CATG_DICT = {}
