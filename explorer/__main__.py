"""``python -m explorer``: the same as the command ``endphase``."""

from explorer.cli import main

main()
