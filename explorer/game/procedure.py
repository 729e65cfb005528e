"""The procedure of the End Phase: who gets a window when, who may pass, who is compelled, and when it is over.

Every point on which the sources differ is a clause of the ruleset (``models/clauses.yaml``); a guard that rests on one
names it as ``ruleset: <clause>``, so that an explanation can give its citation.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from copy import copy

from explorer.game.adjustment import Adjustment
from explorer.game.chain import Chain
from explorer.game.happenings import Happening, Kind
from explorer.game.items import Item, last_items, later_steps, process
from explorer.game.lasting import LastingItem
from explorer.game.moves import Manner, move
from explorer.game.players import PLAYERS, Player
from explorer.game.scene import RESULTS, Scene
from explorer.game.uses import Sort, Use, spent
from explorer.game.windows import WINDOWS, Window, open_windows, window_of
from explorer.system.commands import Assign, Block, Clause, Command, If, Statement, block
from explorer.system.terms import (
    FALSE,
    TRUE,
    Term,
    all_of,
    any_of,
    at_least,
    either,
    equal,
    less,
    negate,
    read,
)
from models.phrase import Place, Span

_COUNTER_TRAPS = 3  # the highest spell speed

_COMPELLED = "compelled act"
_QUICK = "quick effects in windows"
LATE_TRIGGERS = "mandatory triggers after the adjustment"
LATE_ITEMS = "items after the adjustment"


class Procedure:
    """The automaton over windows for one board: its commands, and what the rules do at once after each of them."""

    def __init__(
        self,
        scene: Scene,
        chain: Chain,
        items: Sequence[Item],
        lasting: Sequence[LastingItem],
        states: Sequence[Statement],
        turn_ends: Sequence[Statement],
    ) -> None:
        """Put the windows around the effects and items of a board."""
        self.scene = scene
        self.chain = chain
        self.items = items
        self.lasting = lasting
        self.states = states
        self.turn_ends = turn_ends
        self.phase = [use for use in chain.uses if use.sort is Sort.PHASE]
        self.triggers = [use for use in chain.uses if use.sort is Sort.TRIGGER]
        self.event_cards = [use for use in chain.uses if use.sort is Sort.QUICK and use.called is not None]
        self.last = [item for item in lasting if item.lasting.span is Span.END_OF_END_PHASE]
        self.adjustments = {player: self._adjustment(player) for player in PLAYERS}

    # ---- what is mandatory ----

    def mandatory(self, player: Player) -> Term:
        """Whether the player holds something that must be dealt with before the End Phase may end."""
        due = [item.condition for item in self.items if item.mandatory and item.player is player]
        effects = [self.chain.usable(use) for use in self.phase if use.effect.mandatory and use.player is player]
        return any_of([*due, *effects])

    def mandatory_after(self, player: Player) -> Term:
        """The same after the hand-size adjustment, where less is still done."""
        scene = self.scene
        items = [item.condition for item in self.items if item.mandatory and item.player is player]
        effects = [self.chain.usable(use) for use in self.phase if use.effect.mandatory and use.player is player]
        return any_of(
            all_of(scene.rule(LATE_ITEMS, "yes"), any_of(items)),
            all_of(scene.rule(LATE_TRIGGERS, "yes"), self.chain_allowed, any_of(effects)),
        )

    @property
    def chain_allowed(self) -> Term:
        """Whether a chain may still start: always before the adjustment, after it as the ruleset says."""
        many = self.scene.rule("chains after the adjustment", "as many as arise")
        return any_of(many, negate(all_of(read(self.scene.adjusted), read(self.scene.chain_after))))

    # ---- commands ----

    def commands(self) -> list[Command]:
        """All commands of the board, the procedure's own first."""
        commands: list[Command] = []
        for player in PLAYERS:
            commands += self._passes(player)
        for player in PLAYERS:
            commands += self._acts(player)
        commands += last_items(self.scene, self.last)
        for player in PLAYERS:
            if self.chain.quick[player]:
                commands.append(self.chain.no_response(player))
        commands += self._trigger_order()
        for use in self.chain.uses:
            commands += self.chain.resolutions(use)
        for item in self.items:
            commands += later_steps(self.scene, item)
        for player in PLAYERS:
            commands += self.adjustments[player].commands
        return commands

    def _passes(self, player: Player) -> list[Command]:
        scene = self.scene
        must = self.mandatory(player)
        allowed = any_of(scene.rule("passing with mandatory items", "yes"), negate(must))
        holds = Clause("ruleset: passing with mandatory items", allowed)
        happening = Happening(Kind.PASS, player)
        compelled = [window_of(player, kind) for kind in ("compelled", "after")]
        opened = (
            Clause("rule: in a window of theirs", scene.in_window(window_of(player, "open"), *compelled)),
            Clause("rule: a compelled player acts", negate(scene.in_window(*compelled))),
        )
        other = [_to(scene, window_of(player.other, "open")), Assign(scene.passes, 1)]
        then = If(read(scene.passes), self._two_passes(), other)
        commands = [Command(player, happening, (*opened, holds), block(then))]
        if player is Player.TURN:
            again = Clause("ruleset: second offer to the turn player", scene.in_window(Window.TURN_AGAIN))
            to_opponent = block(_to(scene, Window.OPPONENT_COMPELLED))
            commands.append(Command(player, happening, (again,), to_opponent))
        return commands

    def _two_passes(self) -> Block:
        """Who is compelled once both have passed in a row; with nothing mandatory left the phase closes."""
        scene = self.scene
        asked_again = scene.rule("second offer to the turn player", "yes")
        to_opponent = If(asked_again, _to(scene, Window.TURN_AGAIN), _to(scene, Window.OPPONENT_COMPELLED))
        to_turn = _to(scene, Window.TURN_COMPELLED)
        turn, other = self.mandatory(Player.TURN), self.mandatory(Player.OPPONENT)
        closes = _to(scene, Window.CLOSING)
        decided = If(
            scene.rule("compelled first", "turn player"),
            If(turn, to_turn, If(other, to_opponent, closes)),
            If(other, _to(scene, Window.OPPONENT_COMPELLED), If(turn, to_turn, closes)),
        )
        missed = [Assign(use.called, 0) for use in self.event_cards if use.called is not None]
        return [Assign(scene.passes, 0), *missed, decided]

    def _acts(self, player: Player) -> list[Command]:
        """Everything that the player can do in a window: effects, quick effects, items."""
        scene = self.scene
        commands: list[Command] = []
        for use in self.phase:
            if use.player is player:
                mandatory = use.effect.mandatory
                late = all_of(scene.rule(LATE_TRIGGERS, "yes"), self.chain_allowed) if mandatory else FALSE
                where = self.where(player, mandatory, late, LATE_TRIGGERS if mandatory else "")
                commands += self._activates(use, where, Kind.ACTIVATE)
        for item in self.items:
            if item.player is player:
                commands += self.processing(item)
        starts = Clause(f"ruleset: {_QUICK}", scene.rule(_QUICK, "yes"))
        for use in self.chain.quick[player]:
            where = (starts, *self.where(player, False))
            commands += self._activates(use, where, Kind.ACTIVATE)
            responds = all_of(
                scene.in_window(window_of(player, "responds")),
                self.chain.fast_enough(use),
                any_of(self._lets_pass(use), negate(read(scene.adjusted))),
            )
            commands += self._activates(use, (Clause("rule: in response", responds),), Kind.CHAIN)
        return commands

    def processing(self, item: Item) -> list[Command]:
        """The commands by which the item is processed, or by which that begins."""
        late = self.scene.rule(LATE_ITEMS, "yes") if item.mandatory else FALSE
        where = self.where(item.player, item.mandatory, late, LATE_ITEMS if item.mandatory else "")
        return process(self.scene, item, where)

    def without(self, items: Collection[Item]) -> Procedure:
        """The procedure of the same board if these items were not there."""
        fewer = copy(self)
        fewer.items = [item for item in self.items if item not in items]
        return fewer

    def where(self, player: Player, mandatory: bool, late: Term = FALSE, clause: str = "") -> tuple[Clause, ...]:
        """In which windows the player may do something; ``late``, by a clause, after the adjustment too."""
        scene = self.scene
        windows = open_windows(player)
        if late is not FALSE:
            windows = (*windows, window_of(player, "after"))
        before = any_of(negate(read(scene.adjusted)), late)
        compelled = scene.in_window(window_of(player, "compelled"))
        anything = TRUE if mandatory else any_of(scene.rule(_COMPELLED, "anything"), negate(compelled))
        return (
            Clause("rule: in a window of theirs", scene.in_window(*windows)),
            Clause(f"ruleset: {_COMPELLED}", anything),
            Clause(f"ruleset: {clause}" if clause else "rule: no window opens after the adjustment", before),
        )

    def _lets_pass(self, use: Use) -> Term:
        """Whether the effect may be used after the adjustment too, as a trigger or in response."""
        if use.effect.mandatory or use.speed == _COUNTER_TRAPS:
            return TRUE
        return negate(self.scene.rule("triggers of the discard", "only Counter Traps and mandatory effects"))

    def _activates(self, use: Use, where: Sequence[Clause], kind: Kind) -> list[Command]:
        commands = []
        for activation in self.chain.activations[use]:
            command = self.chain.activate(activation, kind, where)
            if kind is Kind.ACTIVATE:
                holder = Assign(self.scene.holder, use.player.number)
                command = Command(command.by, command.event, command.guard, (holder, *command.update))
            commands.append(command)
        return commands

    # ---- triggers of one event ----

    def _groups(self) -> list[tuple[Player, bool, list[Use]]]:
        """Triggers in the order in which they are put on a chain."""
        return [
            (
                player,
                mandatory,
                [use for use in self.triggers if use.player is player and use.effect.mandatory is mandatory],
            )
            for mandatory in (True, False)
            for player in PLAYERS
        ]

    def _trigger_order(self) -> list[Command]:
        scene = self.scene
        commands: list[Command] = []
        earlier: list[Term] = []
        for player, mandatory, uses in self._groups():
            turn = all_of(scene.in_window(Window.TRIGGERS), negate(any_of(earlier)))
            where = Clause("rule: the order of triggers of one event", turn)
            for use in uses:
                for activation in self.chain.activations[use]:
                    commands.append(self.chain.activate(activation, Kind.ACTIVATE, (where,), self._share))
            waiting = any_of(self.waits(use) for use in uses)
            if not mandatory and uses:
                cleared = [Assign(use.called, 0) for use in uses if use.called is not None]
                guard = (where, Clause("rule: something is left to decline", waiting))
                commands.append(Command(player, Happening(Kind.DECLINE, player), guard, block(cleared)))
            earlier.append(waiting)
        return commands

    @property
    def _share(self) -> Term:
        return self.scene.rule("items share a chain", "triggers of one event")

    def waits(self, use: Use) -> Term:
        """Whether the trigger may be put on a chain now."""
        return all_of(read(use.called), self.chain.usable(use)) if use.called is not None else FALSE

    # ---- the hand-size adjustment ----

    def _adjustment(self, player: Player) -> Adjustment:
        if player is Player.OPPONENT and self.scene.rule("hand-size adjustment", "both players") is FALSE:
            return Adjustment()
        return Adjustment.of(self.scene, player)

    # ---- what follows at once ----

    def closing(self) -> tuple[Statement, ...]:
        """What the rules do after every step, until somebody has to decide again."""
        discards = [one.finish for one in self.adjustments.values()]
        choosing = any_of(one.choosing for one in self.adjustments.values())
        return block(discards, If(negate(choosing), self._follows()))

    def _follows(self) -> tuple[Statement, ...]:
        return block(
            self._spent_cards(),
            If(equal(read(self.scene.step), 0), self.states),
            self._life(),
            If(negate(equal(read(self.scene.result), 0)), self._over()),
            If(self.scene.in_window(Window.SETTLING, Window.SETTLING_LAST), self._settles()),
            If(self.scene.in_window(Window.TRIGGERS), self._triggers_done()),
            If(self.scene.in_window(Window.NEXT), self._next_window()),
            If(self.scene.in_window(Window.CLOSING), self._closes()),
        )

    def _spent_cards(self) -> Block:
        scene = self.scene
        cards = {
            use.member: spent(scene, use.member) for use in self.chain.uses if use.activates_card and not use.stays
        }
        going = [(member, read(mark)) for member, mark in cards.items()]
        if not going:
            return ()
        manner = Manner(("sent",), Place.GRAVEYARD, ("by the rules",))
        return If(scene.in_window(Window.SETTLING), move(scene, going, manner))

    def _life(self) -> Block:
        scene = self.scene
        gone = {player: equal(read(scene.life[player]), 0) for player in PLAYERS}
        both = all_of(gone.values())
        turn_wins, opponent_wins, draw = (RESULTS.index(one) for one in (*map(str, PLAYERS), "draw"))
        winner = either(both, draw, either(gone[Player.TURN], opponent_wins, turn_wins))
        undecided = equal(read(scene.result), 0)
        return If(all_of(undecided, any_of(gone.values())), Assign(scene.result, winner))

    def _over(self) -> Block:
        """The duel or the turn is over: what lasted until then does no longer.

        In the gap that follows no window opens; what the rules do at once is done all the same (C03, C10).
        """
        ending = [item for item in self.lasting if item.lasting.span is not Span.ON_FIELD]
        statuses = [item.ends() for item in ending if item.lasting.status is not None]
        undecided = equal(read(self.scene.result), 0)
        checks = If(undecided, self.turn_ends)
        return [_to(self.scene, Window.OVER), checks, statuses, self.states, self._life()]

    def _settles(self) -> Block:
        """Triggers whose event has happened are called, if a chain may start; else whoever is next gets a window."""
        scene = self.scene
        parts: list[Block] = []
        seen: dict[object, list[Use]] = {}
        for use in (*self.triggers, *self.event_cards):
            seen.setdefault(use.pending, []).append(use)
        for uses in seen.values():
            pending, called = uses[0].pending, uses[0].called
            assert pending is not None
            assert called is not None
            if uses[0].sort is Sort.TRIGGER:
                left = all_of(negate(self._share), read(called))
                allowed = any_of(self._lets_pass(uses[0]), negate(read(scene.adjusted)))
                waits = any_of(read(pending), left)
                heard = all_of(waits, self.chain_allowed, allowed, any_of(map(self.chain.usable, uses)))
            else:
                heard = read(pending)
            parts += [Assign(called, heard), Assign(pending, 0)]
        waiting = any_of(read(use.called) for use in self.triggers if use.called is not None)
        missed = self._directly_after(waiting)
        due = any_of(map(self.mandatory, PLAYERS))  # what a last item made due is not left behind
        closes = all_of(scene.in_window(Window.SETTLING_LAST), negate(due))
        none = either(closes, WINDOWS.index(Window.CLOSING), WINDOWS.index(Window.NEXT))
        window = either(waiting, WINDOWS.index(Window.TRIGGERS), none)
        return [*parts, missed, Assign(scene.window, window)]

    def _directly_after(self, waiting: Term) -> Block:
        """Where only a chain that directly follows the adjustment is allowed, the chance passes with the moment."""
        scene = self.scene
        directly = scene.rule("chains after the adjustment", "one, directly")
        return If(all_of(directly, read(scene.adjusted), negate(waiting)), Assign(scene.chain_after, 1))

    def _triggers_done(self) -> Block:
        """With every trigger on the chain or declined, the chain is responded to; without a chain the board goes on."""
        scene = self.scene
        waiting = any_of(self.waits(use) for use in self.triggers)
        turn = self.chain.goes_to_response(Player.OPPONENT)
        opponent = self.chain.goes_to_response(Player.TURN)
        responds = If(equal(read(scene.speaker), Player.TURN.number), turn, opponent)
        started = at_least(read(scene.chain_length), 1)
        return If(negate(waiting), If(started, responds, _to(scene, Window.NEXT)))

    def _next_window(self) -> Block:
        scene = self.scene
        same = scene.rule("next window after an action", "same player")
        own = equal(read(scene.holder), Player.OPPONENT.number)
        first = If(all_of(same, own), _to(scene, Window.OPPONENT_OPEN), _to(scene, Window.TURN_OPEN))
        after = If(
            self.mandatory_after(Player.TURN),
            _to(scene, Window.TURN_AFTER),
            If(
                self.mandatory_after(Player.OPPONENT),
                _to(scene, Window.OPPONENT_AFTER),
                _to(scene, Window.CLOSING),
            ),
        )
        return [Assign(scene.passes, 0), If(read(scene.adjusted), after, first)]

    def _closes(self) -> Block:
        """Last items before the adjustment or after it, as the ruleset says, and then the end."""
        scene = self.scene
        both = scene.rule("hand-size adjustment", "both players")
        opponent = all_of(both, too_many(scene, Player.OPPONENT))
        before = scene.rule("at the end of the End Phase", "before the adjustment")
        due = any_of(item.due_last for item in self.last)
        last = _to(scene, Window.LAST_ITEMS)
        over = If(all_of(negate(before), due), last, self._over())
        end = If(opponent, _to(scene, Window.OPPONENT_ADJUSTS), over)
        adjusts = If(too_many(scene, Player.TURN), _to(scene, Window.TURN_ADJUSTS), end)
        return If(all_of(before, due, negate(read(scene.adjusted))), last, adjusts)


def too_many(scene: Scene, player: Player) -> Term:
    """Whether the player's hand is over the limit."""
    return less(scene.hand_limit(player), scene.hand_size(player))


def _to(scene: Scene, window: Window) -> Statement:
    return Assign(scene.window, WINDOWS.index(window))
