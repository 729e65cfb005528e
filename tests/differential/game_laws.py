"""What the game says of every state of a board, told by what is seen from outside.

Of a state this looks at its outcome (where each card is, life points, unnamed cards), at the window, and at which
effects are on the chain; of a step at its event and at its two texts. No rule of `explorer.game` is asked whether it was
kept: what a zone or a player may hold is said here once more, from the rulebook.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from explorer.game import Game, Happening, Kind, Outcome, Window
from explorer.game.outcome import known
from explorer.search import StateGraph
from explorer.system import RULES, State
from explorer.system.commands import Clause, Command
from explorer.system.terms import read
from models.board import Board, Zone
from models.errors import InputError, Position
from models.library import Library
from models.limits import check_place
from models.open_values import most
from models.phrase import Who
from reports.narration import narrator

MOST_THERE = {"monsters": 5, "spells and traps": 5, "field zone": 1}
HAND_LIMIT = 6
UNKNOWN_DECK = 30
MOST_LIFE = 999_999
PLAYERS = ("turn player", "opponent")
OFF_FIELD = ("hand", "deck", "graveyard", "banished")
IDLE = (
    Window.TURN_OPEN,
    Window.OPPONENT_OPEN,
    Window.TURN_AGAIN,
    Window.TURN_COMPELLED,
    Window.OPPONENT_COMPELLED,
    Window.TURN_ADJUSTS,
    Window.OPPONENT_ADJUSTS,
    Window.TURN_AFTER,
    Window.OPPONENT_AFTER,
)
"""The windows in which no chain is open."""

RESPONDING = (Window.TURN_RESPONDS, Window.OPPONENT_RESPONDS, Window.RESOLVING)
PLAYERS_WINDOWS = {
    "turn player": (Window.TURN_OPEN, Window.TURN_COMPELLED, Window.TURN_AFTER),
    "opponent": (Window.OPPONENT_OPEN, Window.OPPONENT_COMPELLED, Window.OPPONENT_AFTER),
}
REASONS = re.compile(r"(card|rule): \S.*|ruleset: (?P<clause>.*)|cost|target")
WORD = re.compile(r"[A-Za-z]{3,}")
NOWHERE_TOLD = Position("law", 1, 1)


@dataclass(frozen=True, eq=False)
class Watched:
    """A searched board, and what each of its states looks like from outside."""

    game: Game
    graph: StateGraph
    library: Library

    @property
    def board(self) -> Board:
        """The board as it was laid."""
        return self.game.board

    @cached_property
    def seen(self) -> list[tuple[Window, Outcome]]:
        """The window and the outcome of each state."""
        return [(self.game.window(state), self.game.outcome(state)) for state in self.graph.states]

    def links(self, state: State) -> list[int]:
        """The places on the chain that are taken, in order."""
        values = (self.game.system.value(state, read(use.link)) for use in self.game.uses)
        return sorted(value for value in values if value)

    @cached_property
    def limits_change(self) -> bool:
        """Whether a card of the board says something of the hand limit."""
        cards = [self.library.card(name) for name in self.board.names]
        effects = [effect for card in cards for version in card.versions for effect in version.effects]
        kept = [one.kind for effect in effects for one in effect.applies]
        return any("hand limit" in kind for kind in kept)

    @property
    def limited(self) -> tuple[str, ...]:
        """Who discards down to the limit."""
        return PLAYERS if self.game.ruleset["hand-size adjustment"] == "both players" else PLAYERS[:1]


def hand(outcome: Outcome, player: str) -> int:
    """How many cards the player has in the hand."""
    named = sum(card.side == player and card.zone == "hand" for card in outcome.cards)
    return named + sum(known(number) for side, zone, number in outcome.unnamed if (side, zone) == (player, "hand"))


def assert_cards_kept(watched: Watched) -> None:
    """Every card that was laid is in one place, its owner's as before; what is off the field is with its owner.

    Tokens are on the field or nowhere; of the unnamed cards each player keeps as many as there were.
    """
    token = {name: watched.library.card(name).is_token for _, seen in watched.seen for name in names(seen)}
    laid: Counter[tuple[str, str]] = Counter()
    for card in watched.board.cards:
        if not watched.library.card(card.name).is_token:
            laid[card.owner.value, card.name] += card.copies
    start = Counter({who.value: unnamed_cards(watched.board, who) for who in (Who.TURN, Who.OPPONENT)})
    for _, outcome in watched.seen:
        there = Counter((card.owner, card.name) for card in outcome.cards if not token[card.name])
        assert there == laid
        left: Counter[str] = Counter()
        for side, zone, number in outcome.unnamed:
            assert zone in OFF_FIELD
            assert known(number) >= 0
            left[side] += known(number)
        assert left == start
        for rests in outcome.cards:
            assert rests.side == rests.owner or rests.zone in MOST_THERE, rests
            assert not token[rests.name] or rests.zone == "monsters", rests


def unnamed_cards(board: Board, who: Who) -> int:
    """How many cards without a name the player has; a Deck that the board does not mention holds thirty."""
    side = board.side(who)
    told = Zone.DECK in side.unnamed or any(card.zone is Zone.DECK for card in side.cards)
    return sum(map(most, side.unnamed.values())) + (0 if told else UNKNOWN_DECK)


def names(outcome: Outcome) -> set[str]:
    """The names of the cards that are somewhere."""
    return {card.name for card in outcome.cards}


def assert_zones_hold(watched: Watched) -> None:
    """No zone holds more than it can, nor a card of a kind that cannot be there."""
    fitting = {(card.name, card.zone) for _, seen in watched.seen for card in seen.cards}
    for name, zone in fitting:
        assert can_be(watched.library, name, zone), (name, zone)
    for _, outcome in watched.seen:
        there = Counter((card.side, card.zone) for card in outcome.cards)
        assert all(there[side, zone] <= number for side in PLAYERS for zone, number in MOST_THERE.items()), outcome


def can_be(library: Library, name: str, zone: str) -> bool:
    """Whether a board may have the card in the zone."""
    try:
        check_place(library.card(name), Zone(zone), NOWHERE_TOLD)
    except InputError:
        return False
    return True


def assert_life_counts(watched: Watched) -> None:
    """Nobody has less than none; who has none has lost, unless neither has any; a duel that is decided is over."""
    for number, (window, outcome) in enumerate(watched.seen):
        life = {player: known(number) for player, number in outcome.life}
        assert all(0 <= life[player] <= MOST_LIFE for player in PLAYERS)
        gone = [player for player in PLAYERS if not life[player]]
        if len(gone) == 2:
            assert outcome.result == "draw"
        elif gone:
            assert outcome.result in PLAYERS
            assert outcome.result != gone[0]
        ended = not watched.graph.edges(number)
        assert ended is (window is Window.OVER)
        assert outcome.result == "open" or ended


def assert_hands_fit(watched: Watched) -> None:
    """Only before the adjustment is a hand over the limit: not right after a discard for it, and not at the end.

    Nor is anybody made to discard below it. On boards where no card changes the limit.
    """
    if watched.limits_change:
        return
    seen, graph = watched.seen, watched.graph
    for number, (window, outcome) in enumerate(seen):
        if window is Window.OVER and outcome.result == "open":
            assert all(hand(outcome, player) <= HAND_LIMIT for player in watched.limited), outcome
        for edge in graph.edges(number):
            event = graph.event(edge)
            assert isinstance(event, Happening)
            if event.kind is Kind.DISCARD:
                assert event.by in watched.limited
                assert window in (Window.TURN_ADJUSTS, Window.OPPONENT_ADJUSTS)
                assert hand(outcome, event.by) > HAND_LIMIT
                if not event.goes_on and seen[graph.targets[edge]][0] is not Window.OVER:
                    assert hand(seen[graph.targets[edge]][1], event.by) <= HAND_LIMIT


def assert_chains_close(watched: Watched) -> None:
    """Links are numbered from one without a gap; there are some while players respond, and none in any other window."""
    for state, (window, outcome) in zip(watched.graph.states, watched.seen, strict=True):
        links = watched.links(state)
        assert links == list(range(1, len(links) + 1))
        if window in IDLE or (window is Window.OVER and outcome.result == "open"):
            assert not links
        if window in RESPONDING:
            assert links


def assert_steps_told(watched: Watched) -> None:
    """Each step has one actor, reasons that exist, and a text in either language that names the actor and the cards."""
    system = watched.game.system
    for label in sorted(set(watched.graph.labels)):
        command = system.commands[label]
        event = command.event
        assert isinstance(event, Happening)
        assert event.by == command.by
        assert command.by in (*PLAYERS, RULES)
        assert command.guard
        assert_reasons(watched, command.guard)
        assert_told(watched.library, event)
    for number in range(len(watched.graph.states)):
        assert len({system.commands[watched.graph.labels[edge]].by for edge in watched.graph.edges(number)}) <= 1


def assert_reasons(watched: Watched, clauses: tuple[Clause, ...]) -> None:
    """Each clause has a reason, and a clause of a ruleset is one of the library's."""
    for clause in clauses:
        found = REASONS.fullmatch(clause.reason)
        assert found, clause.reason
        assert found["clause"] is None or found["clause"] in watched.library.clauses, clause.reason


