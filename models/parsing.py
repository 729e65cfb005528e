"""Parsing: from the text of a YAML document to its nodes.

A document is built from ``ruamel.yaml``'s event stream (its pure parser, YAML 1.2) with a stack of our own, so that
no nesting overflows, nothing is given a type, and nothing is executed. What a document may hold is bounded before it
is built. Every refusal is an :class:`InputError` that points into the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError
from ruamel.yaml.events import (
    AliasEvent,
    CollectionEndEvent,
    CollectionStartEvent,
    DocumentStartEvent,
    MappingStartEvent,
    NodeEvent,
    ScalarEvent,
)

from models.documents import MOST_BYTES, Mapping, Node, Scalar, Sequence, too_large
from models.errors import InputError, Position
from models.lines import Lines

MOST_DEPTH = 40
MOST_NODES = 20_000

UNPRINTABLE = re.compile("[^\t\n\r\x20-\x7e\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")
NO_CHARACTER = "\ufffd"
"""What is shown in the place of a character that cannot be shown."""

_PARSER_WORDS = {
    "'<document start>'": "the end of the document",
    "'<stream end>'": "the end of the document",
    "<block end>": "the end of this block",
    "'\\x00'": "the end of the document",
}
_DIRECTIVE = re.compile(r"^%", re.MULTILINE)
_BLOCK_HEAD = re.compile(r"[|>][^\r\n]*(?:\r\n|\r|\n)?\s*")


class _Open:
    """A list or mapping that is still being read."""

    def __init__(self, at: Position, *, mapping: bool) -> None:
        self.at = at
        self.mapping = mapping
        self.items: list[Node] = []
        self.keys: dict[str, Scalar] = {}

    @property
    def wants_key(self) -> bool:
        return self.mapping and len(self.keys) == len(self.items)

    def add(self, node: Node) -> None:
        if not self.wants_key:
            self.items.append(node)
            return
        if not isinstance(node, Scalar):
            raise InputError("a key must be plain text, not a list or a mapping", node.at)
        first = self.keys.get(node.text)
        if first is not None:
            raise InputError(f"{node.text!r} is given twice; first in line {first.at.line}", node.at)
        self.keys[node.text] = node

    def closed(self) -> Node:
        if self.mapping:
            return Mapping(tuple(zip(self.keys.values(), self.items, strict=True)), self.at)
        return Sequence(tuple(self.items), self.at)


def parse(lines: Lines) -> Node:
    """The document in these lines; raises :class:`InputError`."""
    found = UNPRINTABLE.search(lines.text)
    if found:
        shown = Lines(UNPRINTABLE.sub(NO_CHARACTER, lines.text), lines.source, lines.first_line)
        raise InputError(_unprintable(found.group()), shown.at(found.start()))
    if len(lines.text) > MOST_BYTES:
        raise too_large(lines.source)
    document: Node | None = None
    stack: list[_Open] = []
    nodes = 0
    for event in _events(lines):
        _refuse(event, lines, again=document is not None)
        if isinstance(event, NodeEvent):
            nodes += 1
            _refuse_excess(event, lines, nodes, depth=len(stack))
        if isinstance(event, CollectionStartEvent):
            at = lines.at(event.start_mark.index)
            stack.append(_Open(at, mapping=isinstance(event, MappingStartEvent)))
            continue
        if isinstance(event, ScalarEvent):
            node: Node = _scalar(event, lines)
        elif isinstance(event, CollectionEndEvent):
            node = stack.pop().closed()
        else:
            continue
        if stack:
            stack[-1].add(node)
        else:
            document = node
    if document is None or (isinstance(document, Scalar) and not document.text and not document.quoted):
        raise InputError("an empty document", lines.at(0))
    return document


def _events(lines: Lines) -> Iterator[Any]:
    """The parser's events; what it refuses is refused with its own mark, or where it had got to."""
    reached = 0
    try:
        for event in YAML(typ="safe", pure=True).parse(lines.text):
            reached = event.end_mark.index
            yield event
    except YAMLError as error:
        mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
        problem = str(getattr(error, "problem", None) or getattr(error, "context", None) or error)
        at = lines.at(mark.index if mark else reached)
        raise InputError(f"not YAML: {_plainly(problem)}", at) from None
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        raise InputError("not YAML: the parser cannot go on", lines.at(reached)) from None


def _plainly(problem: str) -> str:
    """What the parser says, in the words of somebody who writes a file."""
    if problem.startswith("mapping values"):
        return f"{problem} (a text with ': ' in it needs quotes)"
    for said, meant in _PARSER_WORDS.items():
        problem = problem.replace(said, meant)
    return problem


def _refuse(event: Any, lines: Lines, *, again: bool) -> None:
    """Raise if the event is a part of YAML that a document may not have."""
    at = event.start_mark.index
    if isinstance(event, AliasEvent):
        raise InputError("aliases (*name) are not allowed here", lines.at(at))
    if getattr(event, "anchor", None) is not None:
        raise InputError("anchors (&name) are not allowed here", lines.at(at))
    if getattr(event, "tag", None) is not None:
        raise InputError("tags (!name) are not allowed here", lines.at(at))
    if isinstance(event, DocumentStartEvent):
        if again:
            raise InputError("a second document in one file", lines.at(at), expected=["the end of the file"])
        if event.version is not None or event.tags:
            found = _DIRECTIVE.search(lines.text)
            raise InputError("directives (%NAME) are not allowed here", lines.at(found.start() if found else at))


def _refuse_excess(event: Any, lines: Lines, nodes: int, *, depth: int) -> None:
    """Raise if the node that begins is one too many or lies too deep."""
    if nodes > MOST_NODES:
        raise InputError(f"more than {MOST_NODES} entries", lines.at(event.start_mark.index))
    if depth >= MOST_DEPTH and isinstance(event, CollectionStartEvent):
        raise InputError(f"nested more than {MOST_DEPTH} deep", lines.at(event.start_mark.index))


def _scalar(event: Any, lines: Lines) -> Scalar:
    start, end = event.start_mark.index, event.end_mark.index
    text = event.value.strip()
    found = UNPRINTABLE.search(text)
    if event.style in {"'", '"'}:
        start, end = start + 1, end - 1
    elif event.style in {"|", ">"}:
        head = _BLOCK_HEAD.match(lines.text, start)
        start = min(head.end(), end) if head else start
    plain = lines.text.startswith(text, start) and "\n" not in text
    at = lines.at(start) if plain else lines.spread(start, end, event.value, event.style or "")
    if found:
        raise InputError(_unprintable(found.group()), at.moved(found.start()))
    return Scalar(text, bool(event.style), at)


def _unprintable(character: str) -> str:
    kind = "a NUL character" if character == "\0" else f"the unprintable character U+{ord(character):04X}"
    return f"{kind} is not allowed here"
