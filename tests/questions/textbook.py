"""The obvious evaluator: fixed points on sets, as the textbook defines them, kept to test the other against.

Every step becomes a node between its two states, so that a play is one row of nodes. Formulas are sets of nodes; the
pre-image of a set is the nodes from which a coalition gets into it with the next node. A step formula says nothing of
states and a state formula nothing of steps: what is kept is kept by the nodes of its own kind.
"""

from explorer.search.graph import StateGraph
from explorer.system.commands import RULES
from models.formula import Along, Denied, Happens, Joined, Link, Over, Path, Quantifier, Says

PLAYERS = {"turn player", "opponent"}


class Textbook:
    """The nodes of a complete graph, and which of them satisfy a formula."""

    def __init__(self, graph: StateGraph, says, happens) -> None:
        """``says`` and ``happens`` test states and edges."""
        assert graph.complete
        self.says, self.happens = says, happens
        self.states = {("state", i) for i in range(len(graph.states))}
        self.steps = {("step", i) for i in range(graph.transitions)}
        self.all = self.states | self.steps
        self.after = {("state", i): [("step", e) for e in graph.edges(i)] for i in range(len(graph.states))}
        self.after |= {("step", e): [("state", graph.targets[e])] for e in range(graph.transitions)}
        self.source = {e: i for i in range(len(graph.states)) for e in graph.edges(i)}
        self.by = {("state", i): graph.decider(i) for i in range(len(graph.states))}
        self.dead = {node for node, further in self.after.items() if not further}

    def sat(self, formula) -> set[tuple[str, int]]:
        """The nodes of the formula's kind that satisfy it."""
        match formula:
            case Says(condition):
                return {node for node in self.states if self.says(condition)(node[1])}
            case Happens(moment):
                return {node for node in self.steps if self.happens(moment)(self.source[node[1]], node[1])}
            case Over():
                return set(self.dead)
            case Denied(part):
                return self.kind(part) - self.sat(part)
            case Joined(link, left, right):
                one, other, all_ = self.sat(left), self.sat(right), self.kind(left)
                return {
                    Link.AND: one & other,
                    Link.OR: one | other,
                    Link.IMPLIES: (all_ - one) | other,
                    Link.EQUALS: (one & other) | (all_ - one - other),
                }[link]
            case Path(quantifier, along, aim, keeps, players):
                named = {who.value for who in players}
                match quantifier:
                    case Quantifier.SOME:
                        found = self.enforced(PLAYERS | {RULES}, along, aim, keeps)
                    case Quantifier.EVERY:
                        found = self.all - self.enforced(PLAYERS | {RULES}, along, aim, keeps, negated=True)
                    case Quantifier.ENFORCE:
                        found = self.enforced(named, along, aim, keeps)
                    case Quantifier.DESPITE:
                        found = self.all - self.enforced(named, along, aim, keeps, negated=True)
                return found & self.states
        raise AssertionError(formula)

    def kind(self, formula) -> set[tuple[str, int]]:
        """All states, or all steps: what the formula is about."""
        while isinstance(formula, Denied | Joined):
            formula = formula.part if isinstance(formula, Denied) else formula.left
        return self.steps if isinstance(formula, Happens) else self.states

    def pre(self, coalition, target) -> set[tuple[str, int]]:
        """The nodes from which the coalition gets into the target with the next node."""
        found = set()
        for node, further in self.after.items():
            within = [one in target for one in further]
            if within and (any(within) if self.by.get(node) in coalition else all(within)):
                found.add(node)
        return found

    def until(self, coalition, keeps, goal) -> set[tuple[str, int]]:
        """The least fixed point."""
        found: set[tuple[str, int]] = set()
        while (larger := goal | (keeps & self.pre(coalition, found))) != found:
            found = larger
        return found

    def unless(self, coalition, keeps, goal) -> set[tuple[str, int]]:
        """The greatest fixed point."""
        found = set(self.all)
        while (smaller := goal | (keeps & (self.dead | self.pre(coalition, found)))) != found:
            found = smaller
        return found

    def enforced(self, coalition, along, aim, keeps, *, negated=False) -> set[tuple[str, int]]:
        """Where the coalition enforces what is said of a play, or the contrary."""
        goal = self.sat(aim)
        if along is Along.NEXT:
            target = self.kind(aim) - goal if negated else goal
            if self.kind(aim) is self.states:
                target = self.pre(coalition, target)
            return self.pre(coalition, target) | (self.dead if negated else set())
        if along is Along.ALWAYS:
            kept, goal = goal | (self.all - self.kind(aim)), set()
        elif along is Along.EVENTUALLY:
            kept = set(self.all)
        else:
            kept = self.sat(keeps) | (self.all - self.kind(keeps))
        reaching = along in (Along.EVENTUALLY, Along.UNTIL)
        if not negated:
            return (self.until if reaching else self.unless)(coalition, kept, goal)
        no_goal, neither = self.all - goal, self.all - goal - kept
        return (self.unless if reaching else self.until)(coalition, no_goal, neither)
