"""The vocabulary of schemas: each reader of :mod:`models.fields` as a schema says it (JSON Schema, draft 7).

A schema sees a file as YAML has it, where a text may look like a number; the readers take it as it is written.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from models.fields import DATE, INTEGER, MOST_CHARACTERS, YES_NO

Schema = dict[str, Any]

TEXT: Schema = {"type": ["string", "number", "boolean"], "pattern": r"\S", "maxLength": MOST_CHARACTERS}
NOTHING: Schema = {"type": "null"}
EMPTY: Schema = {"type": "array", "maxItems": 0}


def described(found: Schema, words: str) -> Schema:
    """The schema with a description, which editors show."""
    return {"description": words, **found}


def pattern(regex: re.Pattern[str]) -> str:
    """A pattern as a whole, in the dialect of schemas, whose groups have no names."""
    return "^(?:" + re.sub(r"\(\?P<\w+>", "(", regex.pattern) + ")$"


def matching(regex: re.Pattern[str], *others: str) -> Schema:
    """A text of this form, or one of these words."""
    form: Schema = {"type": "string", "pattern": pattern(regex)}
    return either(form, {"enum": [*others]}) if others else form


def integer(low: int, high: int) -> Schema:
    """A whole number within bounds, also where it is written in quotes."""
    return either({"type": "integer", "minimum": low, "maximum": high}, {"type": "string", "pattern": pattern(INTEGER)})


YES_OR_NO: Schema = {"enum": [*YES_NO]}
DAY: Schema = {"type": "string", "pattern": pattern(DATE)}


def choice(words: Iterable[str]) -> Schema:
    """One of these words."""
    return {"enum": [*words]}


def either(*options: Schema) -> Schema:
    """Any of these."""
    return {"anyOf": [*options]}


def many(one: Schema, *, least: int = 0) -> Schema:
    """One of these or a list of them, as :func:`models.fields.items` takes them; at least so many."""
    listed: Schema = {"type": "array", "items": one}
    return either(one, listed, NOTHING) if least == 0 else either(one, {**listed, "minItems": least})


def pairs(
    values: Mapping[str, Schema], *, allowed: Collection[str], required: Collection[str] = (), **more: Any
) -> Schema:
    """A mapping with these keys, as :func:`models.fields.fields` takes it; ``more`` says which go together.

    Raises ValueError where a key that the reader knows has no value here, or the other way round.
    """
    keys = dict.fromkeys((*required, *allowed))
    if keys.keys() != values.keys():
        raise ValueError(f"keys that reader and schema do not share: {sorted(keys.keys() ^ values.keys())}")
    found: Schema = {"type": "object", "properties": {key: values[key] for key in keys}, "additionalProperties": False}
    return {**found, **({"required": [*required]} if required else {}), **more}


def one_pair(value: Schema) -> Schema:
    """A mapping with just one key, whatever it is."""
    return {"type": "object", "minProperties": 1, "maxProperties": 1, "additionalProperties": value}


def one_of_pairs(values: Mapping[str, Schema]) -> Schema:
    """A mapping with just one of these keys."""
    return {**one_pair({}), "properties": dict(values), "additionalProperties": False}


def has_one_of(keys: Iterable[str]) -> Schema:
    """At least one of these keys is there."""
    return either(*({"required": [key]} for key in keys))


def has_none_of(keys: Iterable[str]) -> Schema:
    """None of these keys is there."""
    return {"not": has_one_of(keys)}


def reference(name: str) -> Schema:
    """What is defined under that name."""
    return {"$ref": f"#/definitions/{name}"}
