"""Cards: entries to records, versions by day, effects in phrases, and what no card's entry may say."""

from __future__ import annotations

import datetime

import pytest

from models.card import read_card
from models.phrase import Coin, Event, Happened, Place, Span, Who

DAY = datetime.date(2013, 6, 1)

TOKEN = "name: T\nja: 札\nkind: token\n"
TRAP = "name: T\nja: 罠\nkind: normal trap\npasscode: 1\n"


@pytest.fixture
def card(node):
    """Reads a card from what is said beside its name, kind and passcode."""
    return lambda said="", head=TRAP: read_card(node(head + said))


@pytest.fixture
def effect(card):
    """Reads the only effect of a card from its lines."""

    def read(*lines):
        said = "effects:\n  - " + "\n    ".join(lines) + "\n"
        return card(said).effects_on(DAY)[0]

    return read


def test_a_monster_has_what_is_printed_on_it(card):
    head = "name: M\nja: 獣\nkind: effect monster\npasscode: 97268402\n"
    said = (
        "attribute: LIGHT\ntype: Sea Serpent\nlevel: 1\natk: 0\ndef: '?'\ntuner: yes\nseries: [A, B]\nalso called: N\n"
    )
    found = card(said, head)
    assert (found.name, found.ja, found.passcode) == ("M", "獣", 97268402)
    assert (found.attribute, found.race, found.level) == ("LIGHT", "Sea Serpent", 1)
    assert (found.attack, found.defense, found.tuner) == (0, None, True)
    assert (found.series, found.also) == (("A", "B"), ("N",))
    assert found.effects_on(DAY) == ()


@pytest.mark.parametrize(
    ("kind", "monster", "spell", "trap", "speed"),
    [
        ("normal monster", True, False, False, 1),
        ("spirit monster", True, False, False, 1),
        ("token", True, False, False, 1),
        ("normal spell", False, True, False, 1),
        ("quick-play spell", False, True, False, 2),
        ("field spell", False, True, False, 1),
        ("continuous trap", False, False, True, 2),
        ("counter trap", False, False, True, 3),
    ],
)
def test_kinds_and_spell_speeds(card, *, kind, monster, spell, trap, speed):
    found = card("", f"name: A\nja: い\nkind: {kind}\npasscode: 1\n")
    assert (found.is_monster, found.is_spell, found.is_trap, found.spell_speed) == (monster, spell, trap, speed)


def test_the_extra_deck(card):
    assert card("", "name: A\nja: い\nkind: xyz monster\npasscode: 1\n").from_extra_deck
    assert not card("", TOKEN).from_extra_deck


@pytest.mark.parametrize(
    ("said", "head", "says", "at"),
    [
        ("", "name: A\nja: い\nkind: effect monster\n", "a card needs the key 'passcode'", (1, 1)),
        ("", "ja: い\nkind: token\n", "a card needs the key 'name'", (1, 1)),
        ("", "name: A\nkind: token\n", "a card needs the key 'ja'", (1, 1)),
        ("", "name: A\nja: い\nkind: efect monster\n", "'efect monster' is not allowed here", (3, 7)),
        ("pascode: 1\n", TOKEN, "a card has no key 'pascode'", (4, 1)),
        ("passcode: 0x1\n", TOKEN, "'0x1' is no such number", (4, 11)),
        ("attribute: light\n", TOKEN, "'light' is not allowed here", (4, 12)),
        ("type: Sea-Serpent\n", TOKEN, "'Sea-Serpent' is not allowed here", (4, 7)),
        ("level: 14\n", TOKEN, "'14' is no such number", (4, 8)),
        ("atk: -1\n", TOKEN, "'-1' is no such number", (4, 6)),
        ("level: 4\n", TRAP, "a normal trap has no 'level'", (5, 1)),
        ("effects: []\nversions: []\n", TRAP, "'effects' beside 'versions'", (5, 1)),
        ("", 'name: "a\\nb"\nja: い\nkind: token\n', "a card's name is one line", (1, 8)),
        ("also called: [[a]]\n", TRAP, "a list where a card's name should be", (5, 15)),
    ],
)
def test_what_no_card_says(refused, card, *, said, head, says, at):
    refused(lambda: card(said, head), says, at)


