"""Models of flows and of people who move."""

from . import epr, gravity, markov_diary_generator, radiation

__all__ = ["epr", "gravity", "markov_diary_generator", "radiation"]
