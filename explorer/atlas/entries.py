"""Entries: what the effects of a card say of when and where they matter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from models.board import Zone
from models.card import Card, Effect
from models.limits import home
from models.phrase import Event, Filter, Lasting, Place, Refers, Selection, Span, Step, Who

_BACK = (Refers.AFFECTED, Refers.TARGET, Refers.THEM)


def effects_of(card: Card) -> Iterator[Effect]:
    """Every effect of every text of the card."""
    for version in card.versions:
        yield from version.effects


def is_lively(card: Card) -> bool:
    """Whether it could take part in an End Phase by itself."""
    return any(version.says for version in card.versions)


def user_of(effect: Effect) -> Who:
    """The player who can use it in this End Phase: seen from the turn."""
    whose = Who.ANY if effect.during is None else effect.during.whose
    return {Who.YOU: Who.TURN, Who.FOE: Who.OPPONENT}.get(whose, Who.ANY)


def is_used_at_will(card: Card, effect: Effect) -> bool:
    """Whether it is a quick effect, or that of a card which can be activated where it lies Set."""
    return bool(effect.steps or effect.leaves) and (effect.quick or (card.is_quick and effect.place is None))


def is_of_itself(event: Event) -> bool:
    """Whether the event happens to the card whose effect waits for it."""
    return event.subject.refers is Refers.SELF


def is_of_a_discard(effect: Effect) -> bool:
    """Whether it answers that the card itself is discarded, or sent from the hand to the GY."""
    event = effect.trigger
    if event is None or not is_of_itself(event) or event.how:
        return False
    from_hand = not event.places_from or Place.HAND in event.places_from
    return event.kind == "discarded" or (event.kind == "sent" and from_hand)


def selections_of(steps: Iterable[Step]) -> Iterator[Selection]:
    """The cards that steps name, of alternatives those of the first; what is drawn is not named."""
    for step in steps:
        if step.options[0].verb != "draw":
            yield from step.options[0].objects


def unplaced(steps: Iterable[Step]) -> tuple[Step, ...]:
    """The steps without where they are written."""
    return tuple(Step(tuple(replace(action, at=None) for action in step.options)) for step in steps)


def field_zone(card: Card) -> Zone:
    """The zone of the field where the card lies as what it is printed to be: a Trap is no monster yet."""
    return home(card) if card.is_monster or card.kind == "field spell" else Zone.SPELLS


def left_by(card: Card, marked: bool) -> tuple[Lasting, ...]:
    """What the card leaves for the End Phase that is about cards, or is not."""
    found = [one for effect in effects_of(card) for one in effect.leaves if is_item(one)]
    return tuple(dict.fromkeys(one for one in found if is_about_cards(one) is marked))


def is_item(lasting: Lasting) -> bool:
    """Whether it is due in the End Phase."""
    return lasting.reacts is None and lasting.span in (Span.END_PHASE, Span.END_OF_END_PHASE)


def objects_of(lasting: Lasting) -> Iterator[Selection]:
    """The cards that its steps name, alternatives included."""
    return (one for step in lasting.steps for action in step.options for one in action.objects)


def is_about_cards(lasting: Lasting) -> bool:
    """Whether it has to be said which cards it is about."""
    return lasting.status is not None or any(one.refers in (*_BACK, Refers.SELF) for one in objects_of(lasting))


def is_about_itself(lasting: Lasting) -> bool:
    """Whether it is about the card that left it behind."""
    if lasting.status is not None:
        return lasting.status.on is Refers.SELF
    return any(one.refers is Refers.SELF for one in objects_of(lasting))


def returns(left: Iterable[Lasting]) -> bool:
    """Whether it brings cards back to the field, which are banished until then."""
    steps = (step for lasting in left for step in lasting.steps)
    actions = (action for step in steps for action in step.options)
    return any(action.verb == "return" and action.place_to is Place.FIELD for action in actions)


def about(effect: Effect) -> Filter | None:
    """Which cards the effect could be applied to, where its target or the Summon in it says so."""
    if effect.target is not None:
        return effect.target.filter
    for step in effect.steps:
        for action in step.options:
            if action.verb == "Special Summon" and action.objects and action.objects[0].refers is None:
                return action.objects[0].filter
    return None


def is_broad(noun: Filter) -> bool:
    """Whether any monster that does nothing will do."""
    return not (noun.names or noun.attributes or noun.races or noun.level or noun.attack or noun.defense)
