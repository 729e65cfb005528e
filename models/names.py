"""Names: when two spellings are the same name."""

from __future__ import annotations

import unicodedata

_LOOKALIKES = str.maketrans({**dict.fromkeys("‐‑‒–—―−", "-"), **dict.fromkeys("‘’", "'"), **dict.fromkeys("“”", '"')})


def fold(name: str) -> str:
    """The name without case, letter width, kind of dash or quote, and amount of space (Unicode NFKC, casefold)."""
    return " ".join(unicodedata.normalize("NFKC", name).translate(_LOOKALIKES).casefold().split())
