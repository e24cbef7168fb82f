import logging
import sys

__all__ = ["get_logger", "set_logger_level"]


class _ToPerson(logging.StreamHandler):
    """Writes to the log of the running person, like `print`."""

    def __init__(self):
        super().__init__()
        self.setFormatter(logging.Formatter("%(levelname)s %(message)s"))

    def emit(self, record):
        self.stream = sys.stdout
        super().emit(record)


_logger = logging.getLogger("agentsociety")
_logger.setLevel(logging.INFO)
_logger.propagate = False
_logger.addHandler(_ToPerson())


def get_logger():
    return _logger


def set_logger_level(level):
    """`DEBUG`, `INFO`, `WARNING`, `ERROR` or `CRITICAL`."""
    _logger.setLevel(level.upper())
