"""The schemas say what the readers take: every file of the package fits, and what a schema can tell to be wrong does not."""

import datetime
import json
import os
import re
from textwrap import dedent

import jsonschema
import pytest
from ruamel.yaml import YAML

from models.board import bare, read_board
from models.documents import Mapping, read_document
from models.errors import InputError
from models.library import Library
from models.packaged import PACKAGED
from models.ruleset import read_ruleset
from models.ruling import read_case, read_ruling
from models.schemas import KINDS, schema, written
from models.schemas.kinds import FOLDER, named
from models.schemas.vocabulary import pairs
from models.shelf import entries

ROOT = PACKAGED.parent
FOLDERS = {"cards": "cards", "rulings": "ruling", "rulesets": "ruleset"}
FILES = [(path, kind) for folder, kind in FOLDERS.items() for path in sorted((PACKAGED / folder).glob("*.yaml"))] + [
    (PACKAGED / "kinds" / "board.yaml", "board"),
    (PACKAGED / "kinds" / "cards.yaml", "cards"),
    *((path, "board") for folder in ("boards", "findings") for path in sorted((ROOT / "docs" / folder).glob("*.yaml"))),
]


def as_an_editor_has_it(text):
    """The values of a file, as YAML 1.2 in an editor has them: days are text there."""
    yaml = YAML(typ="safe", pure=True)
    yaml.version = (1, 2)
    return plain(yaml.load(text))


def plain(value):
    if isinstance(value, dict):
        return {str(key): plain(one) for key, one in value.items()}
    if isinstance(value, list):
        return [plain(one) for one in value]
    return value.isoformat() if isinstance(value, datetime.date) else value


def faults(kind, text):
    """What the schema of a kind has against a file."""
    found = jsonschema.Draft7Validator(schema(kind)).iter_errors(as_an_editor_has_it(text))
    return [one.message for one in found]


def refused(kind, text, library, folder):
    """Whether the reader refuses a file of a kind."""
    try:
        if kind == "cards":
            path = folder / "cards.yaml"
            path.write_text(text, encoding="utf-8")
            for entry in entries(path):
                entry.card.check()
            return False
        document = read_document(text)
        if kind == "ruling":
            _ = read_ruling(document, library).cases
        elif kind == "ruleset":
            read_ruleset(document, library.clauses, lambda node: library.ruleset(node.text))
        elif isinstance(document, Mapping) and "board" in {key.text for key, _ in document.pairs}:
            read_case(document, ("ocg",), library)
        else:
            read_board(bare(document), library)
    except InputError:
        return True
    return False


@pytest.fixture(scope="module")
def library():
    return Library()


@pytest.mark.parametrize("kind", KINDS)
def test_the_package_has_the_schemas_that_the_readers_make(kind):
    """After a change of a reader: python -m models.schemas."""
    assert (FOLDER / f"{kind}.json").read_text(encoding="utf-8") == written(kind)
    jsonschema.Draft7Validator.check_schema(schema(kind))


@pytest.mark.parametrize(("path", "kind"), FILES, ids=[str(path.relative_to(ROOT)) for path, _ in FILES])
def test_a_file_of_the_project_fits_and_names_its_schema(path, kind):
    text = path.read_text(encoding="utf-8")
    assert faults(kind, text) == []
    assert os.path.normpath(path.parent / named(text)) == str(FOLDER / f"{kind}.json")


def test_there_are_files_to_fit():
    assert len(FILES) > 210


CARD = """\
- name: Iron Golem
  ja: 鉄のゴーレム
  kind: effect monster
  passcode: 1001
  effects:
    - during: your End Phase
      must: draw 1 card
"""
BOARD = """\
board:
  turn player:
    life: 100..8000
    monsters: [{Flamvell Firedog: by Rekindling}]
    spells and traps: [Imperial Iron Wall, {one of: [Royal Decree, nothing], each: set}]
    hand: [Dandylion, 6 unnamed cards]
  lingering:
    - Rekindling by turn player on Flamvell Firedog
claims:
  - possible: Flamvell Firedog banished
"""
RULING = (
    """\
ruling: Own
source: {authority: a judge, answered: 2013}
status: settled
rulesets: [ocg]
"""
    + BOARD
)
RULESET = """\
id: own
title: Our own
day: 2020-01-01
extends: ocg
clauses:
  compelled first: opponent
"""
GOOD = {"cards": CARD, "board": BOARD, "ruling": RULING, "ruleset": RULESET}

