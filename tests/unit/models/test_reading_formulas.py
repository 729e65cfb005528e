"""Formulas: what binds how strongly, what may be written together, and where a step may stand."""

from __future__ import annotations

import pytest

from models.errors import InputError, Position
from models.formula import (
    Along,
    Denied,
    Formula,
    Happens,
    Joined,
    Over,
    Path,
    Quantifier,
    Says,
    conditions,
)
from models.grammar import read_formula
from models.phrase import Exists, Life, Who, Wins

NAMES = {name: name for name in ("Iron Golem", "Wall of Brass", "F")}


def read(text: str) -> Formula:
    return read_formula(text, Position("f", 3, 5, f"    {text}"), NAMES)


def told(formula: Formula) -> str:
    """The formula with every bracket, a letter for each atom."""
    match formula:
        case Says(Wins(Who.ANY)):
            return "draw"
        case Says(Wins(who)):
            return who.value[:2]
        case Says(Life()):
            return "life"
        case Says(Exists(cards)):
            return cards.names[0].split()[0]
        case Over():
            return "over"
        case Happens(moment):
            return f"step {moment.kind}"
        case Denied(part):
            return f"not({told(part)})"
        case Joined(link, left, right):
            return f"({told(left)} {link} {told(right)})"
        case Path(quantifier, along, aim, None, players):
            return f"{quantifier}{list(map(str, players)) if players else ''}{along}({told(aim)})"
        case Path(quantifier, along, aim, keeps, players):
            return f"{quantifier}{list(map(str, players)) if players else ''}({told(keeps)} {along} {told(aim)})"
    raise AssertionError(formula)


DRAW, TURN, OPPONENT = "the duel is a draw", "the turn player wins", "the opponent wins"


@pytest.mark.parametrize(
    ("text", "means"),
    [
        (f"not {DRAW} and {TURN}", "(not(draw) and tu)"),
        (f"{DRAW} and {TURN} or {OPPONENT}", "((draw and tu) or op)"),
        (f"{DRAW} or {TURN} and {OPPONENT}", "(draw or (tu and op))"),
        (f"{DRAW} and ({TURN} or {OPPONENT})", "(draw and (tu or op))"),
        (f"{DRAW} or {TURN} -> {OPPONENT}", "((draw or tu) -> op)"),
        (f"{DRAW} -> {TURN} -> {OPPONENT}", "(draw -> (tu -> op))"),
        (f"({DRAW} -> {TURN}) -> {OPPONENT}", "((draw -> tu) -> op)"),
        (f"{DRAW} <-> {TURN} -> {OPPONENT}", "(draw <-> (tu -> op))"),
        (f"!{DRAW} & {TURN} | {OPPONENT}", "((not(draw) and tu) or op)"),
        (f"E F {DRAW} and {TURN}", "(EF(draw) and tu)"),
        (f"E F ({DRAW} and {TURN})", "EF((draw and tu))"),
        (f"not A G {DRAW} or {TURN}", "(not(AG(draw)) or tu)"),
    ],
)
def test_what_binds_how_strongly(text, means):
    """``not`` and the temporal operators first, then and, or, ->, <->."""
    assert told(read(text)) == means


@pytest.mark.parametrize("quantifier", ["E", "A"])
@pytest.mark.parametrize("along", ["F", "G", "X"])
def test_letters_may_be_written_together(quantifier, along):
    apart, together = read(f"{quantifier} {along} {DRAW}"), read(f"{quantifier}{along} {DRAW}")
    assert apart == together == Path(Quantifier(quantifier), Along(along), Says(Wins(Who.ANY)))
    assert read(f"{quantifier}{along}({DRAW})") == apart


@pytest.mark.parametrize(
    ("text", "means"),
    [
        (f"E ({DRAW} U {TURN})", "E(draw U tu)"),
        (f"A({DRAW} W {TURN})", "A(draw W tu)"),
        (f"A (not {DRAW} or {TURN} U {OPPONENT} -> {TURN})", "A((not(draw) or tu) U (op -> tu))"),
        (f"AG EF {DRAW}", "AG(EF(draw))"),
        (f"A G E (AX {DRAW} U the End Phase is over)", "AG(E(AX(draw) U over))"),
    ],
)
def test_two_sides_stand_in_brackets(text, means):
    assert told(read(text)) == means


@pytest.mark.parametrize(
    ("players", "means"),
    [
        ("<<turn player>>", "<<>>['turn player']"),
        ("<<the opponent>>", "<<>>['opponent']"),
        ("<< turn player, opponent >>", "<<>>['turn player', 'opponent']"),
        ("<<opponent, opponent>>", "<<>>['opponent']"),
        ("<<>>", "<<>>"),
        ("[[the turn player]]", "[[]]['turn player']"),
        ("[[]]", "[[]]"),
    ],
)
def test_players_who_enforce_or_do_not_prevent(players, means):
    assert told(read(f"{players} F {DRAW}")) == f"{means}F(draw)"
    assert told(read(f"{players}({TURN} U {DRAW})")) == f"{means}(tu U draw)"


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("Iron Golem in GY", "Iron"),
        ("no Iron Golem on the field", "Iron"),
        ("the turn player's life is 1000 or more or Iron Golem banished", "(life or Iron)"),
        ("the turn player's life is 1000 or Iron Golem banished", "(life or Iron)"),
        ("the End Phase is over", "over"),
    ],
)
def test_atoms_are_the_phrases_of_claims(text, means):
    assert told(read(text)) == means


