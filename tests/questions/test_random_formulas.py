"""Formulas on random systems with cycles: the textbook's sets, and plays that are what they are shown for."""

from hypothesis import given, settings
from hypothesis import strategies as st

from explorer.questions.formulas import EVERYBODY, guardians
from explorer.questions.witnesses import found
from explorer.search.explore import Limits
from models.formula import Along, Denied, Formula, Happens, Joined, Link, Over, Path, Quantifier, Says
from models.phrase import Who
from tests.questions.textbook import Textbook
from tests.questions.tokens import OPPONENT, RULES, TURN, Tokens

MARKS = ("p", "q")


@st.composite
def systems(draw):
    """Up to seven places; each move has a name of its own, and any of the marks."""
    count = draw(st.integers(1, 7))
    names = [f"place {i}" for i in range(count)]
    marks = st.frozensets(st.sampled_from(MARKS))
    moves, marked = {}, {name: draw(marks) for name in names}
    for name in names:
        by = draw(st.sampled_from((TURN, OPPONENT, RULES)))
        ways = tuple(
            (f"{name}, {i}", there) for i, there in enumerate(draw(st.lists(st.sampled_from(names), max_size=3)))
        )
        moves[name] = by, ways
        marked |= {event: draw(marks) for event, _ in ways}
    return Tokens(moves, marked)


def joined(parts):
    return st.builds(Denied, parts) | st.builds(Joined, st.sampled_from(Link), parts, parts)


STEPS = st.recursive(st.builds(Happens, st.sampled_from(MARKS)), joined, max_leaves=3)
PLAYERS = st.lists(st.sampled_from((Who.TURN, Who.OPPONENT)), unique=True).map(tuple)
ONE = st.sampled_from((Along.EVENTUALLY, Along.ALWAYS, Along.NEXT))
TWO = st.sampled_from((Along.UNTIL, Along.UNLESS))


def paths(states):
    spots = states | STEPS
    quantifier = st.sampled_from(Quantifier)
    return st.builds(Path, quantifier, ONE, spots, st.none(), PLAYERS) | st.builds(
        Path, quantifier, TWO, spots, spots, PLAYERS
    )


STATES = st.recursive(
    st.builds(Says, st.sampled_from(MARKS)) | st.just(Over()), lambda parts: joined(parts) | paths(parts), max_leaves=6
)


def textbook(tokens: Tokens) -> Textbook:
    graph = tokens.graph()
    return Textbook(graph, tokens.says(graph), tokens.happens(graph))


@settings(max_examples=500)
@given(systems(), STATES)
def test_formulas_hold_where_the_textbook_says(tokens, formula):
    formulas = tokens.formulas()
    expected = {number for _, number in textbook(tokens).sat(formula)}
    assert formulas.where(formula, sure=True) == expected
    assert formulas.where(formula, sure=False) == expected
    assert formulas.holds(formula) is (0 in expected)


@settings(max_examples=300)
@given(systems(), STATES, st.integers(1, 6))
def test_what_a_partial_graph_decides_is_so(tokens, formula, states):
    """And a complete one decides all."""
    formulas = tokens.formulas(Limits(states=states))
    truth = formulas.holds(formula)
    if formulas.graph.complete:
        assert truth is not None
    assert truth in (None, ("state", 0) in textbook(tokens).sat(formula))


@settings(max_examples=500)
@given(systems(), paths(STATES))
def test_a_play_is_what_it_is_shown_for(tokens, formula):
    """It starts at the start, its steps fit, and on it what is said of a play is so, or is not, as the whole is."""
    formulas = tokens.formulas()
    graph, naive = formulas.graph, textbook(tokens)
    finding = found(formulas, formula)
    row: list[tuple[str, int]] = [("state", 0)]
    for edge in finding.play:
        assert edge in graph.edges(row[-1][1])
        row += [("step", edge), ("state", graph.targets[edge])]
    whole = not graph.edges(row[-1][1])
    if finding.repeats is not None:
        assert row[-1] == row[2 * finding.repeats]
        assert finding.repeats < len(finding.play)
        whole = True
    deciding = guardians(formula) if finding.holds else EVERYBODY - guardians(formula)
    if deciding:
        assert _is_so(naive, formula, row, whole=whole) is finding.holds
    else:
        assert finding.play == []


def _is_so(naive: Textbook, formula: Path, row, *, whole: bool) -> bool | None:
    """Whether what the formula says of a play is so on one that begins with the row; None if that is not decided yet."""
    aim, kind = naive.sat(formula.aim), naive.kind(formula.aim)
    if formula.along is Along.NEXT:
        following = row[1:2] if kind is naive.steps else row[2:3]
        return following[0] in aim if following else False if whole else None
    if formula.along is Along.ALWAYS:
        if any(node in kind and node not in aim for node in row):
            return False
        return True if whole else None
    kept = naive.all if formula.keeps is None else naive.sat(formula.keeps) | (naive.all - naive.kind(formula.keeps))
    for node in row:
        if node in aim:
            return True
        if node not in kept:
            return False
    return formula.along is Along.UNLESS if whole else None


@settings(max_examples=200)
@given(systems(), STATES)
def test_every_finding_has_a_play_that_can_be_played(tokens: Tokens, formula: Formula):
    """Also of joined and nested formulas."""
    formulas = tokens.formulas()
    finding = found(formulas, formula)
    state = 0
    passed = [state]
    for edge in finding.play:
        assert edge in formulas.graph.edges(state)
        state = formulas.graph.targets[edge]
        passed.append(state)
    if finding.repeats is not None:
        assert passed[finding.repeats] == passed[-1]
    assert finding.holds is formulas.holds(formula)
    assert found(formulas, formula, wanted=False).holds is not finding.holds