def test_a_near_word_is_proposed(refused, card):
    refused(lambda: card("attribute: light\n", TOKEN), "", (4, 12), near=("LIGHT",))
    refused(lambda: card("pascode: 1\n", TOKEN), "", (4, 1), near=("passcode",))
    head = "name: A\nja: い\nkind: efect monster\n"
    refused(lambda: card("", head), "", (3, 7), near=("effect monster",))


# ---- versions ----


VERSIONS = """\
versions:
  - until: 2014-07-09
    effects: [effect: destroy this card]
  - from: 2014-07-10
    until: 2019-12-31
    effects: []
  - from: 2020-01-01
    effects: [{may: destroy this card}, {must: destroy this card}]
"""


@pytest.mark.parametrize(
    ("day", "number"),
    [("1999-01-01", 1), ("2014-07-09", 1), ("2014-07-10", 0), ("2019-12-31", 0), ("2020-01-01", 2), ("2100-01-01", 2)],
)
def test_the_day_picks_the_text(card, day, number):
    """Days are inclusive on both ends."""
    assert len(card(VERSIONS).effects_on(datetime.date.fromisoformat(day))) == number


@pytest.mark.parametrize(
    ("second", "says", "at", "expected"),
    [
        ("from: 2014-07-11", "a gap between two versions", (8, 11), "from: 2014-07-10"),
        ("from: 2014-07-09", "two versions overlap", (8, 11), "from: 2014-07-10"),
        ("from: 2014-07-10\n    until: 2015-01-01", "the last version cannot end", (9, 5), None),
        ("from: 2014-07-10\n    until: 2014-01-01", "ends before it begins", (9, 5), None),
        ("until: 2020-01-01", "a later version needs its first day", (8, 5), "from: 2014-07-10"),
        ("from: soon", "'soon' is not a day", (8, 11), "a day as 2014-07-09"),
    ],
)
def test_versions_follow_one_another(refused, card, *, second, says, at, expected):
    said = f"versions:\n  - until: 2014-07-09\n    effects: []\n  - {second}\n    effects: []\n"
    refused(lambda: card(said), says, at, expected=(expected,) if expected else ())


def test_a_version_that_another_follows_must_end(refused, card):
    said = "versions:\n  - effects: []\n  - from: 2014-07-10\n    effects: []\n"
    refused(lambda: card(said), "another version follows this one", (6, 5), expected=("until: ...",))


def test_a_card_has_some_version(refused, card):
    refused(lambda: card("versions: []\n"), "no version of the card's text", (5, 1))
    refused(lambda: card("versions: [{from: 2014-07-10}]\n"), "a version needs the key 'effects'", (5, 12))


def test_effects_are_read_when_they_are_asked_for(refused, card):
    """An error in a phrase shows on first use, or on check."""
    found = card("effects: [must: destroy this crad]\n")
    error = refused(found.check, "cannot go on", (5, 25))
    assert error.position.text == "effects: [must: destroy this crad]"
    good = card("effects: [must: destroy this card]\n")
    assert good.effects_on(DAY) is good.effects_on(DAY)


# ---- effects ----


def test_a_mandatory_end_phase_effect(effect):
    found = effect(
        "during: your End Phase",
        "if: this card was Normal Summoned without Tributing",
        "must: send this card to the GY",
    )
    assert found.mandatory
    assert found.during is not None
    assert found.during.whose == Who.YOU
    assert found.trigger is None
    (condition,) = found.conditions
    assert isinstance(condition, Happened)
    assert condition.event.kind == "Normal Summoned"
    assert [option.verb for step in found.steps for option in step.options] == ["send"]
    assert (found.chain, found.quick, found.once, found.place) == (True, False, "", None)


def test_an_optional_effect_with_a_cost(effect):
    found = effect(
        "during: your End Phase",
        "if: [heads]",
        "cost: send 2 monsters you control to the GY",
        "may: [destroy this card, 'destroy this card, then destroy this card']",
        "from: GY",
        "once per turn: by name",
        "quick effect: no",
    )
    assert not found.mandatory
    assert found.conditions == (Coin("heads"),)
    assert len(found.cost) == 1
    assert len(found.steps) == 3
    assert (found.place, found.once, found.quick) == (Place.GRAVEYARD, "by name", False)


