"""Grounding: a board and a ruleset become a transition system that knows no cards.

The cast of a board is fixed, so every rule question about it is a formula over finitely many variables. After this
module the search, the solver and the exports see guarded commands only.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product

from explorer.game.cast import Member
from explorer.game.chain import Chain
from explorer.game.conditions import condition, counted
from explorer.game.continuous import apply_continuous, react_lastingly
from explorer.game.happenings import Happening
from explorer.game.items import of_lasting
from explorer.game.items import of_use as item_of_use
from explorer.game.lasting import LastingItem, complete
from explorer.game.lingering import of_board, of_use
from explorer.game.outcome import Outcome, Projection
from explorer.game.players import NOWHERE, Player
from explorer.game.procedure import Procedure
from explorer.game.scene import Scene
from explorer.game.states import declare, states, turn_ends
from explorer.game.tallies import declare_tallies
from explorer.game.uses import Sort, Use, make_uses
from explorer.game.windows import WINDOWS, Window
from explorer.system.commands import RULES, Command
from explorer.system.evaluation import substitute
from explorer.system.folding import fold
from explorer.system.memory import uncollected
from explorer.system.nodes import CONST, const, variables_of
from explorer.system.pruning import Statistics, prune
from explorer.system.readings import Readings
from explorer.system.reductions import EVERY, Reduction, Reductions
from explorer.system.system import Orbit, Pruned, State, System
from explorer.system.terms import Term, Variable, all_of, at_most, count_true, equal, negate, read
from explorer.system.truths import is_told
from models.board import Board
from models.errors import InputError
from models.library import Library
from models.limits import MOST_COPIES
from models.open_values import Number
from models.phrase import Condition, Count
from models.ruleset import Ruleset


@dataclass(frozen=True, eq=False)
class Game:
    """A grounded board: the system to search, and what its states mean.

    ``whole`` is the system before anything was folded or pruned; terms that are ``watched`` kept their values.
    """

    scene: Scene
    whole: System
    watched: tuple[Term, ...]
    system: System
    projection: Projection
    uses: tuple[Use, ...]
    solver: dict[str, int]
    procedure: Procedure
    reductions: Reductions

    @property
    def board(self) -> Board:
        """The board that was grounded."""
        return self.scene.board

    @property
    def ruleset(self) -> Ruleset:
        """The ruleset under which it was grounded."""
        return self.scene.ruleset

    def condition(self, says: Condition) -> Term:
        """A condition of a claim as a term of the system."""
        return self.system.term(condition(self.scene, says, None, None))

    def count(self, what: Count) -> Term:
        """A count of a wish as a term of the system."""
        return self.system.term(counted(self.scene, what, None))

    @property
    def pruned(self) -> tuple[Pruned, ...]:
        """Each move that can never be legal here, once, with the clauses that forbid it."""
        legal = {command.event for command in self.system.commands}
        found = {one.command.event: one for one in self.system.pruned if one.command.event not in legal}
        return tuple(one for one in found.values() if one.command.by != RULES and not _is_part(one.command))

    @property
    def pictured(self) -> bool:
        """Whether states are told apart by all that a picture of the board shows."""
        return all(is_told(self.system, term) for term in _pictured(self.scene))

    @property
    def unfinished(self) -> frozenset[int]:
        """The commands of the system after which the act of a player goes on."""
        return frozenset(number for number, command in enumerate(self.system.commands) if _goes_on(command))

    @cached_property
    def _readings(self) -> Readings:
        return Readings(self.system, dict.fromkeys(self.projection.terms))

    def outcome(self, state: State) -> Outcome:
        """What the state leaves, were the End Phase to end there."""
        return self.projection.outcome(self._readings.of(state))

    @cached_property
    def start(self) -> Outcome:
        """The board as it was laid, before the rules do what they do at once, told like an outcome.

        Numbers that are open stay open, and cards of which something is open are left out.
        """
        start = {**{variable: const(value) for variable, value in self.whole.initial.items()}, **self.whole.opened}
        values = {term: substitute(term, start) for term in self.projection.terms}
        return self.projection.certain({t: v.value if v.kind is CONST else v for t, v in values.items()})

    def closed(self, case: Mapping[Variable, int]) -> Game:
        """The game in one case of what is open, which need not tell what makes no difference."""
        every = {**self.whole.initial, **case}
        return replace(self, whole=self.whole.closed(every), system=self.system.closed(case))

    @property
    def of_cards(self) -> frozenset[Variable]:
        """The variables that tell where the cards are and whether they are hidden."""
        return frozenset().union(*(variables_of(self.system.term(term)) for term in self.projection.of_cards))

    @cached_property
    def _window(self) -> Term:
        return self.system.term(read(self.scene.window))

    def window(self, state: State) -> Window:
        """Where the procedure stands in a state."""
        return WINDOWS[self.system.value(state, self._window)]


def _is_part(command: Command) -> bool:
    return isinstance(command.event, Happening) and command.event.part > 0


def _goes_on(command: Command) -> bool:
    return isinstance(command.event, Happening) and command.event.goes_on


def ground(
    board: Board,
    library: Library,
    ruleset: Ruleset,
    *,
    watching: Iterable[Condition | Count] = (),
    left_open: Collection[str] = (),
    pictured: bool = False,
    about: Collection[str] = (),
    reductions: Reductions = EVERY,
    alike: Sequence[Game] = (),
) -> Game:
    """The board as a system; ``watching`` are conditions and counts that will be asked of its states.

    The values of the clauses ``left_open`` are open in the system. With ``pictured`` states are told apart by all that
    a picture of the board shows: battle positions and counters too. With names in ``about`` outcomes tell of no other
    cards. A game ``alike``, grounded with the same reductions, gives its simplified system where both are the same as
    they were first written. Raises InputError for a verb or event that nobody knows, for a choice with too many ways,
    and for a name in ``about`` that no card of the board has.
    """
    with uncollected():
        scene = Scene(board, library, ruleset, left_open, Reduction.PARTS in reductions)
        _refuse_strangers(scene, about)
        return _ground(scene, watching, pictured, about, reductions, alike)


def _refuse_strangers(scene: Scene, about: Collection[str]) -> None:
    known = sorted({member.name for member in scene.members})
    for name in about:
        if name not in known:
            raise InputError(f"{name} is not on this board", scene.board.at, expected=known)


def _ground(
    scene: Scene,
    watching: Iterable[Condition | Count],
    pictured: bool,
    about: Collection[str],
    reductions: Reductions,
    alike: Sequence[Game],
) -> Game:
    uses = _uses(scene)
    declare(scene)
    lasting, leaves = _lasting(scene, uses)
    apply_continuous(scene)
    declare_tallies(scene)
    for item in lasting:
        react_lastingly(scene, item)
    for item in lasting:
        complete(item)
    chain = Chain(scene, uses, leaves)
    items = [of_lasting(item) for item in lasting if item.is_item]
    items += [item_of_use(use, chain.segments[use]) for use in uses if use.sort is Sort.ITEM]
    procedure = Procedure(scene, chain, items, lasting, states(scene), turn_ends(scene))
    commands = tuple(procedure.commands())
    closing = procedure.closing()
    projection = Projection(scene, about)
    initial = dict(scene.words.initial)
    opened = scene.words.opened
    orbits = _orbits(scene) if Reduction.COPIES in reductions else ()
    whole = System(tuple(initial), initial, commands, closing, orbits, opened=opened, assume=_assumed(scene))
    watched = [*projection.terms, *_watched(scene, watching), read(scene.window), read(scene.adjusted)]
    watched += [read(use.link) for use in chain.uses]
    if pictured:
        watched += _pictured(scene)
    asked = tuple(watched)
    same = next((one for one in alike if one.watched == asked and one.whole.same_steps(whole)), None)
    system, solver = _simplified(whole, watched, reductions) if same is None else (same.system, same.solver)
    return Game(scene, whole, asked, system, projection, tuple(chain.uses), solver, procedure, reductions)


def _assumed(scene: Scene) -> Term:
    """What limits the values that are open: what the board says, ways of its cards that cannot be, and the rules."""
    words = scene.words
    parts = [condition(scene, says, None, None) for says in scene.board.assume]
    parts += [one for member in scene.members for one in _ways(member)]
    owned: dict[tuple[str, Player], list[Member]] = {}
    for member in scene.members:
        if member.placed is not None and not member.card.is_token:
            owned.setdefault((member.name, member.owner), []).append(member)
    for copies in owned.values():
        if any(member.spot in words.opened for member in copies):
            parts.append(at_most(count_true(negate(scene.at(member, NOWHERE)) for member in copies), MOST_COPIES))
    assumed = all_of(parts)
    start = {variable: words.opened.get(variable, const(words.initial[variable])) for variable in variables_of(assumed)}
    return substitute(assumed, start)


def _ways(member: Member) -> Iterator[Term]:
    """That the notes which are open on a card go together, where some do not."""
    possible = {values for values, _ in member.placed.variants} if member.placed is not None else set()
    for values in product(*(range(note.low, note.high + 1) for note in member.notes)):
        if member.notes and values not in possible:
            pairs = zip(member.notes, values, strict=True)
            yield negate(all_of(equal(read(note), value) for note, value in pairs))


def _simplified(whole: System, watched: Sequence[Term], reductions: Reductions) -> tuple[System, dict[str, int]]:
    """The system without what can never be: constants folded, and commands that no state allows pruned by Z3."""
    statistics = Statistics()
    if Reduction.FOLDING not in reductions:
        system = whole
    elif Reduction.PRUNING not in reductions:
        system = fold(whole, watched)
    else:
        system, statistics = prune(whole, watched=watched)
    numbers = {"queries": statistics.queries, "remembered": statistics.remembered, "pruned": statistics.pruned}
    return system, numbers


def _watched(scene: Scene, watching: Iterable[Condition | Count]) -> list[Term]:
    return [
        counted(scene, what, None) if isinstance(what, Count) else condition(scene, what, None, None)
        for what in watching
    ]


def _pictured(scene: Scene) -> list[Term]:
    """What a picture of the board shows of each card besides its place."""
    positions = [read(member.defense) for member in scene.members if member.card.is_monster]
    return [*positions, *map(read, scene.counters.values())]


def _uses(scene: Scene) -> list[Use]:
    changes = _control_changes(scene)
    return [use for member in scene.members for use in make_uses(scene, member, changes)]


def _control_changes(scene: Scene) -> bool:
    """Whether a monster can come under the other player's control in this End Phase."""
    effects = [effect for member in scene.members for effect in member.effects]
    for lingering in scene.board.lingering:
        effects += scene.library.card(lingering.card).effects_on(scene.ruleset.day)
    statuses = [one.status for effect in effects for one in effect.leaves]
    taking = any(
        action.verb == "take control of" for effect in effects for step in effect.steps for action in step.options
    )
    return taking or any(status is not None and status.kind == "control" for status in statuses)


