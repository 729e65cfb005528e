"""Paraphrase: what a phrase was understood as, told back in plain words from its parsed form.

Nothing of the phrase's own wording is used, so that what is told is what the tool will do.
"""

from reports.paraphrase.conditions import condition, event
from reports.paraphrase.effects import Aspect, aspects
from reports.paraphrase.plays import claim, moment, wish

__all__ = ["Aspect", "aspects", "claim", "condition", "event", "moment", "wish"]
