"""A plugin of pytest that reads one module with a mutant, which ``ENDPHASE_MUTANT`` names as path and number.

Without a number the module is read anew as it is.
"""

import os
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType, ModuleType

from tests.mutation.mutants import ROOT, mutants, source


class _Loader(SourceFileLoader):
    """Reads a text in the place of the file's."""

    def __init__(self, name: str, path: str, text: str) -> None:
        super().__init__(name, path)
        self._text = text

    def get_code(self, fullname: str) -> CodeType:
        """The code of the text; no file of bytecode is read or written."""
        return compile(self._text, self.path, "exec", dont_inherit=True)


class _Finder(MetaPathFinder):
    """Finds one module."""

    def __init__(self, path: str, text: str) -> None:
        self._path = path
        self._text = text

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The module that is changed, None for any other."""
        found = PathFinder.find_spec(fullname, path, target)
        if found is None or found.origin != self._path:
            return None
        found.loader = _Loader(fullname, self._path, self._text)
        return found


def pytest_configure() -> None:
    """Before a test is collected."""
    path, _, number = os.environ["ENDPHASE_MUTANT"].partition(":")
    text = source(mutants(path)[int(number)]) if number else (ROOT / path).read_text(encoding="utf-8")
    for name in [name for name in sys.modules if name.split(".")[0] in ("explorer", "models", "reports")]:
        del sys.modules[name]
    sys.meta_path.insert(0, _Finder(str(ROOT / path), text))
