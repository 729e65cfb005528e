"""Proofs about a ruleset: what holds in every state of the procedure, whatever cards do, and what refutes the rest.

The invariants are proved first: they hold wherever a phase begins, and every step keeps them. The other properties are
then proved of every state that satisfies them. Each is the absence of a refutation, which Z3 decides
(`explorer.questions.machine`); the guards are compared on the boards of the corpus (`explorer.system.agreement`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from explorer.game.grounding import Game, ground
from explorer.game.happenings import Happening
from explorer.game.kinds import ground_kinds, within_reach
from explorer.game.obligations import obligations
from explorer.game.players import PLAYERS, Player
from explorer.game.procedure import too_many
from explorer.game.windows import WINDOWS, Window
from explorer.questions.inquiry import Inquiry, PlayedStep
from explorer.questions.machine import Machine, Property, Refutation, Step
from explorer.search.explore import Limits, explore
from explorer.search.graph import StateNumber
from explorer.system.agreement import Agreement, agreement
from explorer.system.evaluation import Evaluation
from explorer.system.nodes import Term, const, read
from explorer.system.patience import Undecided
from explorer.system.proving import Prover
from explorer.system.terms import any_of
from explorer.system.variables import Variable
from models.board import Board
from models.library import Library
from models.ruleset import Ruleset
from models.ruling import rulesets_of

MOST_STATES = 5_000
"""The largest board of the corpus on which a play is looked for."""


class Standing(StrEnum):
    """What has come of a proof."""

    PROVED = "proved"
    FAILS = "fails"
    UNDETERMINED = "undetermined"


@dataclass(frozen=True)
class Situation:
    """A state as a person would tell it: whose window, the chain (its last link last), and who holds what."""

    window: Window
    passed: bool
    adjusted: bool
    chain: tuple[str, ...]
    due: Mapping[Player, tuple[str, ...]]
    called: tuple[str, ...]
    over_limit: tuple[Player, ...]


@dataclass(frozen=True)
class Counterexample:
    """The smallest state that refutes a property: what is wrong, the state, and the step with where it leads."""

    says: str
    before: Situation
    event: Happening | None = None
    after: Situation | None = None


@dataclass(frozen=True)
class BoardPlay:
    """A play on a board of the corpus that breaks the property; `board` names the ruling, `last` is its last state.

    Where a step breaks it, `last` is the state before that step.
    """

    board: str
    says: str
    steps: tuple[PlayedStep, ...]
    last: Situation


@dataclass(frozen=True)
class Proof:
    """What has come of one property: how many steps or guards were looked at, and what refutes it.

    `parts` names what fails or was not decided.
    """

    about: Property
    standing: Standing
    cases: int
    parts: tuple[str, ...] = ()
    counterexample: Counterexample | None = None
    play: BoardPlay | None = None

    def __str__(self) -> str:
        return f"{self.about}: {self.standing}"


@dataclass(frozen=True)
class Proofs:
    """All properties of one ruleset, and how many questions Z3 was asked for the first five of them."""

    ruleset: str
    proofs: tuple[Proof, ...]
    queries: int

    @property
    def standing(self) -> Standing:
        """The worst of them."""
        found = {proof.standing for proof in self.proofs}
        return next((one for one in (Standing.FAILS, Standing.UNDETERMINED) if one in found), Standing.PROVED)


def prove(
    ruleset: Ruleset, library: Library, seconds: float | None = None, properties: Iterable[Property] = Property
) -> Proofs:
    """All properties of the ruleset; `seconds` is the time for one query, after which nothing is claimed."""
    game = ground_kinds(ruleset)
    about = prove_machine(Machine(game, within_reach(game)), seconds, properties)
    found: list[Proof] = []
    for one in about.proofs:
        refuted = one.standing is Standing.FAILS
        found.append(replace(one, play=on_a_board(one.about, ruleset, library)) if refuted else one)
    if Property.GUARDS in properties:
        systems = (game, *(ground(board, library, ruleset) for _, board in boards(ruleset, library)))
        found.append(guards_agree(systems, seconds))
    return Proofs(ruleset.id, tuple(found), about.queries)


def prove_machine(machine: Machine, seconds: float | None = None, properties: Iterable[Property] = Property) -> Proofs:
    """The properties that are about steps, of the machine of one board."""
    wanted = list(properties)
    start = _Proving(machine, seconds)
    steps = _Proving(machine, seconds, assume=[one.term for one in machine.invariants])
    proofs: list[Proof] = []
    for one in Property:
        if one not in wanted or one is Property.GUARDS:
            continue
        proof, found = start.proof(one, list(machine.at_start())) if one is Property.INVARIANTS else (None, [])
        if proof is not None and proof.standing is not Standing.PROVED:
            proofs.append(replace(proof, counterexample=start.counterexample(found)))
            continue
        proof, found = steps.proof(one, list(machine.refutations(one)))
        if found:
            shown = _calm(machine, one, seconds) or steps.counterexample(found)
            proof = replace(proof, counterexample=shown)
        proofs.append(proof)
    if proofs and proofs[0].about is Property.INVARIANTS and proofs[0].standing is not Standing.PROVED:
        proofs[1:] = [_unsupported(proof) for proof in proofs[1:]]
    return Proofs(machine.game.ruleset.id, tuple(proofs), start.prover.queries + steps.prover.queries)


def _unsupported(proof: Proof) -> Proof:
    """What was proved from invariants that are not proved themselves is not proved."""
    if proof.standing is not Standing.PROVED:
        return proof
    return replace(proof, standing=Standing.UNDETERMINED, parts=("it rests on the invariants",))


def _calm(machine: Machine, about: Property, seconds: float | None) -> Counterexample | None:
    """The smallest state that refutes the property though no card does anything unasked; it is easier to read."""
    calm = _Proving(machine.calm, seconds, assume=[one.term for one in machine.invariants])
    _, found = calm.proof(about, list(machine.calm.refutations(about)))
    return calm.counterexample(found)


class _Proving:
    """Proofs about one machine under the same assumptions."""

    def __init__(self, machine: Machine, seconds: float | None, assume: Sequence[Term] = ()) -> None:
        self.machine = machine
        self.prover = Prover(machine.variables, seconds)
        for term in assume:
            self.prover.assume(term)

    def proof(self, about: Property, refutations: Sequence[Refutation]) -> tuple[Proof, list[Refutation]]:
        """Whether none of these is possible, and those that are."""
        by_step: dict[Step | None, list[Refutation]] = {}
        for one in refutations:
            by_step.setdefault(one.step, []).append(one)
        found: list[Refutation] = []
        unknown: list[Refutation] = []
        for together in by_step.values():
            if self._possible([one.term for one in together]) is False:
                continue
            for one in together:
                possible = self._possible([one.term])
                if possible is not False:
                    (unknown if possible is None else found).append(one)
        standing = Standing.FAILS if found else Standing.UNDETERMINED if unknown else Standing.PROVED
        parts = tuple(dict.fromkeys(_told(one) for one in found or unknown))
        return Proof(about, standing, len(by_step), parts), found

    def _possible(self, terms: Sequence[Term]) -> bool | None:
        try:
            return self.prover.possible(any_of(terms))
        except Undecided:
            return None

    def counterexample(self, found: Sequence[Refutation]) -> Counterexample | None:
        """The smallest state in which one of them is possible; None if none is, or if Z3 has not the time."""
        if not found:
            return None
        try:
            model = self.prover.smallest(any_of(one.term for one in found), self.machine.usual)
        except Undecided:
            return None
        value_of = Evaluation(model)
        shown = next(one for one in found if value_of(one.term))
        before = situation(self.machine, model)
        if shown.step is None:
            return Counterexample(shown.says, before)
        event = shown.step.command.event
        assert isinstance(event, Happening)
        settled = shown.step.settled
        values = {one: value_of(settled.get(one, read(one))) for one in self.machine.game.whole.variables}
        return Counterexample(shown.says, before, event, situation(self.machine, values))


def _told(refutation: Refutation) -> str:
    return refutation.says if refutation.step is None else f"{refutation.says}: {refutation.step.command.event}"


def situation(machine: Machine, values: Mapping[Variable, int]) -> Situation:
    """The state with these values, as it is told."""
    procedure, scene = machine.procedure, machine.game.scene

    value_of = Evaluation(values)

    def holds(term: Term) -> bool:
        return bool(value_of(term))

    links = sorted((values[use.link], use.label) for use in procedure.chain.uses if values[use.link])
    due = {
        player: tuple(
            dict.fromkeys(one.name for one in obligations(procedure) if one.player is player and holds(one.due))
        )
        for player in PLAYERS
    }
    waiting = [use for use in procedure.triggers if use.called is not None and holds(read(use.called))]
    return Situation(
        WINDOWS[values[scene.window]],
        holds(read(scene.passes)),
        holds(read(scene.adjusted)),
        tuple(label for _, label in links),
        due,
        tuple(dict.fromkeys(f"{use.label} ({use.member.owner})" for use in waiting)),
        tuple(player for player in PLAYERS if holds(too_many(scene, player))),
    )


# ---- the boards of the corpus ----


def boards(ruleset: Ruleset, library: Library) -> Iterator[tuple[str, Board]]:
    """The boards of the rulings that speak about the ruleset, or else about the one that it extends, with their names.

    A ruleset about which no ruling speaks, and which extends none, has all boards.
    """
    spoken = {name for ruling in library.rulings for name in rulesets_of(ruling)}
    name = next((one for one in (ruleset.id, ruleset.extends) if one in spoken), None)
    for ruling in library.rulings:
        for number, case in enumerate(ruling.cases, 1):
            if name is None or name in case.rulesets:
                yield (ruling.id if len(ruling.cases) == 1 else f"{ruling.id}#{number}"), case.board


def on_a_board(about: Property, ruleset: Ruleset, library: Library) -> BoardPlay | None:
    """A shortest play on the first board of the corpus where the property is broken; None if no board shows it."""
    for name, board in boards(ruleset, library):
        game = ground(board, library, ruleset)
        found = _broken(about, game)
        if found is not None:
            return BoardPlay(name, *found)
    return None


def _broken(about: Property, game: Game) -> tuple[str, tuple[PlayedStep, ...], Situation] | None:
    """The first state of the board, as the search meets them, that a refutation is about, and the play to it."""
    graph = explore(game.whole, limits=Limits(states=MOST_STATES))
    machine = Machine(game, quiet=True)
    alone: list[Refutation] = []
    by_command: dict[int, list[Refutation]] = {}
    numbers = {id(command): number for number, command in enumerate(game.whole.commands)}
    for one in machine.refutations(about):
        if one.term == const(0):
            continue
        place = alone if one.step is None else by_command.setdefault(numbers[id(one.step.command)], [])
        place.append(one)
    inquiry = Inquiry(replace(game, system=game.whole), graph)

    def shown(state: StateNumber, says: str, *edge: int) -> tuple[str, tuple[PlayedStep, ...], Situation]:
        last = situation(machine, game.whole.values(graph.states[state]))
        return says, inquiry.steps([*graph.path_to(state), *edge]), last

    for state in range(graph.expanded):
        value_of = Evaluation(game.whole.values(graph.states[state]))
        for one in alone:
            if value_of(one.term):
                return shown(state, one.says)
        for edge in graph.edges(state):
            for one in by_command.get(graph.labels[edge], ()):
                if value_of(one.term):
                    return shown(state, one.says, edge)
    return None


def guards_agree(games: Iterable[Game], seconds: float | None = None) -> Proof:
    """That the guards of all commands of these boards mean the same to the search and to the solver."""
    found = Agreement()
    for game in games:
        found += agreement(game.system, seconds)
    standing = Standing.FAILS if found.different else Standing.UNDETERMINED if found.undecided else Standing.PROVED
    return Proof(Property.GUARDS, standing, found.guards, found.different or found.undecided)
