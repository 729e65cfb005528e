"""A Ctrl-C that comes while an object is thrown away is not lost."""

import subprocess
import sys

CODE = """
import signal, time
from explorer.interrupts import keep_interrupts
keep_interrupts()
class Thrown:
    def __del__(self):
        {what}
try:
    Thrown()
    {then}
except KeyboardInterrupt:
    print("interrupted")
"""


def called(what, then="time.sleep(10)"):
    code = CODE.format(what=what, then=then)
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)


def test_an_interrupt_comes_again():
    found = called("signal.raise_signal(signal.SIGINT)")
    assert (found.stdout, found.stderr) == ("interrupted\n", "")


def test_any_other_exception_is_told_as_ever():
    found = called("raise ValueError('something else')", then="pass")
    assert found.stdout == ""
    assert "ValueError: something else" in found.stderr