WRONG = [
    # an unknown key, a missing one, a word that is none of the known ones
    ("cards", "  passcode", "  pascode"),
    ("cards", "  ja: 鉄のゴーレム\n", ""),
    ("cards", "effect monster", "efect monster"),
    ("cards", "  passcode: 1001\n", ""),
    ("cards", "1001", "0"),
    ("cards", "1001", "one"),
    ("cards", "1001", "1001\n  level: 14"),
    ("cards", "1001", "1001\n  attribute: light"),
    ("cards", "1001", "1001\n  tuner: maybe"),
    ("cards", "effect monster", "normal trap\n  atk: 100"),
    ("cards", "Iron Golem", "I" * 101),
    # keys of an effect that do not go together
    ("cards", "      must: draw 1 card\n", ""),
    ("cards", "must: draw 1 card", "must: draw 1 card\n      may: draw 1 card"),
    ("cards", "must: draw 1 card", "effect: draw 1 card"),
    ("cards", "during: your End Phase", "applies: cards cannot be banished"),
    ("cards", "draw 1 card", "draw 1 card\n      quick effect: yes\n      without a chain: yes"),
    ("cards", "draw 1 card", "draw 1 card\n      mandatory: yes"),
    ("cards", "draw 1 card", "draw 1 card\n      once per turn: twice"),
    ("cards", "draw 1 card", "draw 1 card\n      from: nowhere"),
    ("cards", "must: draw 1 card", "must: []"),
    ("cards", "  effects:", "  versions: []\n  effects:"),
    ("cards", "  effects:\n", "  versions:\n    - from: 2014-07\n      effects: []\n  series:\n"),
    # boards
    ("board", "turn player:\n    life", "turn players:\n    life"),
    ("board", "100..8000", "0"),
    ("board", "100..8000", "many"),
    ("board", "monsters: [{", "monster: [{"),
    ("board", "[{Flamvell Firedog: by Rekindling}]", "[2 unnamed cards]"),
    ("board", "{Flamvell Firedog: by Rekindling}", "{Flamvell Firedog: by Rekindling, Imperial Iron Wall: set}"),
    ("board", "{Flamvell Firedog: by Rekindling}", "{Flamvell Firedog: []}"),
    ("board", "[Royal Decree, nothing]", "[Royal Decree]"),
    ("board", "each: set", "every: set"),
    ("board", "- Rekindling by turn player on Flamvell Firedog", "- {card: Rekindling, on: Flamvell Firedog}"),
    ("board", "- Rekindling by turn player on Flamvell Firedog", "- {card: Rekindling, by: nobody}"),
    ("board", "claims:\n", "assume: Flamvell Firedog banished\nclaims:\n"),
    # claims
    ("board", "possible:", "posible:"),
    ("board", "possible: Flamvell Firedog banished", "outcomes: 0"),
    ("board", "possible: Flamvell Firedog banished", "outcomes: []"),
    ("board", "possible: Flamvell Firedog banished", "{possible: Flamvell Firedog banished, always: the duel is a draw}"),
    ("board", "possible: Flamvell Firedog banished", "best play: {turn player wants: most monsters the turn player controls}"),
    ("board", "possible: Flamvell Firedog banished", "until: {keeps: Flamvell Firedog banished}"),
    ("board", "possible: Flamvell Firedog banished", "after: {line: the turn player passes}"),
    ("board", "possible: Flamvell Firedog banished", "after: {line: [], possible: Flamvell Firedog banished}"),
    ("board", "claims:\n", "wants: {nobody: most monsters the turn player controls}\nclaims:\n"),
    # rulings
    ("ruling", "status: settled", "status: setled"),
    ("ruling", "status: settled\n", ""),
    ("ruling", "status: settled", "status: note"),
    ("ruling", "rulesets: [ocg]", "rulesets: []"),
    ("ruling", "rulesets: [ocg]", "rulesets: [goat]"),
    ("ruling", "answered: 2013", "answered: March 2013"),
    ("ruling", "authority: a judge, ", ""),
    ("ruling", "rulesets: [ocg]", "rulesets: [ocg]\nunmodelled: too hard"),
    ("ruling", BOARD, "claims:\n  - possible: the duel is a draw\n"),
    ("ruling", BOARD, "cases: []\n"),
    ("ruling", BOARD, ""),
    ("ruling", "ruling: Own", "ruling: Own\nasks: {ja: 質問}"),
    # rulesets
    ("ruleset", "day: 2020-01-01", "day: 2020"),
    ("ruleset", "title: Our own\n", ""),
    ("ruleset", "compelled first", "compeled first"),
    ("ruleset", "opponent", "nobody"),
    ("ruleset", "extends: ocg", "extends: goat"),
    ("ruleset", "extends: ocg\n", ""),
    ("ruleset", "opponent", "{value: opponent, cites: the judge}"),
    ("ruleset", "opponent", "{cites: 'the judge, 2013'}"),
]  # fmt: skip


@pytest.mark.parametrize("kind", GOOD)
def test_a_right_file_is_right_to_both(kind, library, tmp_path):
    assert faults(kind, GOOD[kind]) == []
    assert not refused(kind, GOOD[kind], library, tmp_path)


@pytest.mark.parametrize(("kind", "right", "wrong"), WRONG, ids=[f"{kind}: {wrong[:50]!r}" for kind, _, wrong in WRONG])
def test_a_wrong_file_is_wrong_to_both(kind, right, wrong, library, tmp_path):
    assert right in GOOD[kind]
    text = GOOD[kind].replace(right, wrong, 1)
    assert refused(kind, text, library, tmp_path)
    assert faults(kind, text) != []


def test_what_only_the_reader_can_tell(library, tmp_path):
    """A phrase, a name: the schema has nothing against them."""
    for right, wrong in (("banished", "bannished"), ("Royal Decree", "Royal Decre")):
        text = BOARD.replace(right, wrong)
        assert refused("board", text, library, tmp_path)
        assert faults("board", text) == []


def test_a_reader_that_learns_a_key_needs_a_schema_for_it():
    with pytest.raises(ValueError, match=re.escape("['new']")):
        pairs({"old": {}}, allowed=["old", "new"])


def test_every_key_says_in_an_editor_what_it_is_for():
    found = schema("cards")["definitions"]
    for definition in (found["card"], found["effect"]):
        assert all(value.get("description") for value in definition["properties"].values())


def test_a_text_may_look_like_a_number():
    assert faults("board", dedent("turn player:\n  monsters: [7]\n")) == []


def test_schemas_are_small_enough_to_read():
    assert all(len(json.dumps(schema(kind))) < 40_000 for kind in KINDS)
