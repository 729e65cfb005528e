"""Fingerprints: what tells one system from another in a few bytes, in any process.

Two systems with one fingerprint reach the same states, with the same numbers. Terms share their parts, so the digest
of a term is made of those of its operands (Merkle, "A digital signature based on a conventional encryption function",
1987), each once. The reasons of clauses are not part of it: they explain a step, and change none.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b

from explorer.system.commands import If, Statement
from explorer.system.nodes import VAR, Term
from explorer.system.system import System
from explorer.system.variables import Variable

_BYTES = 32


def fingerprint(system: System) -> bytes:
    """The fingerprint of everything that decides what can be reached, and in which order it is met."""
    digests = _Digests()
    return _digest(
        "system",
        *map(_variable, system.variables),
        *(str(system.initial[variable]) for variable in system.variables),
        digests.block(system.closing),
        *(
            _digest(
                "command",
                command.by,
                repr(command.event),
                _digest("guard", *(digests.term(clause.term) for clause in command.guard)),
                digests.block(command.update),
            )
            for command in system.commands
        ),
        *(
            _digest("orbit", *(_digest("row", *(variable.name for variable in row)) for row in orbit.rows))
            for orbit in system.orbits
        ),
    )


class _Digests:
    """The digests of terms and of blocks, each of which is made once."""

    def __init__(self) -> None:
        self._terms: dict[Term, bytes] = {}
        self._blocks: dict[int, tuple[tuple[Statement, ...], bytes]] = {}

    def term(self, term: Term) -> bytes:
        found = self._terms.get(term)
        if found is None:
            read = [_variable(term.variable)] if term.kind == VAR else []
            found = _digest(term.kind, str(term.value), *read, *map(self.term, term.args))
            self._terms[term] = found
        return found

    def block(self, statements: tuple[Statement, ...]) -> bytes:
        known = self._blocks.get(id(statements))
        if known is None:
            made = _digest("block", *map(self._statement, statements))
            known = self._blocks[id(statements)] = statements, made  # held, so that its id is not given to another
        return known[1]

    def _statement(self, statement: Statement) -> bytes:
        if isinstance(statement, If):
            condition = self.term(statement.condition)
            return _digest("if", condition, self.block(statement.then), self.block(statement.otherwise))
        return _digest("assign", _variable(statement.variable), self.term(statement.term))


def _variable(variable: Variable) -> bytes:
    return _digest("variable", variable.name, str(variable.low), str(variable.high), str(variable.local))


def _digest(*parts: str | bytes) -> bytes:
    """The digest of some parts, each apart."""
    made = blake2b(digest_size=_BYTES)
    for data in _as_bytes(parts):
        made.update(len(data).to_bytes(8, "big"))
        made.update(data)
    return made.digest()


def _as_bytes(parts: Iterable[str | bytes]) -> Iterable[bytes]:
    return (part if isinstance(part, bytes) else part.encode("utf-8", "surrogatepass") for part in parts)
