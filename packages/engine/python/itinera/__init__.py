"""The inside of the bridge between `asbench` and agents written in Python. Standard library only, Python 3.9 and later."""
