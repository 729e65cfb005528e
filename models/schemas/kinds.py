"""The schema of each kind of file, of the keys and values that its reader takes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

from models import card, claims, effects, lingering, placing, ruleset, ruling, sides
from models.board import PLAYERS, Zone
from models.errors import InputError, nearest
from models.library import Library
from models.open_values import BOUNDS, OPEN
from models.schemas import texts
from models.schemas.vocabulary import (
    DAY,
    EMPTY,
    NOTHING,
    TEXT,
    YES_OR_NO,
    Schema,
    choice,
    described,
    either,
    has_none_of,
    has_one_of,
    integer,
    many,
    matching,
    one_of_pairs,
    one_pair,
    pairs,
    pattern,
    reference,
)

FOLDER = Path(__file__).parent
DRAFT = "http://json-schema.org/draft-07/schema#"

PHRASES = many(TEXT, least=1)


def _told(words: Mapping[str, str], values: Mapping[str, Schema]) -> dict[str, Schema]:
    """The values, each with what its key is for."""
    return {key: described(value, words[key]) for key, value in values.items()}


# ---- cards ----


def _cards() -> Schema:
    return {"type": "array", "items": reference("card"), "definitions": {"card": _card(), "effect": _effect()}}


def _card() -> Schema:
    name: Schema = {**TEXT, "maxLength": card.MOST_NAME}
    values: dict[str, Schema] = {
        "name": name,
        "ja": name,
        "kind": choice((*card.MONSTERS, *card.SPELLS, *card.TRAPS)),
        "passcode": integer(1, card.MOST_PASSCODE),
        "attribute": choice(card.ATTRIBUTES),
        "type": choice(card.RACES),
        "level": integer(0, card.MOST_LEVEL),
        "atk": either(integer(0, card.MOST_STAT), choice("?")),
        "def": either(integer(0, card.MOST_STAT), choice("?")),
        "tuner": YES_OR_NO,
        "series": many(TEXT),
        "also called": many(name),
        "effects": many(reference("effect")),
        "versions": many(_version(), least=1),
    }
    return pairs(
        _told(texts.CARD, values),
        allowed=card.KEYS,
        required=card.REQUIRED,
        allOf=[
            _if("kind", card.MONSTERS, otherwise=has_none_of(card.OF_MONSTERS)),
            _if("kind", ("token",), otherwise={"required": ["passcode"]}),
            {"not": {"required": ["effects", "versions"]}},
        ],
    )


def _if(key: str, words: tuple[str, ...], *, then: Schema | None = None, otherwise: Schema | None = None) -> Schema:
    """What goes with a key that has one of these words, and with one that has another."""
    found: Schema = {"if": {"properties": {key: choice(words)}}}
    return {**found, **({"then": then} if then else {}), **({"else": otherwise} if otherwise else {})}


def _version() -> Schema:
    values = {"from": DAY, "until": DAY, "effects": many(reference("effect"))}
    return pairs(_told(texts.VERSION, values), allowed=card.VERSION_KEYS, required=card.VERSION_REQUIRED)


def _effect() -> Schema:
    values: dict[str, Schema] = dict.fromkeys(effects.KEYS, PHRASES)
    values |= dict.fromkeys(("during", "target", "whenever", "instead of"), TEXT)
    values |= dict.fromkeys(("without a chain", "quick effect", "mandatory"), YES_OR_NO)
    values |= {"from": choice(effects.PLACES), "once per turn": choice(effects.ONCE)}
    needs = {key: has_one_of(others) for key, others in effects.NEEDS.items()}
    barred = [{"not": {"required": [key, other]}} for key, others in effects.NOT_BESIDE.items() for other in others]
    doing = effects.DOING
    twice = [{"not": {"required": [one, other]}} for n, one in enumerate(doing) for other in doing[n + 1 :]]
    return pairs(
        _told(texts.EFFECT, values),
        allowed=effects.KEYS,
        dependencies=needs,
        allOf=[
            has_one_of((*doing, "leaves", "applies")),
            *twice,
            *barred,
            {"not": {"required": ["quick effect", "without a chain"]}},
        ],
    )


# ---- boards ----


def _board() -> Schema:
    either_way: Schema = {"if": {"required": ["board"]}, "then": reference("case"), "else": reference("board")}
    return {"type": "object", **either_way, "definitions": _definitions()}


def _definitions() -> dict[str, Schema]:
    """What boards and rulings are made of."""
    return {
        "board": _laid(),
        "side": _side(),
        "entry": _entry(),
        "notes": _notes(),
        "case": _case(),
        "claim": one_of_pairs({kind: _claim(kind) for kind in claims.KINDS}),
    }


def _laid() -> Schema:
    values: dict[str, Schema] = {who.value: either(reference("side"), NOTHING, EMPTY) for who in PLAYERS}
    owner = choice(["the " + who for who in PLAYERS] + [*PLAYERS])
    said = {"card": TEXT, "by": owner, "on": many(TEXT)}
    effect = either(TEXT, pairs(said, allowed=lingering.KEYS, required=lingering.REQUIRED))
    values |= {"title": TEXT, "lingering": many(effect), "assume": many(TEXT, least=1)}
    return pairs(_told(texts.BOARD, values), allowed=sides.BOARD_KEYS, minProperties=1)


def _side() -> Schema:
    values: dict[str, Schema] = {zone.value: _zone(zone) for zone in Zone}
    life = either(integer(1, sides.MOST_LIFE), matching(BOUNDS, OPEN))
    values |= {"life": life, "this turn": PHRASES}
    return pairs(_told(texts.SIDE, values), allowed=sides.SIDE_KEYS)


def _zone(zone: Zone) -> Schema:
    """The entries of a zone; cards on the field have names."""
    entry = reference("entry")
    named: Schema = {"allOf": [entry, {"not": {"type": "string", "pattern": pattern(sides.UNNAMED)}}]}
    return many(entry if zone in sides.MAY_BE_UNNAMED else named)


def _entry() -> Schema:
    """A name, a name with what is said of the card, or one of several cards."""
    several = {
        "one of": {"type": "array", "items": reference("entry"), "minItems": 2},
        "each": reference("notes"),
    }
    open_entry = pairs(several, allowed=placing.OPEN_KEYS, required=placing.OPEN_REQUIRED)
    return either(TEXT, open_entry, {**one_pair(reference("notes")), **has_none_of(placing.OPEN_REQUIRED)})


def _notes() -> Schema:
    pair: Schema = {"type": "object", "additionalProperties": TEXT, "minProperties": 1}
    return many(either(TEXT, pair), least=1)


def _claim(kind: str) -> Schema:
    """What is said under a kind of claim."""
    match kind:
        case "outcomes":
            number: Schema = either({"type": "number"}, {"type": "string", "pattern": r"^\s*-*[0-9]+\s*$"})
            return either(integer(1, claims.MOST_OUTCOMES), {**many(TEXT, least=1), "not": number})
        case "best play":
            values: dict[str, Schema] = dict.fromkeys(claims.BEST_PLAY_KEYS, PHRASES) | {"leads to": TEXT}
            leads = has_one_of(claims.BEST_PLAY_LEADS)
            return pairs(values | {"line": many(TEXT)}, allowed=claims.BEST_PLAY_KEYS, **leads)
        case "until":
            return pairs(dict.fromkeys(claims.UNTIL_REQUIRED, TEXT), allowed=(), required=claims.UNTIL_REQUIRED)
        case "after":
            said = {one: _claim(one) for one in claims.FOLLOWING} | {"line": PHRASES}
            two = {"minProperties": 2, "maxProperties": 2}
            return pairs(said, allowed=claims.FOLLOWING, required=claims.AFTER_REQUIRED, **two)
        case _:
            return TEXT


def _case() -> Schema:
    return pairs(_told(texts.CASE, _case_values()), allowed=claims.CASE_KEYS, required=claims.CASE_REQUIRED)


def _case_values() -> dict[str, Schema]:
    wants = pairs({who.value: PHRASES for who in PLAYERS}, allowed=[who.value for who in PLAYERS])
    return {
        "title": TEXT,
        "rulesets": many(choice(Library().ruleset_ids), least=1),
        "board": reference("board"),
        "claims": many(reference("claim")),
        "wants": wants,
    }


# ---- rulings ----


def _ruling() -> Schema:
    case = _case_values()
    source = {
        "authority": TEXT,
        "of": TEXT,
        "id": TEXT,
        "answered": either(matching(ruling.ANSWERED), {"type": "integer", "minimum": 1000, "maximum": 9999}),
        "cites": many(TEXT),
    }
    values: dict[str, Schema] = {
        "ruling": TEXT,
        "source": pairs(_told(texts.SOURCE, source), allowed=ruling.SOURCE_KEYS, required=ruling.SOURCE_REQUIRED),
        "status": choice(ruling.STATUSES),
        "rulesets": case["rulesets"],
        "also": many(TEXT),
        "asks": _words(),
        "answers": _words(),
        "tags": many(TEXT),
        "cases": many(reference("case"), least=1),
        "unmodelled": TEXT,
        "note": TEXT,
        **{key: case[key] for key in ruling.ONLY_CASE},
    }
    noted = _if("status", ("note",), then={"required": ["note"]}, otherwise=has_none_of(["note"]))
    one_content: Schema = {"oneOf": [{"required": [key]} for key in ruling.CONTENTS]}
    beside_board = {key: {"required": ["board"]} for key in ruling.ONLY_CASE if key not in ruling.CONTENTS}
    found = pairs(
        _told(texts.RULING, values),
        allowed=ruling.KEYS,
        required=ruling.REQUIRED,
        dependencies=beside_board,
        allOf=[one_content, noted],
    )
    return {**found, "definitions": _definitions()}


def _words() -> Schema:
    """A text for people."""
    return either(TEXT, pairs({"en": TEXT, "ja": TEXT}, allowed=ruleset.WORDS_KEYS, required=ruleset.WORDS_REQUIRED))


# ---- rulesets ----


def _ruleset() -> Schema:
    library = Library()
    cite = either(matching(ruleset.CITED), one_pair(TEXT))

    def setting(values: Mapping[str, str]) -> Schema:
        given = {"value": choice(values), "cites": many(cite)}
        return either(choice(values), pairs(given, allowed=ruleset.SETTING_KEYS, required=ruleset.SETTING_REQUIRED))

    settings = {name: described(setting(clause.values), clause.question) for name, clause in library.clauses.items()}
    values: dict[str, Schema] = {
        "id": TEXT,
        "title": _words(),
        "day": DAY,
        "extends": choice(library.ruleset_ids),
        "clauses": pairs(settings, allowed=settings),
    }
    every: Schema = {"required": ["clauses"], "properties": {"clauses": {"required": [*settings]}}}
    return pairs(
        _told(texts.RULESET, values),
        allowed=ruleset.KEYS,
        required=ruleset.REQUIRED,
        anyOf=[{"required": ["extends"]}, every],
    )


KINDS: Mapping[str, tuple[str, Callable[[], Schema]]] = {
    "board": ("A board, alone or with claims about it", _board),
    "cards": ("Cards", _cards),
    "ruling": ("A ruling", _ruling),
    "ruleset": ("A ruleset", _ruleset),
}
"""The kinds of files, each with what its schema is called and what makes it."""


@cache
def schema(kind: str) -> Schema:
    """The schema of a kind of file; raises :class:`InputError` for another kind."""
    if kind not in KINDS:
        raise InputError(f"no kind of file is called {kind!r}", expected=KINDS, near=nearest(kind, KINDS))
    title, made = KINDS[kind]
    return {"$schema": DRAFT, "title": f"{title} (endphase)", **made()}


def written(kind: str) -> str:
    """The schema as text, the same bytes each time."""
    return json.dumps(schema(kind), ensure_ascii=False, indent=1) + "\n"


def line(path: str) -> str:
    """The line of a YAML file that tells an editor where its schema is."""
    return f"# yaml-language-server: $schema={path}"


_LINE = re.compile(r"# yaml-language-server: \$schema=(?P<path>\S+)\n")


def named(text: str) -> str:
    """The path of the schema that the first line of a text names, or ""."""
    found = _LINE.match(text)
    return found["path"] if found else ""
