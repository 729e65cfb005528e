"""Names: when two spellings are the same name."""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache

_LOOKALIKES = str.maketrans({**dict.fromkeys("‐‑‒–—―−", "-"), **dict.fromkeys("‘’", "'"), **dict.fromkeys("“”", '"')})


@lru_cache(4096)
def fold(name: str) -> str:
    """The name without case, letter width, kind of dash or quote, and amount of space (Unicode NFKC, casefold)."""
    return " ".join(unicodedata.normalize("NFKC", name).translate(_LOOKALIKES).casefold().split())


def even(text: str) -> str:
    """The text with letters and spaces of one width and one kind of dash and quote, character for character."""
    return text if text.isascii() else "".join(map(_even, text))


@cache
def _even(letter: str) -> str:
    usual = unicodedata.normalize("NFKC", letter).translate(_LOOKALIKES)
    return usual if len(usual) == 1 else letter


def columns(text: str) -> int:
    """How many columns of a terminal the text takes, all of whose characters can be shown."""
    return sum(
        0 if unicodedata.combining(one) else 2 if unicodedata.east_asian_width(one) in "WF" else 1 for one in text
    )
