"""Explanations: how each line of a file was understood, told back from what was read."""

from reports.explanations.entries import Entry
from reports.explanations.files import explained
from reports.explanations.shown import document, lines

__all__ = ["Entry", "document", "explained", "lines"]
