"""Finds the method that is meant to be `forward`: without one, the base decides at random, and a typing error would go unseen."""

import difflib

_HOOK = "forward"


def meant_forward(methods):
    """Returns the name that is probably meant to be `forward`; None if there is a `forward`, or no name is like it.

    Names that begin with _ are the agent's own business.
    """
    plain = {name.lower(): name for name in methods if not name.startswith("_")}
    found = [] if _HOOK in methods else difflib.get_close_matches(_HOOK, plain, n=1, cutoff=0.8)
    return plain[found[0]] if found else None