def assert_told(library: Library, event: Happening) -> None:
    """Either text names who acts and every card; nothing in it is left blank, and no word of it is in the other language."""
    mentioned = {name for name in (event.card, *event.cost, *event.targets, *event.chosen) if name}
    silent = event.kind in (Kind.NO_RESPONSE, Kind.PASS, Kind.DECLINE)
    for language in ("en", "ja"):
        tells = narrator(language, library)
        text = tells.event(event)
        assert text.strip()
        assert not re.search(r"[{}]", text), text
        assert event.by not in PLAYERS or tells.player(event.by) in text or event.kind in UNSAID, (event, text)
        said = [tells.card(name) for name in mentioned]
        assert silent or all(name in text for name in said), (event, text)
        if language == "ja":
            for name in sorted(said, key=len, reverse=True):
                text = text.replace(name, "")
            assert not WORD.search(text), (event, text)


UNSAID = (Kind.RESOLVE, Kind.NEGATED)
"""What the rules do, even where a player chooses."""


def assert_pruned_explained(watched: Watched) -> None:
    """Each move that is said never to be legal is forbidden by clauses with reasons, one of which fails at the start."""
    for one in watched.game.system.pruned:
        assert one.clauses, one.command
        assert_reasons(watched, one.clauses)
        assert set(one.clauses) <= set(one.command.guard), one.command


