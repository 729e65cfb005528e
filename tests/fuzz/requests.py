"""Requests to the local server, carried out in this process: JSON that no page of ours would send."""

import contextlib
import io
import json
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from random import Random
from typing import Any

from explorer.serve.requests import REQUESTS, Bounds, Desk
from explorer.serve.worker import answered
from models.errors import InputError
from tests.fuzz.calls import SEPARATOR, Failed
from tests.fuzz.inputs import edited
from tests.fuzz.texts import BOARD, CLAIMS, FORMULAS, LIBRARY, MOVES, QUESTIONS, ROOT, WISHES, words

DESK = Desk(LIBRARY, Bounds(states=200))
ANSWERED, REFUSED = (200,), (400, 422, 503)
ODD: tuple[Any, ...] = (None, True, -1, 0, 1.5, 1e300, 10**30, "", "\ud800", [], {}, [[]], {"": ""}, "x" * 2_000)
DEEP = 5_000


@cache
def bodies() -> tuple[tuple[str, dict[str, Any]], ...]:
    """Each request with what a page sends."""
    about = {"text": BOARD, "ruleset": "ocg", "lang": "ja"}
    laid = json.loads(answered(DESK, "read", json.dumps({"text": BOARD}).encode()).body)["laid"]
    sent: dict[str, dict[str, Any]] = {
        "find": {"text": "Peten"},
        "read": {"text": BOARD},
        "lay": {"laid": laid},
        "open": {"ruling": "A08"},
        "explore": about,
        "claims": {**about, "claims": [*CLAIMS[:3], f"formula: {FORMULAS[0]}"]},
        "why": {**about, "what": QUESTIONS[0], "after": MOVES[1]},
        "best": {**about, "player": "opponent", "wants": [*WISHES[:2]], "other_wants": [WISHES[2]]},
        "walk": about,
    }
    return tuple((name, sent[name]) for name in REQUESTS)


def request(raw: bytes) -> object:
    """The answer to a request; raises Failed, or InputError without a place where it is refused."""
    name, _, body = raw.partition(SEPARATOR.encode())
    told = name.decode("utf-8", "replace")
    if told not in REQUESTS:
        raise InputError("there is no such request")
    with contextlib.redirect_stderr(io.StringIO()) as err:
        answer = answered(DESK, told, body)
    data = json.loads(answer.body)
    if answer.status not in (*ANSWERED, *REFUSED):
        raise Failed(f"status {answer.status}: {err.getvalue()[:300]}")
    if str(ROOT).encode() in answer.body or b"Traceback" in answer.body:
        raise Failed(f"the answer tells of the machine: {answer.body[:300]!r}")
    if answer.status in REFUSED:
        raise InputError(data["error"]["message"])
    return data


def posed(random: Random, raw: bytes) -> bytes:
    """A request in which the input, or something odd, stands for one value; one in three has its JSON edited."""
    name, body = random.choice(bodies())
    own = raw.decode("utf-8", "replace")
    value = own if random.randint(1, 3) > 1 else random.choice(ODD)
    text = json.dumps(_with(random, deepcopy(body), value), ensure_ascii=random.randint(1, 2) == 1)
    if random.randint(1, 60) == 1:
        text = text.replace("null", "[" * DEEP + "]" * DEEP, 1)
    sent = edited(random, text, (BOARD, text), words()) if random.randint(1, 3) == 1 else _bytes(text)
    return name.encode() + SEPARATOR.encode() + sent


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _with(random: Random, body: Any, value: Any) -> Any:
    """The body with the value in one of its places."""
    inside, key = random.choice(list(_places(body)))
    inside[key] = value
    return body


def _places(data: Any) -> Iterator[tuple[Any, Any]]:
    """Everything within, by what it is in and its key or number."""
    pairs = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in pairs:
        yield data, key
        yield from _places(value)
