"""What one asks of a searched board: outcomes, claims, best play, verdicts on rulings, and what two
rulesets make of it."""

from explorer.questions.best import BestPlay, best_play
from explorer.questions.claims import ClaimAnswer, ask
from explorer.questions.compare import ComparedBoard, Comparison, Likeness, compare, compare_corpus
from explorer.questions.inquiry import Inquiry, PlayedStep, inquire, narrated, told
from explorer.questions.outcomes import OutcomeAnswer, outcomes
from explorer.questions.secure import Secured, secured
from explorer.questions.strategies import Strategy, forcing, optimal
from explorer.questions.verdicts import CaseAnswer, RulingAnswer, Verdict, check_case, check_ruling

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
    "ask",
    "best_play",
    "check_case",
    "check_ruling",
    "compare",
    "compare_corpus",
    "forcing",
    "inquire",
    "narrated",
    "optimal",
    "outcomes",
    "secured",
    "told",
]