def assert_pruned_never_taken(watched: Watched, whole: StateGraph) -> None:
    """In no state of the system as it was first written does a pruned move go."""
    pruned = {one.command for one in watched.game.system.pruned}
    taken = {watched.game.whole.commands[label] for label in set(whole.labels)}
    assert not pruned & taken


def left_behind(game: Game, ends: Iterable[State]) -> Iterator[tuple[Command, tuple[str, ...]]]:
    """Each mandatory move that is left in a state with no winner, with the clauses of the ruleset that let it be left.

    The states are of the system as it was first written. It is left where it is forbidden in all its player's windows by clauses of the ruleset alone, or not at all.
    """
    windows = tuple(Window)
    moves = [
        command
        for command in game.whole.commands
        if command.by in PLAYERS and getattr(command.event, "mandatory", False)
    ]
    for state in ends:
        values = game.whole.values(state)
        if values[game.scene.result]:
            continue
        for command in moves:
            for window in PLAYERS_WINDOWS[command.by]:
                failing = command.failing(values | {game.scene.window: windows.index(window)})
                reasons = {clause.reason for clause in failing} - {"rule: in a window of theirs"}
                if all(reason.startswith("ruleset: ") for reason in reasons):
                    yield command, tuple(sorted(reason.removeprefix("ruleset: ") for reason in reasons))


LAWS = (
    assert_cards_kept,
    assert_zones_hold,
    assert_life_counts,
    assert_hands_fit,
    assert_chains_close,
    assert_steps_told,
    assert_pruned_explained,
)
"""What holds of a board by its graph alone."""
