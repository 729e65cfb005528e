"""``python -m explorer``: the same as the command ``endphase``."""

import gc
import sys

INTERRUPTED = 3
"""The exit code of a partial answer: nothing has been found yet."""

_MADE = 200_000  # objects, before looking for garbage: of what a command makes most is kept


def main() -> None:
    """Run the command line; Ctrl-C while its modules are still being loaded ends as cleanly as later."""
    gc.set_threshold(_MADE)
    try:
        from explorer.cli import main as run  # noqa: PLC0415 - an interrupt while this is loaded is caught here

        run()
    except KeyboardInterrupt:
        sys.stderr.write("endphase: interrupted\n")
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    main()