def test_a_card_that_is_called_like_an_operator_stands_in_quotes():
    """And the operator stays one."""
    formula = read('EF "f" in GY')
    assert isinstance(formula, Path)
    assert [condition.cards.names for condition in conditions(formula)] == [("F",)]


def test_a_step_is_a_moment():
    """With everything that a step can have, and nothing of what is before or after it."""
    formula = read(
        "EF step(the turn player must activate Iron Golem in a chain to Wall of Brass after the hand-size adjustment)"
    )
    assert isinstance(formula, Path)
    assert isinstance(formula.aim, Happens)
    moment = formula.aim.moment
    assert (moment.kind, moment.who, moment.must, moment.names) == ("activate", Who.TURN, True, ("Iron Golem",))
    assert (moment.chained_to, moment.adjustment) == (("Wall of Brass",), "after")


STEP = "step(the opponent passes)"


@pytest.mark.parametrize(
    "text",
    [
        f"EF {STEP}",
        f"A G not {STEP}",
        f"AX ({STEP} or not {STEP} and {STEP})",
        f"E (not {STEP} U {STEP})",
        f"E ({DRAW} U {STEP})",
        f"A ({STEP} W {DRAW})",
        f"<<opponent>> F ({STEP} -> {STEP})",
        f"{DRAW} and EF {STEP}",
    ],
)
def test_where_a_step_may_stand(text):
    """Directly under F, G and X, on the sides of U and W; denied, and joined with other steps."""
    assert list(conditions(read(text))) == [Wins(Who.ANY)] * text.count(DRAW)


@pytest.mark.parametrize(
    ("text", "column"),
    [
        (STEP, 1),
        (f"not {STEP}", 5),
        (f"{DRAW} and {STEP}", 24),
        (f"EF ({DRAW} or {STEP})", 27),
        (f"EF ({STEP} -> EX {STEP})", 5),
        (f"E ({DRAW} U {STEP} and {DRAW})", 25),
        (f"EF {STEP} and {STEP}", 34),
    ],
)
def test_where_a_step_may_not_stand(refused, text, column):
    """The error points at it, and says where it may."""
    error = refused(lambda: read(text), "a step where a state should be", (3, 4 + column))
    assert error.expected[0] == "a step directly under F, G or X, or on a side of U or W"


@pytest.mark.parametrize(
    ("text", "says", "column", "words"),
    [
        ("", "an empty phrase", 1, ()),
        (f"F {DRAW}", "cannot go on with 'F'", 1, ("E", "A", "<<", "[[", "not", "step")),
        (f"EFG {DRAW}", "cannot go on with 'EFG'", 1, ("E",)),
        (f"E {DRAW}", "cannot go on with 'the'", 3, ("F", "G", "X", "(")),
        (f"E ({DRAW})", "cannot go on with ')'", 22, ("U", "W")),
        (f"E ({DRAW} U)", "cannot go on with ')'", 24, ("not", "E")),
        (f"EF ({DRAW}", "ends too early", 23, (")",)),
        (f"{DRAW} {TURN}", "cannot go on with 'the'", 20, ("and", "->")),
        (f"<<turn player F {DRAW}", "cannot go on with 'F'", 15, (">>", ",")),
        (f"[[turn player>> F {DRAW}", "cannot go on with '>'", 14, ("]]",)),
        ("EF step(the opponent passes before the turn player passes)", "cannot go on with 'before'", 29, (")",)),
        ("EF step()", "cannot go on with ')'", 9, ("passes", "the opponent")),
        ("EF Iron Golem in the grave", "cannot go on with 'grave'", 22, ()),
    ],
)
def test_what_is_no_formula(refused, text, says, column, words):
    refused(lambda: read(text), says, (3, 4 + column), expected=words)


@pytest.mark.parametrize(
    ("text", "near"), [("<<oponent>> F the duel is a draw", "the opponent"), ("EF step(the opponent pases)", "passes")]
)
def test_a_misspelt_word_gets_a_near_one(text, near):
    with pytest.raises(InputError) as caught:
        read(text)
    assert near in caught.value.near


@pytest.mark.parametrize("text", ["!" * 400 + DRAW, "EF " * 100 + DRAW])
def test_depth_is_bounded(refused, text):
    """Where Python's own stack would end, too, nobody can read any more."""
    refused(lambda: read(text), "a formula nested more than 40 deep", (3, 5))
    assert read(text[-len(DRAW) - 30 :])
