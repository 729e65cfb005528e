"""Items: what is due in this End Phase and starts no chain: lasting effects, and effects that are simply processed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from explorer.game.happenings import Happening, Kind
from explorer.game.lasting import LastingItem
from explorer.game.players import Player
from explorer.game.scene import Scene
from explorer.game.scripts import Segment, begun
from explorer.game.uses import Use
from explorer.game.windows import WINDOWS, Window
from explorer.system.commands import RULES, Assign, Block, Clause, Command, Statement, block
from explorer.system.terms import Term, Variable, all_of, boolean, equal, negate, read


@dataclass(eq=False)
class Item:
    """Something to process: whose, of which card, when it is due, what is chosen, and what it does at its end."""

    name: str
    player: Player
    mandatory: bool
    due: tuple[Clause, ...]
    segments: tuple[Segment, ...]
    starts: tuple[Statement, ...] = ()
    ends: tuple[Statement, ...] = ()
    effect: int = 0
    running: Variable | None = None

    @property
    def condition(self) -> Term:
        """Whether it is due."""
        return all_of(clause.term for clause in self.due)


def of_lasting(item: LastingItem) -> Item:
    """A lasting effect as an item of its owner."""
    due = (
        Clause("ruleset: until the End Phase", item.has_an_owner),
        Clause("card: it still applies", item.due),
    )
    if item.script_segments:
        return Item(
            item.name,
            item.player,
            item.mandatory,
            due,
            item.script_segments,
            starts=item.starts(),
            ends=item.ends(),
            running=item.running,
        )
    return Item(item.name, item.player, item.mandatory, due, (), ends=item.expires())


def of_use(use: Use, segments: tuple[Segment, ...]) -> Item:
    """An effect that is processed without a chain as an item of the player who controls the card."""
    assert use.done is not None
    segments = begun(use.player, segments)
    due = (
        Clause("card: where it must be", use.here),
        *use.conditions,
        Clause("card: once in each End Phase", negate(read(use.done))),
    )
    running = None
    if len(segments) > 1:
        name = f"{use.link.name} running"
        column = f"effect {use.number} of {use.player} running"
        running = use.scene.words.of_card(use.member.label, column, boolean(name))
    return Item(
        use.member.name,
        use.player,
        use.effect.mandatory,
        due,
        segments,
        starts=(Assign(use.done, 1),),
        effect=use.number,
        running=running,
    )


def process(scene: Scene, item: Item, where: Sequence[Clause]) -> list[Command]:
    """The commands that process the item in a window: one for each choice of its first segment."""
    if not item.segments:
        return [_command(scene, item, (*where, *item.due), _over(scene, item))]
    first = item.segments[0]
    commands: list[Command] = []
    for choice in first.choices:
        happening = Happening(
            Kind.PROCESS,
            item.player,
            item.name,
            chosen=choice.cards,
            unnamed=choice.unnamed,
            option=choice.option,
            effect=item.effect,
            mandatory=item.mandatory,
        )
        guard = (*where, *item.due, *choice.guard)
        acts: list[Block] = [Assign(scene.passes, 0), Assign(scene.holder, item.player.number), item.starts]
        update = block(acts, choice.update, _follows(scene, item, 0))
        commands.append(Command(item.player, happening, guard, update))
    if not first.free:
        fails = Clause("rule: nothing can be chosen", negate(first.possible))
        ends = first.stops or len(item.segments) == 1
        follows = _over(scene, item) if ends else _follows(scene, item, 0)
        commands.append(_command(scene, item, (*where, *item.due, fails), follows))
    return commands


def later_steps(scene: Scene, item: Item) -> list[Command]:
    """The choices of an item's later segments."""
    if item.running is None:
        return []
    commands: list[Command] = []
    for index, segment in enumerate(item.segments[1:], 1):
        at = all_of(scene.in_window(Window.PROCESSING), read(item.running), equal(read(scene.step), index))
        where = Clause("rule: the step it is at", at)
        for choice in segment.choices:
            by = RULES if segment.free else choice.by
            happening = Happening(
                Kind.RESOLVE, by, item.name, chosen=choice.cards, unnamed=choice.unnamed, option=choice.option
            )
            update = block(choice.update, _follows(scene, item, index))
            commands.append(Command(by, happening, (where, *choice.guard), update))
        if not segment.free:
            fails = Clause("rule: nothing can be chosen", negate(segment.possible))
            update = block(_over(scene, item) if segment.stops else _follows(scene, item, index))
            commands.append(Command(RULES, Happening(Kind.RESOLVE, RULES, item.name), (where, fails), update))
    return commands


def last_items(scene: Scene, items: Sequence[LastingItem]) -> list[Command]:
    """What ends at the end of the End Phase: the rules see to it, one after another in board order."""
    commands: list[Command] = []
    before: list[Term] = []
    for lasting in items:
        turn = Clause("ruleset: at the end of the End Phase", scene.in_window(Window.LAST_ITEMS))
        first = Clause("rule: in order", all_of(negate(term) for term in before))
        happening = Happening(Kind.PROCESS, RULES, lasting.name)
        for segment in lasting.script_segments[:1] or (None,):
            update = segment.choices[0].update if segment is not None and segment.free else ()
            statements = block(Assign(scene.window, WINDOWS.index(Window.SETTLING_LAST)), update, lasting.expires())
            commands.append(
                Command(RULES, happening, (turn, Clause("card: it still applies", lasting.due_last), first), statements)
            )
        before.append(lasting.due_last)
    return commands


def _follows(scene: Scene, item: Item, index: int) -> Block:
    """What follows a segment of the item: the next one, or its end."""
    if index + 1 == len(item.segments):
        return _over(scene, item)
    assert item.running is not None
    goes_on = [
        Assign(scene.step, index + 1),
        Assign(item.running, 1),
        Assign(scene.window, WINDOWS.index(Window.PROCESSING)),
    ]
    return item.segments[index].then(goes_on, _over(scene, item))


def _over(scene: Scene, item: Item) -> Block:
    """The item is dealt with, and the board settles."""
    over: list[Block] = [item.ends, Assign(scene.step, 0), Assign(scene.window, WINDOWS.index(Window.SETTLING))]
    if item.running is not None:
        over.append(Assign(item.running, 0))
    return over


def _command(scene: Scene, item: Item, guard: tuple[Clause, ...], follows: Block) -> Command:
    """Processing the item where there is nothing to choose."""
    happening = Happening(Kind.PROCESS, item.player, item.name, effect=item.effect, mandatory=item.mandatory)
    acts: list[Block] = [Assign(scene.passes, 0), Assign(scene.holder, item.player.number), item.starts]
    return Command(item.player, happening, guard, block(acts, follows))
