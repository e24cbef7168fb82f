"""Import names of the reference, for agents that were written for it."""
