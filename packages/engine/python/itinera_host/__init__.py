"""The bridge between `asbench` and Python agents. Standard library only, Python 3.9 and later."""