@pytest.mark.parametrize(
    ("key", "does", "misses"), [("when", "may", True), ("when", "must", False), ("if", "may", False)]
)
def test_when_you_can_misses_its_timing(effect, key, does, misses):
    found = effect(f"{key}: this card is sent to the GY", f"{does}: destroy this card")
    assert isinstance(found.trigger, Event)
    assert found.trigger.place_to == Place.GRAVEYARD
    assert found.misses is misses


def test_an_event_and_conditions_go_together(effect):
    found = effect("when: this card is destroyed", "if: [heads, tails]", "may: destroy this card")
    assert isinstance(found.trigger, Event)
    assert found.conditions == (Coin("heads"), Coin("tails"))


def test_what_an_effect_leaves_and_what_it_applies(effect):
    left = effect(
        "target: 1 face-up monster your opponent controls",
        "leaves: [the target is negated until the End Phase]",
    )
    assert left.target is not None
    assert left.target.filter.who == Who.FOE
    assert [lasting.span for lasting in left.leaves] == [Span.END_PHASE]
    applied = effect("applies: cards cannot be banished", "if: heads")
    assert [rule.kind for rule in applied.applies] == ["cannot be banished"]


def test_what_happens_by_itself_while_something_holds(effect):
    found = effect("while: heads", "must: destroy this card")
    assert found.state
    assert found.conditions == (Coin("heads"),)
    assert not effect("if: heads", "must: destroy this card").state


def test_an_item_that_starts_no_chain(effect):
    assert not effect("during: your End Phase", "must: destroy this card", "without a chain: yes").chain
    assert effect("during: your End Phase", "must: destroy this card", "without a chain: no").chain


@pytest.mark.parametrize(
    ("lines", "says", "at"),
    [
        (["must: destroy this card", "may: destroy this card"], "'may' beside 'must'", (7, 5)),
        (["effect: destroy this card", "may: destroy this card"], "'effect' beside 'may'", (6, 5)),
        (["applies: cards cannot be banished", "must: destroy this card"], "'must' beside 'applies'", (7, 5)),
        (["while: heads", "may: destroy this card"], "'while' without 'must'", (6, 5)),
        (["while: heads", "must: destroy this card", "cost: destroy this card"], "'cost' beside 'while'", (8, 5)),
        (["while: heads", "applies: cards cannot be banished"], "'while' beside 'applies'", (6, 5)),
        (["during: your End Phase", "effect: destroy this card"], "'during' without 'must' or 'may'", (6, 5)),
        (["during: your End Phase"], "'during' without 'must' or 'may'", (6, 5)),
        (["cost: destroy this card"], "'cost' without", (6, 5)),
        (["target: 1 monster"], "'target' without", (6, 5)),
        (["if: heads"], "an effect that does nothing", (6, 5)),
        (["when: heads", "may: destroy this card"], "a condition belongs under 'if'", (6, 11)),
        (
            ["when: this card is destroyed", "if: [heads, this card is banished]", "may: destroy this card"],
            "an effect has one event",
            (7, 17),
        ),
        (["must: []"], "nothing where a phrase should be", (6, 11)),
        (["must: destroy this card", "from: Deck"], "'Deck' is not allowed here", (7, 11)),
        (["may: destroy this card", "once per turn: yes"], "'yes' is not allowed here", (7, 20)),
        (["may: destroy this card", "quick effect: maybe"], "'maybe' is not allowed here", (7, 19)),
        (
            ["may: destroy this card", "quick effect: yes", "without a chain: yes"],
            "'without a chain' beside 'quick effect'",
            (8, 5),
        ),
        (["mut: destroy this card"], "an effect has no key 'mut'", (6, 5)),
        (["must: destroy this crad"], "cannot go on with 'this'", (6, 19)),
        (["must: destroy", "  this crad"], "cannot go on with 'this'", (7, 7)),
    ],
)
def test_senseless_effects(refused, effect, lines, says, at):
    refused(lambda: effect(*lines), says, at)


def test_an_effect_is_a_mapping(refused, card):
    refused(card("effects: [draw]\n").check, "'draw' where an effect should be", (5, 11))
