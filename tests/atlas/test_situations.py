"""How a card comes to matter is read off its entry: where it lies, what is said, and which cards it asks for."""

import shutil
from collections import Counter
from pathlib import Path

import pytest

import models
from explorer.atlas.laying import Part, Table
from explorer.atlas.plan import Plan
from explorer.atlas.precedents import precedents
from explorer.atlas.records import records
from explorer.atlas.situations import ITEMS, Situations, Sort
from explorer.atlas.spec import Spec
from explorer.game import Kind
from explorer.questions import inquire
from models.board import Zone
from models.errors import InputError
from models.library import Library
from models.phrase import Who
from tests.atlas.sets import LIBRARY

SITUATIONS = Situations(LIBRARY, precedents(LIBRARY))
TABLE = Table(LIBRARY)
EVERY = [one for card in LIBRARY.cards for one in SITUATIONS.of(card)]


def of(name):
    """The situations of a card by how they are told."""
    return {one.told: one for one in SITUATIONS.of(LIBRARY.card(name))}


def text(situation, who=Who.TURN):
    """The board of a situation alone, as a file has it."""
    return TABLE.laid([Part(situation, who)]).text


def test_a_spirit_is_due_however_it_came():
    """Normal Summoned or flipped face-up it does the same, so that one situation stands for both."""
    assert text(of("Asura Priest")["due"]) == "turn player:\n  monsters: [{Asura Priest: Normal Summoned}]\n"
    assert [*of("Asura Priest")] == ["due"]


def test_a_coin_a_cost_and_whose_end_phase():
    """The World shows heads, has two monsters to send, and is due in its player's own End Phase."""
    due = of("Arcana Force XXI - The World")["due"]
    assert (due.user, due.says, [need.zone for need in due.needs]) == (Who.TURN, ("heads",), [Zone.MONSTERS] * 2)
    assert not due.can_be_of(Who.OPPONENT)


def test_what_was_done_this_turn_is_told_of_the_player():
    assert of("Justice of Prophecy")["due"].deeds == ('activated a "Spellbook" Spell',)


def test_a_grave_a_hand_and_a_place_among_the_banished():
    places = {name: of(name)["due"].zone for name in ("T.G. Striker", "D.D. Scout Plane", "Clear World")}
    places["Dandylion"] = of("Dandylion")["discarded"].zone
    assert places == {
        "T.G. Striker": Zone.GRAVEYARD,
        "D.D. Scout Plane": Zone.BANISHED,
        "Clear World": Zone.FIELD,
        "Dandylion": Zone.HAND,
    }


def test_control_is_lent_of_the_other_players_monster():
    assert text(of("Brain Control")["lingers"]) == (
        "turn player:\n  monsters: [{Blue-Eyes White Dragon: owner opponent}]\n"
        "lingering:\n  - {card: Brain Control, by: turn player, on: [Blue-Eyes White Dragon]}\n"
    )


def test_a_ruling_shows_what_an_entry_does_not_tell():
    """Rekindling says nothing of its monsters: a ruling of the library has laid it on this one."""
    assert of("Rekindling")["lingers"].subject.name == "Flamvell Firedog"


def test_what_stays_on_the_field_ends_there():
    """Of a Spell that is to be destroyed in this End Phase the affected card is the Spell itself."""
    assert "spells and traps: [Swords of Revealing Light]" in text(of("Swords of Revealing Light")["lingers"])


def test_how_many_there_are():
    assert Counter(one.sort for one in EVERY) == {
        Sort.DUE: 104,
        Sort.LINGERS: 80,
        Sort.DISCARDED: 14,
        Sort.STANDS: 55,
        Sort.QUICK: 69,
    }
    assert len({one.card for one in EVERY if one.sort in ITEMS}) == 186


ALONE = {
    "Armed Dragon LV5 (due)": "the library has no Armed Dragon LV7",
    "D.D. Survivor (due)": "no board can say whose field it was banished from",
    "Horus the Black Flame Dragon LV6 (due)": "the library has no Horus the Black Flame Dragon LV8",
    "Number iC1000: Numerounius Numerounia (due)": "the rules look at it as the turn ends; nobody does anything",
    "Titaniklad the Ash Dragon (due)": "the library has no Dogmatika monster",
}


@pytest.mark.parametrize("situation", [one for one in EVERY if one.sort in ITEMS], ids=str)
def test_an_item_is_due(situation):
    """Laid alone, somebody does something with the card, under some ruleset; but for five, of which it is said why not."""
    assert any(map(acts, boards(situation))) is (str(situation) not in ALONE)


def boards(situation):
    """The board of a situation on either side under each day's rules."""
    for who in (Who.TURN, Who.OPPONENT):
        if situation.can_be_of(who):
            board = TABLE.laid([Part(situation, who)]).board
            yield from ((situation.card, board, ruleset) for ruleset in ("ocg", "ocg-2013"))


def acts(asked):
    """Whether some play does something with the card."""
    card, board, ruleset = asked
    try:
        graph = inquire(board, LIBRARY, LIBRARY.ruleset(ruleset)).graph
    except InputError:
        return False
    happenings = {graph.event(edge) for edge in range(len(graph.labels))}
    return any(one.card == card and one.kind in (Kind.ACTIVATE, Kind.CHAIN, Kind.PROCESS) for one in happenings)


NEW = """\
- name: Newcomer of the Evening
  ja: 宵の新入り
  passcode: 99999999
  kind: effect monster
  attribute: WATER
  type: Aqua
  level: 4
  atk: 1000
  def: 1000
  effects:
    - during: the End Phase
      if: this card was Normal Summoned this turn
      target: 1 monster your opponent controls
      must: destroy the target
"""


def test_a_new_card_joins_by_itself(tmp_path):
    """An entry in a library's folder is enough: its boards have it Normal Summoned, and a monster for it to destroy."""
    folder = tmp_path / "library"
    shutil.copytree(Path(models.__file__).parent, folder, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    (folder / "cards" / "newcomers.yaml").write_text(NEW, encoding="utf-8")
    library = Library(folder=folder)
    assert "Newcomer of the Evening" in Plan(Spec(), library).cards
    assert "Newcomer of the Evening" not in Plan(Spec(), LIBRARY).cards
    plan = Plan(Spec(cards=("Newcomer of the Evening", "Mist Archfiend"), rulesets=("ocg",)), library)
    found = next(one for one in records(plan, 0, len(plan)) if len(set(one.cards)) == 2)
    assert found.board == "Mist Archfiend (due) of turn player + Newcomer of the Evening (due) of opponent"
    assert found.acting == ["Mist Archfiend", "Newcomer of the Evening"]
    assert len(found.outcomes) == 2
