"""What one asks of a searched board: outcomes, claims, best play, verdicts on rulings, and what two
rulesets make of it.

A question is loaded when it is asked for, but for the outcomes, whose module is called like its function.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from explorer.questions.outcomes import OutcomeAnswer, outcomes

if TYPE_CHECKING:
    from explorer.questions.best import BestPlay, best_play
    from explorer.questions.claims import ClaimAnswer, ask
    from explorer.questions.compare import ComparedBoard, Comparison, Likeness, compare_corpus
    from explorer.questions.inquiry import Inquiry, PlayedStep, inquire, narrated, told
    from explorer.questions.secure import Secured, secured
    from explorer.questions.strategies import Strategy, forcing, optimal
    from explorer.questions.verdicts import CaseAnswer, RulingAnswer, Verdict, check_case, check_ruling
    from explorer.questions.walk import Walk

__all__ = [
    "BestPlay",
    "CaseAnswer",
    "ClaimAnswer",
    "ComparedBoard",
    "Comparison",
    "Inquiry",
    "Likeness",
    "OutcomeAnswer",
    "PlayedStep",
    "RulingAnswer",
    "Secured",
    "Strategy",
    "Verdict",
    "Walk",
    "ask",
    "best_play",
    "check_case",
    "check_ruling",
    "compare_corpus",
    "forcing",
    "inquire",
    "narrated",
    "optimal",
    "outcomes",
    "secured",
    "told",
]

_HOME = {
    "BestPlay": "best",
    "CaseAnswer": "verdicts",
    "ClaimAnswer": "claims",
    "ComparedBoard": "compare",
    "Comparison": "compare",
    "Inquiry": "inquiry",
    "Likeness": "compare",
    "PlayedStep": "inquiry",
    "RulingAnswer": "verdicts",
    "Secured": "secure",
    "Strategy": "strategies",
    "Verdict": "verdicts",
    "Walk": "walk",
    "ask": "claims",
    "best_play": "best",
    "check_case": "verdicts",
    "check_ruling": "verdicts",
    "compare_corpus": "compare",
    "forcing": "strategies",
    "inquire": "inquiry",
    "narrated": "inquiry",
    "optimal": "strategies",
    "secured": "secure",
    "told": "inquiry",
}


def __getattr__(name: str) -> Any:
    """The names above are imported when they are asked for."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
