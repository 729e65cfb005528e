"""docs/claims.md: its claims hold on the board that it speaks of, and no kind of claim is left out."""

import re
from pathlib import Path

import pytest

from explorer.questions import ask, inquire
from explorer.questions.claims import watched
from explorer.subjects import subject
from models.claims import KINDS
from models.documents import read_document
from models.library import Library
from models.packaged import PACKAGED
from models.ruling import read_ruling

PAGE = (Path(__file__).parents[2] / "docs" / "claims.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```yaml\n(.*?)^```", PAGE, re.S | re.M)


@pytest.mark.parametrize("example", EXAMPLES, ids=range(len(EXAMPLES)))
def test_the_claims_hold(example):
    """On the board of A46."""
    library = Library()
    about = subject("A46", library)
    ruling = (PACKAGED / "rulings" / "A46.yaml").read_text(encoding="utf-8").split("claims:\n")[0]
    (case,) = read_ruling(read_document(f"{ruling}claims:\n{example}", "page"), library).cases
    watching = [what for claim in case.claims for what in watched(claim)]
    inquiry = inquire(case.board, library, about.ruleset, watching=watching)
    assert case.claims
    assert [str(claim) for claim in case.claims if not ask(inquiry, claim).holds] == []


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_told(kind):
    """By its name, or by that of the player whom it may name."""
    general = re.sub("turn player|opponent", "PLAYER", kind)
    assert f"`{general}: " in PAGE or f"`{general}`" in PAGE or f"- {general}: " in PAGE
