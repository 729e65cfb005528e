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
thrown = Thrown()
try:
    {before}
    del thrown
    {then}
except KeyboardInterrupt:
    print("interrupted")
"""


def called(what, before="pass", then="time.sleep(10)"):
    code = CODE.format(what=what, before=before, then=then)
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)


def test_an_interrupt_comes_again():
    found = called("signal.raise_signal(signal.SIGINT)")
    assert (found.stdout, found.stderr) == ("interrupted\n", "")


def test_any_other_exception_is_told_as_ever():
    found = called("raise ValueError('something else')", then="pass")
    assert found.stdout == ""
    assert "ValueError: something else" in found.stderr


def test_what_fails_after_an_interrupt_is_not_told():
    """An object that was half made when the interrupt came is thrown away in silence."""
    found = called("raise AttributeError('half made')", before="signal.raise_signal(signal.SIGINT)", then="pass")
    assert (found.stdout, found.stderr) == ("interrupted\n", "")


TURNED = """
from explorer.interrupts import interrupts, keep_interrupts
import ctypes, signal
keep_interrupts()
class Argument:
    @property
    def _as_parameter_(self):
        {what}
try:
    with interrupts():
        ctypes.pythonapi.Py_IsInitialized(Argument())
except BaseException as error:
    print(type(error).__name__)
"""


def turned(what):
    code = TURNED.format(what=what)
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60).stdout


def test_what_an_interrupt_became_is_the_interrupt():
    """ctypes makes an ArgumentError of an interrupt that comes while it takes an argument, as Z3's calls do."""
    assert turned("signal.raise_signal(signal.SIGINT)") == "KeyboardInterrupt\n"


def test_any_other_exception_stays_what_it_is():
    assert turned("raise ValueError") == "ArgumentError\n"
