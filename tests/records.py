"""Records: what was found once, kept as JSON beside the module that finds it, to be compared with what is found now."""

import json
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any


def digest(lines: Iterable[object]) -> str:
    """A short text that is another for other lines."""
    return sha256("\n".join(map(str, lines)).encode()).hexdigest()[:16]


@cache
def read(path: Path) -> Any:
    """The record as it was written."""
    return json.loads(path.read_text(encoding="utf-8"))


def write(path: Path, found: object) -> None:
    """Write the record, a line for each of its smallest parts."""
    path.write_text(json.dumps(found, indent=0, ensure_ascii=False) + "\n", encoding="utf-8")
