"""Writing: plain data, such as a document holds, as the text of a document that reads the same.

Mappings are written line by line, lists within brackets where they are short and need no quotes. Texts are what
:mod:`models.parsing` reads: without the space around them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence

from models import documents

Plain = str | None | Sequence["Plain"] | Mapping[str, "Plain"]
"""A text, nothing, a list, or a mapping."""

WIDTH = 60
"""A list is written in one line where the line is no longer than this."""

_WORD = r"[^\W_](?:[\w .'!/&-]*[\w.'!])?"
_IN_BRACKETS = re.compile(_WORD)
_IN_A_LINE = re.compile(r"[^\W_](?:[\w .'!/&,()\"-]*[\w.'!)\"])?")


def plain(node: documents.Node) -> Plain:
    """The data of a node; what is left empty is None."""
    match node:
        case documents.Scalar(text, quoted, _):
            return text if text or quoted else None
        case documents.Sequence(items, _):
            return [plain(item) for item in items]
        case documents.Mapping(pairs, _):
            return {key.text: plain(value) for key, value in pairs}


def written(data: Mapping[str, Plain]) -> str:
    """A document with these pairs."""
    return "\n".join([*_lines(data, "")]) + "\n"


def in_brackets(data: Plain) -> str:
    """The data in one line, as it stands within a list."""
    if data is None:
        return "''"
    if isinstance(data, str):
        return data if _IN_BRACKETS.fullmatch(data) else _quoted(data)
    if isinstance(data, Mapping):
        return f"{{{', '.join(f'{in_brackets(key)}: {in_brackets(value)}' for key, value in data.items())}}}"
    return f"[{', '.join(map(in_brackets, data))}]"


def _lines(data: Mapping[str, Plain], indent: str) -> Iterator[str]:
    for key, value in data.items():
        head = f"{indent}{_scalar(key)}:"
        if isinstance(value, Mapping) and value:
            yield head
            yield from _lines(value, f"{indent}  ")
        elif isinstance(value, str) or value is None:
            yield head if value is None else f"{head} {_scalar(value)}"
        elif not value or (_bare(value) and len(head) + len(in_brackets(value)) < WIDTH):
            yield f"{head} {in_brackets(value)}"
        else:
            yield head
            yield from (f"{indent}  - {_item(item)}" for item in value)


def _item(item: Plain) -> str:
    return _scalar(item) if isinstance(item, str) else in_brackets(item)


def _bare(data: Plain) -> bool:
    """Whether nothing in the data needs quotes within brackets."""
    if isinstance(data, Mapping):
        return all(_bare(key) and _bare(value) for key, value in data.items())
    if isinstance(data, str):
        return _IN_BRACKETS.fullmatch(data) is not None
    return data is not None and all(map(_bare, data))


def _scalar(text: str) -> str:
    return text if _IN_A_LINE.fullmatch(text) else _quoted(text)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
