"""Effects: one entry of a card's text, in the game's own words, to an :class:`Effect`."""

from __future__ import annotations

from models import grammar
from models.card import Effect
from models.documents import Node
from models.errors import InputError
from models.fields import Fields, choice, fields, items, phrase, phrases, text, yes_no
from models.phrase import Condition, Continuous, Event, Lasting, Place, Selection, Step, Timing

DOING = ("must", "may", "effect")
KEYS = (
    *("during", "while", "whenever", "instead of", "when", "if", "cost", "target", *DOING, "leaves", "applies"),
    *("from", "without a chain", "quick effect", "once per turn", "mandatory"),
)
OF_AN_ACTIVATION = ("during", "when", "cost", "target", "leaves", "without a chain", "quick effect")
NOT_BESIDE = {"applies": (*OF_AN_ACTIVATION, *DOING, "while"), "while": OF_AN_ACTIVATION}
NEEDS = {
    "during": ("must", "may"),
    "when": DOING,
    "while": ("must",),
    "whenever": ("must",),
    "instead of": ("must",),
    "cost": (*DOING, "leaves"),
    "target": (*DOING, "leaves"),
    "without a chain": ("must", "may"),
    "mandatory": ("leaves",),
    "quick effect": ("must", "may", "leaves"),
    "once per turn": (*DOING, "leaves"),
}
ONCE = ("this card", "by name")
PLACES = tuple(place.value for place in (Place.FIELD, Place.HAND, Place.GRAVEYARD, Place.BANISHED))


def read_effect(node: Node) -> Effect:
    """The effect that an entry describes; raises :class:`InputError`."""
    given = fields(node, allowed=KEYS, what="an effect")
    _refuse_senseless(given)
    trigger, conditions = _triggers(given)
    doing = next((key for key in DOING if key in given), "")
    steps: tuple[Step, ...] = given.read(doing, _steps, ())
    during: Timing | None = given.read("during", phrase(grammar.read_timing), None)
    target: Selection | None = given.read("target", phrase(grammar.read_selection), None)
    leaves: tuple[Lasting, ...] = given.read("leaves", phrases(grammar.read_lasting), ())
    holds: tuple[Condition, ...] = given.read("while", phrases(grammar.read_condition), ())
    applies: tuple[Continuous, ...] = given.read("applies", phrases(grammar.read_applies), ())
    return Effect(
        at=given.at,
        during=during,
        trigger=trigger,
        misses="when" in given and doing != "must",
        conditions=(*holds, *conditions),
        state="while" in given,
        reacts=_event(given, "whenever"),
        instead=_instead(given),
        cost=given.read("cost", _steps, ()),
        target=target,
        steps=steps,
        mandatory=doing == "must" or given.read("mandatory", yes_no, False),
        leaves=leaves,
        applies=applies,
        place=Place(choice(PLACES)(given["from"])) if "from" in given else None,
        chain=not given.read("without a chain", yes_no, False),
        quick=given.read("quick effect", yes_no, False),
        once=given.read("once per turn", choice(ONCE), ""),
    )


def _event(given: Fields, key: str) -> Event | None:
    """The event that a key names."""
    if key not in given:
        return None
    found = phrase(grammar.read_trigger)(given[key])
    if not isinstance(found, Event):
        raise InputError(f"{key!r} names an event", given[key].at, near=["while"])
    return found


def _instead(given: Fields) -> Selection | None:
    """The cards that are banished instead of being sent to the Graveyard, the one replacement that is known."""
    if "instead of" not in given:
        return None
    found: Selection = phrase(grammar.read_replaced)(given["instead of"])
    if given.read("must", text, "") != "banish it":
        raise InputError("what is done instead is not known", given.keys_at["instead of"], expected=["must: banish it"])
    return found


def _steps(node: Node) -> tuple[Step, ...]:
    return tuple(step for steps in phrases(grammar.read_steps)(node) for step in steps)


def _triggers(given: Fields) -> tuple[Event | None, tuple[Condition, ...]]:
    """The one event of ``when`` and ``if``, and their conditions."""
    found: list[Event] = []
    conditions: list[Condition] = []
    for key in ("when", "if"):
        if key not in given:
            continue
        read = phrases(grammar.read_trigger)(given[key])
        for part, node in zip(read, items(given[key]), strict=True):
            if not isinstance(part, Event):
                if key == "when":
                    message = "'when' names an event; a condition belongs under 'if'"
                    raise InputError(message, node.at, near=["if"])
                conditions.append(part)
            elif found:
                raise InputError("an effect has one event, and this is a second", node.at)
            else:
                found.append(part)
    return (found[0] if found else None), tuple(conditions)


def _refuse_senseless(given: Fields) -> None:
    """Raise if keys are together that no text of a card puts together."""
    doing = [key for key in DOING if key in given]
    if len(doing) > 1:
        raise InputError(f"{doing[1]!r} beside {doing[0]!r}", given.keys_at[doing[1]], expected=["one of them"])
    for always, senseless in NOT_BESIDE.items():
        for key in senseless:
            if always in given and key in given:
                raise InputError(f"{key!r} beside {always!r}, which is always on", given.keys_at[key])
    for key, any_of in NEEDS.items():
        if key in given and not any(other in given for other in any_of):
            raise InputError(f"{key!r} without {_either(any_of)}", given.keys_at[key], expected=any_of)
    if not doing and "leaves" not in given and "applies" not in given:
        raise InputError("an effect that does nothing", given.at, expected=[*DOING, "leaves", "applies"])
    if "quick effect" in given and "without a chain" in given:
        raise InputError("'without a chain' beside 'quick effect'", given.keys_at["without a chain"])


def _either(words: tuple[str, ...]) -> str:
    return " or ".join(repr(word) for word in words)
