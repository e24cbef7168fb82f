"""Constants of scikit-mobility."""

from . import constants

__all__ = ["constants"]
