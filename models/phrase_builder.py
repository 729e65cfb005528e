"""From lark's parse trees to the records of :mod:`models.phrase`: one method for each rule of ``phrases.lark``."""

from __future__ import annotations

from typing import Any

import msgspec
from lark import Token

from models import phrase as p
from models.claim_builder import PLACES, Post, bare
from models.errors import InputError, Position
from models.noun_builder import CONTROLLERS, NounBuilder

_HAND = p.Count("cards", p.Who.YOU, p.Filter(places=(p.Place.HAND,), who=p.Who.YOU))


def _verb(word: str) -> str:
    """The base form of a third-person verb: ``sends`` to ``send``, ``Special Summons`` to ``Special Summon``."""
    if word.startswith("takes "):
        return word.replace("takes", "take", 1)
    for ending, base in (("sses", "ss"), ("shes", "sh"), ("ches", "ch"), ("dds", "dd")):
        if word.endswith(ending):
            return word[: -len(ending)] + base
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


class PhraseBuilder(NounBuilder):
    """Builds records bottom up. ``at`` is where the phrase starts; ``origin`` maps its characters to columns."""

    def __init__(self, at: Position, origin: list[int]) -> None:
        """Build records for a phrase that starts at ``at``."""
        super().__init__()
        self._at = at
        self._origin = origin

    def _position(self, token: Token) -> Position:
        return self._at.moved(self._origin[token.start_pos or 0])

    def transform(self, tree: Any) -> Any:
        """The record; an :class:`InputError` raised inside a method comes out as it is."""
        from lark.exceptions import VisitError  # noqa: PLC0415 - only needed here

        try:
            return super().transform(tree)
        except VisitError as error:
            raise error.orig_exc from None

    # ---- actions ----

    def steps(self, parts: list[Any]) -> tuple[p.Step, ...]:
        return tuple(parts)

    def step(self, parts: list[Any]) -> p.Step:
        return p.Step(tuple(parts))

    def action(self, parts: list[Any]) -> p.Action:
        guard, who, verb, objects, *tails = parts
        fields: dict[str, Any] = dict(guard or {})
        if isinstance(who, tuple):
            who, fields["optional"] = who
        manner: list[str] = []
        for tail in tails:
            for key, value in tail.items():
                if key == "manner":
                    manner.append(value)
                else:
                    fields[key] = value
        amount = None
        selections: tuple[p.Selection, ...] = ()
        if isinstance(objects, p.Amount):
            amount = objects
        elif objects is not None:
            selections = objects
        word = str(verb)
        return p.Action(
            verb=_verb(word) if who is not None else word,
            who=who or p.Who.YOU,
            objects=selections,
            amount=amount,
            manner=tuple(manner),
            at=self._position(verb),
            **fields,
        )

    def selections(self, parts: list[Any]) -> tuple[p.Selection, ...]:
        """``1 A and 1 B from your Deck``: a place named last holds for the nouns before it."""
        last = parts[-1].filter
        return tuple(
            part
            if part.filter.places or part.refers
            else msgspec.structs.replace(
                part, filter=msgspec.structs.replace(part.filter, places=last.places, who=last.who)
            )
            for part in parts
        )

    def objects(self, parts: list[Any]) -> Any:
        return parts[0]

    def guarded(self, parts: list[Any]) -> dict[str, Any]:
        return {"conditions": tuple(parts)}

    def otherwise(self, _: list[Any]) -> dict[str, Any]:
        return {"otherwise": True}

    def anyone_may(self, _: list[Any]) -> tuple[p.Who, bool]:
        return p.Who.ANY, True

    def counters(self, parts: list[Any]) -> p.Amount:
        return p.Amount(int(parts[0]), "counters")

    def all_counters(self, _: list[Any]) -> p.Amount:
        return p.Amount(0, "all counters")

    def activation(self, _: list[Any]) -> p.Amount:
        return p.Amount(1, "activation")

    def effect_(self, _: list[Any]) -> p.Amount:
        return p.Amount(1, "effect")

    def tail_to(self, parts: list[Any]) -> dict[str, Any]:
        return {"place_to": parts[1], "whose": parts[0] or p.Who.YOU}

    def tail_to_foe(self, _: list[Any]) -> dict[str, Any]:
        return {"whose": p.Who.FOE}

    def tail_position(self, parts: list[Any]) -> dict[str, Any]:
        return {"manner": " ".join(str(parts[0]).split()[1:])}

    def tail_to_foes(self, parts: list[Any]) -> dict[str, Any]:
        return {"place_to": PLACES[str(parts[1])], "whose": p.Who.FOE}

    def tail_on_self(self, parts: list[Any]) -> dict[str, Any]:
        return {"manner": str(parts[0])}

    def each_now(self, parts: list[Any]) -> dict[str, Any]:
        return {"each": p.Each("now", parts[0][0])}

    def each_paid(self, parts: list[Any]) -> dict[str, Any]:
        return {"each": p.Each("paid", parts[0][0])}

    def each_past(self, parts: list[Any]) -> dict[str, Any]:
        noun, *done = parts
        events = tuple(str(part) for part in done if part.type == "PARTICIPLE")
        return {"each": p.Each("past", noun[0], events)}

    def tail_cost(self, _: list[Any]) -> dict[str, Any]:
        return {"manner": "as a cost"}

    # ---- events and conditions ----

    def trigger(self, parts: list[Any]) -> Any:
        return parts[0]

    def event_subject(self, parts: list[Any]) -> p.Selection:
        if isinstance(parts[0], p.Selection):
            return parts[0]
        noun, couplings = parts[0]
        return p.Selection(filter=noun, couplings=couplings)

    def replaced(self, parts: list[Any]) -> p.Selection:
        return parts[0]  # type: ignore[no-any-return]

    def own_subject(self, parts: list[Any]) -> p.Selection:
        return self._belonging(parts, p.Who.YOU)

    def foes_subject(self, parts: list[Any]) -> p.Selection:
        return self._belonging([part for part in parts if isinstance(part, tuple)], p.Who.FOE)

    def _belonging(self, parts: list[Any], who: p.Who) -> p.Selection:
        noun, couplings = parts[0]
        return p.Selection(filter=msgspec.structs.replace(noun, who=who), couplings=couplings)

    def passive(self, parts: list[Any]) -> p.Event:
        subject, done, *modifiers = parts
        return self._event(str(done), subject, modifiers)

    def active(self, parts: list[Any]) -> p.Event:
        return p.Event("activated", parts[0], by=p.Who.YOU)

    def active_foe(self, parts: list[Any]) -> p.Event:
        return p.Event("activated", parts[1], by=p.Who.FOE)

    def past_passive(self, parts: list[Any]) -> p.Event:
        return self._event(str(parts[0]), p.Selection(refers=p.Refers.SELF), parts[1:])

    def past_active(self, parts: list[Any]) -> p.Event:
        return self._event(str(parts[0]), parts[1], parts[2:], by=p.Who.YOU)

    def _event(self, done: str, subject: p.Selection, modifiers: list[Any], by: p.Who = p.Who.ANY) -> p.Event:
        how: list[str] = []
        fields: dict[str, Any] = {}
        for key, value in modifiers:
            match key, value:
                case "how", "by your opponent":
                    by = p.Who.FOE
                case "how", "this turn":
                    fields["this_turn"] = True
                case "how", "successfully":
                    pass
                case "how", _:
                    how.append(value)
                case _:
                    place, whose = value
                    fields[key] = place
                    fields["from_whose" if key == "places_from" else "to_whose"] = whose
        return p.Event(done, subject, by=by, how=tuple(how), **fields)

    def from_places(self, parts: list[Any]) -> Post:
        return Post(("places_from", parts[0]))

    def to_place(self, parts: list[Any]) -> Post:
        return Post(("place_to", (parts[1], parts[0] or p.Who.ANY)))

    def how(self, parts: list[Any]) -> Post:
        return Post(("how", str(parts[0])))

    def by_name(self, parts: list[Any]) -> Post:
        return Post(("how", f"by {bare(parts[0])}"))

    def coin(self, parts: list[Any]) -> p.Coin:
        return p.Coin(str(parts[0]))

    def happened(self, parts: list[Any]) -> p.Happened:
        return p.Happened(self.passive(parts))

    def not_happened(self, parts: list[Any]) -> p.Not:
        return p.Not(self.happened(parts))

    def you_activated(self, parts: list[Any]) -> p.Happened:
        return p.Happened(p.Event("activated", parts[0], by=p.Who.YOU))

    def control_exists(self, parts: list[Any]) -> p.Exists:
        controller, (cards, count) = parts
        who = CONTROLLERS[str(controller)]
        return p.Exists(msgspec.structs.replace(cards, who=who, places=(p.Place.FIELD,)), count)

    def there_exists(self, parts: list[Any]) -> p.Exists:
        _, (cards, count) = parts
        if not cards.places:
            cards = msgspec.structs.replace(cards, places=(p.Place.FIELD,))
        return p.Exists(cards, count)

    def is_so(self, parts: list[Any]) -> p.Exists:
        subject, (key, value) = parts
        if subject.refers is None:
            raise InputError("only 'this card' can be said to be so", self._at)
        return p.Exists(p.Filter(**{key: value}), p.Bounds(1, None), refers=subject.refers)

    def fact(self, parts: list[Any]) -> p.Fact:
        word = str(parts[0])
        return p.Fact(word.removeprefix("no "), not word.startswith("no "))

    def no_attack(self, _: list[Any]) -> p.Fact:
        return p.Fact("attack declared", False)

    def same_number(self, _: list[Any]) -> p.Compare:
        return p.Compare("same")

    def more_monsters(self, _: list[Any]) -> p.Compare:
        return p.Compare("more")

    def fewer_monsters(self, _: list[Any]) -> p.Compare:
        return p.Compare("fewer")

    def hand_of_you(self, parts: list[Any]) -> p.CountIs:
        return p.CountIs(_HAND, parts[0])

    def no_hand_of_you(self, _: list[Any]) -> p.CountIs:
        return p.CountIs(_HAND, p.Bounds(0, 0))

    def none(self, parts: list[Any]) -> Any:
        return (parts[0][0], p.Bounds(0, 0)) if parts else p.Bounds(0, 0)

    def some(self, parts: list[Any]) -> Any:
        count, (noun, _) = parts
        return noun, p.Bounds(count.low, None if count == p.Bounds(1, 1) else count.high)

    def life(self, parts: list[Any]) -> p.Life:
        return p.Life(parts[0], parts[1])

    # ---- lasting things ----

    def delayed(self, parts: list[Any]) -> p.Lasting:
        when, may, steps = parts
        late = str(when).startswith("at the end")
        return p.Lasting(p.Span.END_OF_END_PHASE if late else p.Span.END_PHASE, steps=steps, optional=may is not None)

    def delayed_this_turn(self, parts: list[Any]) -> p.Lasting:
        _, may, steps = parts
        return p.Lasting(p.Span.END_PHASE, steps=steps, optional=may is not None, this_turn=True)

    def status_for(self, parts: list[Any]) -> p.Lasting:
        return p.Lasting(p.Span(str(parts[1])), status=parts[0])

    def negated(self, parts: list[Any]) -> p.Status:
        return p.Status("negated", on=parts[0].refers)

    def control(self, parts: list[Any]) -> p.Status:
        return p.Status("control", on=parts[0].refers)

    def lent(self, parts: list[Any]) -> p.Status:
        return p.Status("control", on=parts[0].refers, who=p.Who.FOE)

    def owners_control(self, _: list[Any]) -> p.Continuous:
        return p.Continuous("owners control")

    def counters_are(self, parts: list[Any]) -> p.HasCounters:
        return p.HasCounters(p.Filter(), parts[0])

    def no_battle(self, _: list[Any]) -> p.Fact:
        return p.Fact("battled", False)

    def tallied(self, parts: list[Any]) -> p.Tallied:
        done, count, noun, _ = parts
        return p.Tallied(p.Each("past", noun[0], (str(done),)), count)

    def reacts_for(self, parts: list[Any]) -> p.Lasting:
        event, steps, span = parts
        return p.Lasting(p.Span(str(span)), steps=steps, reacts=event)

    def end_of_yours(self, _: list[Any]) -> p.Timing:
        return p.Timing(p.Who.YOU, end=True)

    def end_of_foes(self, _: list[Any]) -> p.Timing:
        return p.Timing(p.Who.FOE, end=True)

    def end_of_any(self, _: list[Any]) -> p.Timing:
        return p.Timing(p.Who.ANY, end=True)

    def your_turn(self, _: list[Any]) -> p.YourTurn:
        return p.YourTurn()

    def changes_stat(self, parts: list[Any]) -> p.Status:
        on, gains, number, stat = parts
        sign = -1 if str(gains) == "loses" else 1
        kind = "attack" if str(stat) == "ATK" else "defense"
        return p.Status(f"{kind} is" if str(gains) == "has" else kind, sign * int(number), on=on.refers)

    def shielded(self, parts: list[Any]) -> p.Status:
        return p.Status(f"cannot be {parts[1]}", on=parts[0].refers, by=str(parts[2] or ""))

    def unaffected(self, parts: list[Any]) -> p.Status:
        return p.Status("unaffected", on=parts[0].refers, by=str(parts[1]))

    def applies_to(self, parts: list[Any]) -> dict[str, Any]:
        return {"cards": parts[0][0]}

    def self_only(self, _: list[Any]) -> dict[str, Any]:
        return {"self_only": True}

    def prevention(self, parts: list[Any]) -> p.Continuous:
        to, done, where, by = parts
        words = f"cannot be {done} {where}" if where else f"cannot be {done}"
        return p.Continuous(words, by=str(by or ""), **to)

    def unaffected_always(self, parts: list[Any]) -> p.Continuous:
        return p.Continuous("unaffected", by=str(parts[1]), **parts[0])

    def negates(self, parts: list[Any]) -> p.Continuous:
        return p.Continuous("negated", **parts[0])

    def changes_always(self, parts: list[Any]) -> p.Continuous:
        to, gains, number, stat = parts
        sign = -1 if str(gains) == "loses" else 1
        kind = "attack" if str(stat) == "ATK" else "defense"
        return p.Continuous(f"{kind} is" if str(gains) == "has" else kind, amount=sign * int(number), **to)

    def hand_limit(self, parts: list[Any]) -> p.Continuous:
        who = {"your": p.Who.YOU, "the": p.Who.ANY}.get(str(parts[0]).split(" ", 1)[0], p.Who.ANY)
        if "opponent" in str(parts[0]):
            who = p.Who.FOE
        return p.Continuous("hand limit", amount=int(parts[1]), who=who)

    def no_hand_limit(self, _: list[Any]) -> p.Continuous:
        return p.Continuous("no hand limit")

    def at_most_as_many(self, _: list[Any]) -> p.Continuous:
        return p.Continuous("at most as many", who=p.Who.FOE)

    def __default__(self, data: Any, children: list[Any], meta: Any) -> Any:
        """A rule without a method is a gap in this class, not in the user's file."""
        raise NotImplementedError(f"phrases.lark has a rule that is not built: {data}")
