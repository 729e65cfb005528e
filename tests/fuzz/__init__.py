"""Hostile input: whatever is read, it ends in a result or in one refusal that points at a place.

`python -m tests.fuzz N SEED` puts N inputs before all readers, in one process, and prints what became of them.
"""
