"""Measures of individuals and of places."""

from . import collective, individual

__all__ = ["collective", "individual"]
