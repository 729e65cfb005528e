"""From parse trees to records, for nouns: which cards a phrase describes, and how many of them."""

from __future__ import annotations

from typing import Any

from lark import Token

from models import phrase as p
from models.claim_builder import PLACES, ClaimBuilder, Post, bare

CONTROLLERS = {
    "you control": p.Who.YOU,
    "your opponent controls": p.Who.FOE,
    "the turn player controls": p.Who.TURN,
    "the opponent controls": p.Who.OPPONENT,
}
_UNBOUNDED = p.Bounds(0, None)


class NounBuilder(ClaimBuilder):
    """Builds selections and filters, bottom up."""

    # ---- nouns ----

    def selection(self, parts: list[Any]) -> p.Selection:
        return parts[0]  # type: ignore[no-any-return]

    def self(self, _: list[Any]) -> p.Selection:
        return p.Selection(refers=p.Refers.SELF)

    def target(self, _: list[Any]) -> p.Selection:
        return p.Selection(refers=p.Refers.TARGET)

    def both_targets(self, _: list[Any]) -> p.Selection:
        return p.Selection(refers=p.Refers.TARGET, every=True)

    def affected(self, _: list[Any]) -> p.Selection:
        return p.Selection(refers=p.Refers.AFFECTED)

    def those(self, _: list[Any]) -> p.Selection:
        return p.Selection(refers=p.Refers.THOSE, every=True)

    def them(self, _: list[Any]) -> p.Selection:
        return p.Selection(refers=p.Refers.THEM)

    def backref(self, parts: list[Any]) -> p.Selection:
        return parts[0]  # type: ignore[no-any-return]

    def chosen(self, parts: list[Any]) -> p.Selection:
        count, (noun, couplings) = parts
        return p.Selection(count=count, filter=noun, couplings=couplings)

    def all_of(self, parts: list[Any]) -> p.Selection:
        ((noun, couplings),) = parts
        return p.Selection(every=True, count=_UNBOUNDED, filter=noun, couplings=couplings)

    def some_of_those(self, parts: list[Any]) -> p.Selection:
        count, _, *posts = parts
        noun, couplings = self._noun([*posts])
        return p.Selection(refers=p.Refers.THOSE, count=count, filter=noun, couplings=couplings)

    def exactly(self, parts: list[Any]) -> p.Bounds:
        return p.Bounds(int(parts[0]), int(parts[0]))

    def or_more(self, parts: list[Any]) -> p.Bounds:
        return p.Bounds(int(parts[0]), None)

    def up_to(self, parts: list[Any]) -> p.Bounds:
        return p.Bounds(1, int(parts[0]))

    def any_number(self, _: list[Any]) -> p.Bounds:
        return p.Bounds(1, None)

    def one(self, _: list[Any]) -> p.Bounds:
        return p.Bounds(1, 1)

    def bound(self, parts: list[Any]) -> p.Bounds:
        number, word = int(parts[0]), str(parts[1] or "")
        low = 0 if word in ("or less", "or lower") else number
        return p.Bounds(low, None if word in ("or more", "or higher") else number)

    def word_name(self, parts: list[Any]) -> Post:
        return Post(("names", bare(parts[0])))

    def word_level(self, parts: list[Any]) -> Post:
        words = str(parts[0]).split()
        number = int(words[1])
        return Post(("level", p.Bounds(0 if "lower" in words else number, None if "higher" in words else number)))

    def word_face(self, parts: list[Any]) -> Post:
        return Post(("face", str(parts[0])))

    def word_position(self, parts: list[Any]) -> Post:
        return Post(("position", str(parts[0]).split()[0].lower()))

    def word_attribute(self, parts: list[Any]) -> Post:
        return Post(("attributes", str(parts[0])))

    def word_race(self, parts: list[Any]) -> Post:
        return Post(("races", str(parts[0])))

    def word_kind(self, parts: list[Any]) -> Post:
        return Post(("kinds", str(parts[0]).lower()))

    def word_other(self, _: list[Any]) -> Post:
        return Post(("other", True))

    def noun(self, parts: list[Any]) -> Post:
        word = str(parts[0]).lower().removesuffix("s")
        return Post(("kinds", "" if word == "card" else word))

    def post_control(self, parts: list[Any]) -> Post:
        return Post(("who", CONTROLLERS[str(parts[0])]))

    def post_places(self, parts: list[Any]) -> Post:
        return Post(("places", parts[0]))

    def post_other(self, _: list[Any]) -> Post:
        return Post(("other", True))

    def post_not_name(self, parts: list[Any]) -> Post:
        return Post(("not_names", bare(parts[0])))

    def post_different(self, _: list[Any]) -> Post:
        return Post(("coupling", p.Coupling("different names")))

    def post_total(self, parts: list[Any]) -> Post:
        return Post(("coupling", p.Coupling("total Level", parts[0])))

    def post_stat(self, parts: list[Any]) -> Post:
        return Post(("attack" if str(parts[1]) == "ATK" else "defense", parts[0]))

    def post_new_name(self, _: list[Any]) -> Post:
        return Post(("new_name", True))

    def post_no_attack(self, _: list[Any]) -> Post:
        return Post(("no_attack", True))

    def place_list(self, parts: list[Any]) -> tuple[tuple[p.Place, ...], p.Who]:
        places = tuple(part for part in parts if isinstance(part, p.Place))
        players = [part for part in parts if isinstance(part, p.Who)]
        return places, players[0] if players else p.Who.ANY

    def place(self, parts: list[Any]) -> p.Place:
        return PLACES[str(parts[0])]

    def noun_phrase(self, parts: list[Any]) -> tuple[p.Filter, tuple[p.Coupling, ...]]:
        return self._noun(parts)

    def quantity(self, parts: list[Any]) -> p.Amount:
        return p.Amount(int(parts[0]), str(parts[1]))

    def top_cards(self, parts: list[Any]) -> p.Amount:
        numbers = [int(part) for part in parts if isinstance(part, Token) and part.type == "NUMBER"]
        return p.Amount(numbers[0] if numbers else 1, "top cards")

    def next_turn(self, parts: list[Any]) -> p.Amount:
        return p.Amount(1, "your next turn" if parts[0] is p.Who.YOU else "your opponent's next turn")

    def next_turn_of_foe(self, _: list[Any]) -> p.Amount:
        return p.Amount(1, "your opponent's next turn")

    def duel(self, _: list[Any]) -> p.Amount:
        return p.Amount(1, "Duel")

    def half_life(self, _: list[Any]) -> p.Amount:
        return p.Amount(1, "half LP")

    def whole_life(self, _: list[Any]) -> p.Amount:
        return p.Amount(1, "all LP")

    def _noun(self, parts: list[Any]) -> tuple[p.Filter, tuple[p.Coupling, ...]]:
        several: dict[str, list[str]] = {key: [] for key in ("names", "not_names", "kinds", "attributes", "races")}
        single: dict[str, Any] = {}
        couplings = []
        for key, value in parts:
            if key in several:
                if value:
                    several[key].append(value)
            elif key == "coupling":
                couplings.append(value)
            elif key == "places":
                single["places"] = value[0]
                if value[1] is not p.Who.ANY:
                    single["who"] = value[1]
            else:
                single[key] = value
        if "who" in single and "places" not in single:
            single["places"] = (p.Place.FIELD,)
        lists: dict[str, Any] = {key: tuple(values) for key, values in several.items()}
        return p.Filter(**lists, **single), tuple(couplings)
