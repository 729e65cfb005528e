"""Files are written whole or not at all, whatever goes wrong on the way."""

import os
import stat
import sys

import pytest

from models import files
from models.files import EVERYBODY, OWNER, created, replaced

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="Windows has other rights on files")


def test_a_file_is_written_and_replaced(tmp_path):
    replaced(tmp_path / "a", [b"one", memoryview(b"two")])
    assert (tmp_path / "a").read_bytes() == b"onetwo"
    replaced(tmp_path / "a", [])
    assert (tmp_path / "a").read_bytes() == b""
    assert os.listdir(tmp_path) == ["a"]


def test_a_file_is_created_where_there_is_none(tmp_path):
    created(tmp_path / "a", [b"one"])
    (tmp_path / "link").symlink_to(tmp_path / "nothing")
    for name in ("a", "link"):
        with pytest.raises(FileExistsError):
            created(tmp_path / name, [b"two"])
    assert (tmp_path / "a").read_bytes() == b"one"
    assert sorted(os.listdir(tmp_path)) == ["a", "link"]


def test_a_file_is_created_where_there_are_no_links(tmp_path, monkeypatch):
    def refused(*_):
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refused)
    created(tmp_path / "a", [b"one"])
    with pytest.raises(FileExistsError):
        created(tmp_path / "a", [b"two"])
    assert (tmp_path / "a").read_bytes() == b"one"
    assert os.listdir(tmp_path) == ["a"]


@pytest.mark.parametrize("write", [replaced, created])
@pytest.mark.parametrize("step", ["parts", "fsync", "last"])
@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt(), MemoryError()])
def test_what_goes_wrong_leaves_all_as_it_was(tmp_path, monkeypatch, write, step, error):
    """While the parts are made, when the disk takes them, and in the last moment."""

    def failing(*_):
        raise error

    def parts():
        yield b"new"
        if step == "parts":
            raise error

    if write is replaced:
        (tmp_path / "a").write_bytes(b"old")
    if step == "fsync":
        monkeypatch.setattr(os, "fsync", failing)
    if step == "last":
        monkeypatch.setattr(os, "link", failing)
        monkeypatch.setattr(os, "replace", failing)
    with pytest.raises(type(error)):
        write(tmp_path / "a", parts())
    assert os.listdir(tmp_path) == (["a"] if write is replaced else [])
    if write is replaced:
        assert (tmp_path / "a").read_bytes() == b"old"


@POSIX
def test_who_may_read_it(tmp_path):
    before = os.umask(0o027)
    try:
        replaced(tmp_path / "a", [b""], EVERYBODY)
        replaced(tmp_path / "b", [b""], OWNER)
    finally:
        os.umask(before)
    assert [stat.S_IMODE((tmp_path / name).stat().st_mode) for name in "ab"] == [0o640, 0o600]


def test_what_is_not_yet_in_its_place_has_a_name_of_its_own(tmp_path, monkeypatch):
    """It is hidden, and never that of the file, however long that is."""
    seen = []
    monkeypatch.setattr(os, "fsync", lambda _: seen.extend(os.listdir(tmp_path)))
    replaced(tmp_path / ("x" * 255), [b"new"])
    assert len(seen) == 1
    assert seen[0].startswith(files.BESIDE)
    assert os.listdir(tmp_path) == ["x" * 255]