def _lasting(scene: Scene, uses: Sequence[Use]) -> tuple[list[LastingItem], dict[Use, list[LastingItem]]]:
    items: list[LastingItem] = []
    for number, lingering in enumerate(scene.board.lingering, 1):
        items += of_board(scene, lingering, number)
    leaves: dict[Use, list[LastingItem]] = {}
    for use in uses:
        if use.effect.leaves:
            leaves[use] = of_use(use)
            items += leaves[use]
    return items, leaves


def _orbits(scene: Scene) -> tuple[Orbit, ...]:
    """Copies of one card of one owner are interchangeable, unless a fact ties two of them together or is open."""
    groups: dict[tuple[str, Player, Number | None], list[dict[str, Variable]]] = {}
    for member in scene.members:
        if any(variable in scene.words.opened for variable in scene.words.rows[member.label].values()):
            continue
        told = member.placed.attack if member.placed is not None else None
        groups.setdefault((member.name, member.owner, told), []).append(scene.words.rows[member.label])
    orbits: list[Orbit] = []
    for rows in groups.values():
        columns = sorted(rows[0])
        alike = all(sorted(row) == columns for row in rows)
        apart = len({variable for row in rows for variable in row.values()}) == sum(map(len, rows))
        if len(rows) > 1 and alike and apart:
            orbits.append(Orbit(tuple(tuple(row[column] for column in columns) for row in rows)))
    return tuple(orbits)
