"""`python -m tests.fuzz.guided READER N SEED`: N inputs for a reader, led by which parts of its code they get to.

Atheris (libFuzzer for Python, the extra ``fuzz``) keeps the inputs that reach something new and changes those further: by
the edits of :mod:`tests.fuzz.inputs`, and every fourth time by its own. What it watches are `models` and the parser. The
verdict on an input is that of `python -m tests.fuzz`, and so is where failures are kept; here the first failure ends
the run, with exit code 1.
"""

import sys
from collections import Counter
from hashlib import sha256
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import atheris

with atheris.instrument_imports(include=["models", "lark"]):
    from tests.fuzz.readers import READERS, Reader

from tests.fuzz import inputs
from tests.fuzz.__main__ import FOUND
from tests.fuzz.texts import words
from tests.fuzz.verdicts import bound_memory, judged

MOST_BYTES = 20_000
DRAWN = 200


def first(reader: Reader) -> list[bytes]:
    """The inputs to begin with: the reader's texts, or where they are set into something, some as they are drawn."""
    if reader.frame is None:
        return [text.encode("utf-8", "surrogateescape") for text in reader.seeds]
    return [reader.drawn(Random(number)) for number in range(DRAWN)]


def main(name: str, number: int, seed: int) -> None:
    """Run; libFuzzer ends the process, and tells on standard error what it has reached."""
    (reader,) = (one for one in READERS if one.name == name)
    counts: Counter[str] = Counter()

    def judge(raw: bytes) -> None:
        verdict = judged(reader, raw)
        counts["accepted" if verdict.accepted else "refused"] += 1
        if verdict.failure:
            (FOUND / f"{name}-{sha256(raw).hexdigest()[:10]}").write_bytes(raw)
            print(f"{name}: {verdict.failure}", file=sys.stderr, flush=True)
            raise RuntimeError(verdict.failure)
        if counts.total() == number:
            told = ", ".join(f"{count:,} {what}" for what, count in sorted(counts.items()))
            print(f"{name}: {number:,} inputs, {told}, none failed", flush=True)

    def change(raw: bytes, most: int, drawn: int) -> bytes:
        random = Random(drawn)
        if random.randint(1, 4) == 1:
            changed: bytes = atheris.Mutate(raw, most)
            return changed
        return inputs.edited(random, raw.decode("utf-8", "surrogateescape"), reader.others, words())[:most]

    with TemporaryDirectory(prefix="endphase-fuzz-") as folder:
        for place, raw in enumerate(first(reader)):
            Path(folder, str(place)).write_bytes(raw)
        bound_memory()
        options = [
            f"-runs={number}",
            f"-seed={seed}",
            f"-max_len={MOST_BYTES}",
            "-rss_limit_mb=0",
            "-timeout=60",
            "-error_exitcode=1",
            f"-artifact_prefix={folder}/",
        ]
        atheris.Setup([sys.argv[0], *options, "-print_final_stats=1", folder], judge, custom_mutator=change)
        atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
