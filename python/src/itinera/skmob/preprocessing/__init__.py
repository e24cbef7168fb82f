"""Filtering, compression, stay locations and clusters."""

from . import clustering, compression, detection, filtering

__all__ = ["clustering", "compression", "detection", "filtering"]
