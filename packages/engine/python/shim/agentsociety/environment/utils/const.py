from itinera.categories import POI_CATG_DICT

__all__ = ["POI_CATG_DICT"]
