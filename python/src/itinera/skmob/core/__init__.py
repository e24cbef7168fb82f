"""Data frames of trajectories and flows."""

from .flowdataframe import FlowDataFrame
from .trajectorydataframe import TrajDataFrame

__all__ = ["FlowDataFrame", "TrajDataFrame"]
