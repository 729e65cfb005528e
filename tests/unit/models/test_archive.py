"""The archive: what was read once need not be parsed again, and whatever is wrong with it does no harm."""

import os
import stat
import sys
from pathlib import Path
from textwrap import indent

import msgspec
import pytest

from models import kept, library, packaged, parsing
from models.archive import MOST_FILES, NO_ARCHIVE, Archive, digest, place
from models.arguments import as_board
from models.errors import InputError, Position
from models.lines import Lines

LINUX = pytest.mark.skipif(sys.platform == "win32", reason="Windows has other rights on files")


class Word(msgspec.Struct, frozen=True):
    text: str


class Number(msgspec.Struct, frozen=True):
    value: int


@pytest.fixture
def path(tmp_path):
    """A file that is not there yet, in a folder that is not there either."""
    return tmp_path / "cache" / "some.archive"


def opened(path, stamp="a stamp"):
    return Archive(path, lambda: stamp)


@pytest.fixture
def written(path):
    """An archive with a word in it, on the disk."""
    archive = opened(path)
    archive.keep("word", lambda: Word("said"))
    archive.save()
    assert opened(path).find("word", Word) == Word("said")
    return path


def test_what_is_kept_is_found_after_it_was_saved(path):
    archive = opened(path)
    archive.keep("word", lambda: Word("said"))
    assert not path.exists()
    assert opened(path).find("word", Word) is None
    archive.save()
    assert archive.find("word", Word) == opened(path).find("word", Word) == Word("said")
    assert opened(path).find("another", Word) is None


def test_what_is_made_may_have_more_to_keep(path):
    """That is saved the next time."""
    archive = opened(path)

    def make():
        archive.keep("more", lambda: Word("and done"))
        return Word("said")

    archive.keep("word", make)
    archive.save()
    assert [opened(path).find(key, Word) for key in ("word", "more")] == [Word("said"), None]
    archive.save()
    assert [opened(path).find(key, Word) for key in ("word", "more")] == [Word("said"), Word("and done")]


@LINUX
def test_only_the_user_can_read_and_write_it(written):
    assert stat.S_IMODE(written.stat().st_mode) == 0o600
    assert stat.S_IMODE(written.parent.stat().st_mode) == 0o700


def test_nothing_is_left_beside_it(written):
    assert os.listdir(written.parent) == [written.name]


def test_what_others_saved_meanwhile_stays(written):
    one, other = opened(written), opened(written)
    one.keep("one", lambda: Word("1"))
    other.keep("other", lambda: Word("2"))
    one.save()
    other.save()
    assert [opened(written).find(key, Word) for key in ("word", "one", "other")] == [Word("said"), Word("1"), Word("2")]


def test_of_another_stamp_it_is_as_good_as_none(written):
    archive = opened(written, "another stamp")
    assert archive.find("word", Word) is None
    archive.keep("word", lambda: Word("new"))
    archive.save()
    assert opened(written, "another stamp").find("word", Word) == Word("new")
    assert opened(written).find("word", Word) is None


def test_what_was_read_of_files_that_have_changed_since_is_not_kept(path):
    stamps = ["before", "after"]
    archive = Archive(path, lambda: stamps.pop(0))
    assert archive.find("word", Word) is None
    archive.keep("word", lambda: Word("said"))
    archive.save()
    assert not path.exists()


def test_without_a_stamp_nothing_is_kept(path):
    archive = opened(path, "")
    archive.keep("word", lambda: Word("said"))
    archive.save()
    assert not path.exists()


def test_a_record_of_another_kind_is_not_found(written):
    assert opened(written).find("word", Number) is None


@pytest.mark.parametrize("damage", [b"", b"\xff", b"{}", b"not an archive at all", b"\x92\xa7a stamp\x90"])
def test_a_file_that_is_no_archive_is_written_anew(written, damage):
    written.write_bytes(damage)
    archive = opened(written)
    assert archive.find("word", Word) is None
    archive.keep("word", lambda: Word("again"))
    archive.save()
    assert opened(written).find("word", Word) == Word("again")


def test_a_damaged_record_is_not_found(written):
    """Every byte of the file, one after another, with a bit turned: the word is right or not found."""
    whole = written.read_bytes()
    found = []
    for number in range(len(whole)):
        written.write_bytes(whole[:number] + bytes([whole[number] ^ 1]) + whole[number + 1 :])
        found.append(opened(written).find("word", Word))
    assert set(found) == {None}
    for end in range(len(whole)):
        written.write_bytes(whole[:end])
        assert opened(written).find("word", Word) is None


@LINUX
@pytest.mark.parametrize("mode", [0o620, 0o602, 0o666])
def test_a_file_that_others_can_write_is_not_read(written, mode):
    written.chmod(mode)
    assert opened(written).find("word", Word) is None


@LINUX
@pytest.mark.parametrize("mode", [0o770, 0o707, 0o777])
def test_nothing_is_written_where_others_can_write(path, mode):
    path.parent.mkdir()
    path.parent.chmod(mode)
    archive = opened(path)
    archive.keep("word", lambda: Word("said"))
    archive.save()
    assert list(path.parent.iterdir()) == []


@LINUX
def test_a_file_of_another_user_is_not_read(written, monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: written.stat().st_uid + 1)
    assert opened(written).find("word", Word) is None


@LINUX
def test_a_link_is_not_followed_nor_a_pipe_waited_for(written):
    moved = written.rename(written.with_name("elsewhere"))
    written.symlink_to(moved)
    assert opened(written).find("word", Word) is None
    written.unlink()
    os.mkfifo(written, 0o600)
    assert opened(written).find("word", Word) is None


def test_a_file_in_the_place_of_the_folder_is_no_error(tmp_path):
    path = tmp_path / "cache"
    path.write_text("a file", encoding="utf-8")
    archive = opened(path / "some.archive")
    archive.keep("word", lambda: Word("said"))
    archive.save()
    assert archive.find("word", Word) == Word("said")
    assert path.read_text(encoding="utf-8") == "a file"


def test_a_disk_that_is_full_is_no_error(written, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    before = written.read_bytes()
    monkeypatch.setattr(os, "replace", full)
    archive = opened(written)
    archive.keep("word", lambda: Word("new"))
    archive.save()
    assert written.read_bytes() == before
    assert os.listdir(written.parent) == [written.name]


def test_what_cannot_be_encoded_or_made_is_not_kept(path):
    def broken():
        raise InputError("not readable")

    archive = opened(path)
    archive.keep("object", object)
    archive.keep("broken", broken)
    archive.keep("position", lambda: Lines("a text", "file").spread(0, 6, "a text", '"'))
    archive.keep("word", lambda: Word("said"))
    archive.save()
    again = opened(path)
    assert [again.find(key, Word) for key in ("object", "broken", "word")] == [None, None, Word("said")]
    assert again.find("position", Position) is None


def test_archives_of_other_installations_are_thrown_away(path):
    for number in range(MOST_FILES + 3):
        one = path.with_name(f"{number}.archive")
        archive = opened(one)
        archive.keep("word", lambda: Word("said"))
        archive.save()
        os.utime(one, (number, number))
    left = {one.name for one in path.parent.iterdir()}
    assert left == {f"{number}.archive" for number in range(3, MOST_FILES + 3)}


def test_no_archive_finds_and_keeps_nothing():
    NO_ARCHIVE.keep("word", lambda: Word("said"))
    NO_ARCHIVE.save()
    assert NO_ARCHIVE.find("word", Word) is None


def test_parts_of_a_digest_are_apart():
    assert digest(b"ab", b"c") != digest(b"a", b"bc")
    assert len(digest()) == 16


# ---- where it is -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("told", ["", "0", "no", "off", "OFF", " off "])
def test_switched_off(told):
    assert place("x", {"ENDPHASE_CACHE": told}) is None


def test_in_the_folder_that_is_told():
    assert place("x", {"ENDPHASE_CACHE": "/some/where"}) == Path("/some/where/x.archive")


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="these systems have folders of their own")
def test_in_the_cache_folder_of_the_system(monkeypatch):
    """A folder that is not absolute is to be ignored (XDG Base Directory Specification 0.8)."""
    monkeypatch.setenv("HOME", "/home/someone")
    assert place("x", {"XDG_CACHE_HOME": "/caches"}) == Path("/caches/endphase/x.archive")
    assert place("x", {"XDG_CACHE_HOME": "caches"}) == Path("/home/someone/.cache/endphase/x.archive")
    assert place("x", {}) == Path("/home/someone/.cache/endphase/x.archive")


def test_without_a_home_there_is_none(monkeypatch):
    def homeless():
        raise RuntimeError

    monkeypatch.setattr(Path, "home", homeless)
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    assert place("x", {}) is None


# ---- what is in it ---------------------------------------------------------------------------------------------------


@pytest.fixture
def archived(path, monkeypatch):
    """Makes a library with an archive of its own in a file, as a start of the program does."""

    def start():
        archive = Archive(path, lambda: packaged.stamp(packaged.PACKAGED))
        monkeypatch.setattr(library, "packaged", lambda: archive)
        return library.Library(), archive

    return start


def everything(one):
    """All that a library knows, places included."""
    cards = [
        (
            *(getattr(card, name) for name in card.__struct_fields__[:-1]),
            card.is_quick,
            [(text.since, text.until, text.says, text.effects) for text in card.versions],
        )
        for card in one.cards
    ]
    rulings = [
        (*(getattr(ruling, name) for name in ruling.__struct_fields__[:-1]), ruling.cases) for ruling in one.rulings
    ]
    rulesets = [tuple(getattr(rules, name) for name in rules.__struct_fields__) for rules in one.rulesets]
    names = (one.token_names, one.names, one.ruleset_ids, one.ruling_ids)
    return cards, rulings, rulesets, names, one.clauses, one.rules


def test_a_library_from_the_archive_is_the_same(archived, monkeypatch):
    """Records, texts of each version, places in files: cold, then warm without any parser."""
    cold, archive = archived()
    expected = everything(cold)
    archive.save()
    warm, _ = archived()
    monkeypatch.setattr(parsing, "parse", None)
    assert everything(warm) == expected
    assert [len(expected[number]) for number in range(3)] == [len(cold.cards), len(cold.ruling_ids), 5]


def test_only_what_was_read_is_kept(archived):
    """A ruling whose cases nobody asked for has them read when somebody does."""
    cold, archive = archived()
    ruling = cold.ruling("A08")
    archive.save()
    warm, again = archived()
    found = again.find("ruling A08", kept.KeptRuling)
    assert found is not None
    assert found.cases is None
    assert not warm.ruling("A08").is_read
    assert warm.ruling("A08").cases == ruling.cases
    again.save()
    _, third = archived()
    assert third.find("ruling A08", kept.KeptRuling).cases == ruling.cases


def test_a_ruling_whose_file_has_changed_is_read_again(archived, monkeypatch):
    cold, archive = archived()
    assert cold.ruling("A08").cases
    archive.save()
    read = library.read_source
    monkeypatch.setattr(library, "read_source", lambda path: read(path).replace("status: settled", "status: disputed"))
    warm, _ = archived()
    assert warm.ruling("A08").status == "disputed"


BOARD = """\
turn player:
  life: 500..8000
  monsters: [{Flamvell Firedog: {by: Rekindling}}]
opponent: {life: 700}
lingering:
  - Rekindling by turn player on Flamvell Firedog
"""


def test_a_board_of_ones_own_is_parsed_once(archived, tmp_path, monkeypatch):
    """With its places; another text is another board, and so is the same one in another file."""
    path = tmp_path / "board.yaml"
    path.write_text(BOARD, encoding="utf-8")
    cold, archive = archived()
    expected = as_board(str(path), cold)
    archive.save()
    monkeypatch.setattr(parsing, "parse", None)
    warm, _ = archived()
    assert as_board(str(path), warm) == expected
    path.with_name("copy.yaml").write_text(BOARD, encoding="utf-8")
    path.write_text(f"{BOARD}# and a remark\n", encoding="utf-8")
    for changed in (path, path.with_name("copy.yaml")):
        with pytest.raises(TypeError, match="NoneType"):
            as_board(str(changed), warm)


def test_the_boards_that_were_read_last_are_kept(archived, tmp_path):
    for number in range(kept.MOST_BOARDS + 1):
        path = tmp_path / f"{number}.yaml"
        path.write_text(BOARD.replace("life: 700", f"life: {number + 1}"), encoding="utf-8")
        one, archive = archived()
        assert as_board(str(path), one)[0].opponent.life == number + 1
        archive.save()
    found = archive.find("boards", kept.KeptBoards).boards
    assert [one.board.at.source for one in found] == [
        str(tmp_path / f"{number}.yaml") for number in range(kept.MOST_BOARDS, 0, -1)
    ]


def test_a_case_of_ones_own_is_read_each_time(archived, tmp_path):
    """Its claims are read when they are asked for."""
    path = tmp_path / "case.yaml"
    path.write_text(f"board:\n{indent(BOARD, '  ')}claims: []\n", encoding="utf-8")
    one, archive = archived()
    board, ruling = as_board(str(path), one)
    assert board is ruling.cases[0].board
    archive.save()
    assert archive.find("boards", kept.KeptBoards) is None


def test_names_that_are_nearly_right_are_proposed(archived):
    cold, archive = archived()
    assert cold.card("Rekindling").kind == "normal spell"
    archive.save()
    warm, _ = archived()
    with pytest.raises(InputError) as caught:
        warm.card("Rekindlin")
    assert caught.value.near == ("Rekindling",)
    assert warm.card("真炎の爆発") is warm.card("rekindling")


def test_a_library_of_other_files_has_no_archive(tmp_path):
    """Neither another folder, nor the package's with further files."""
    (tmp_path / "mine.yaml").write_text("- name: Mine\n  ja: 私\n  kind: token\n", encoding="utf-8")
    for one in (library.Library(folder=tmp_path), library.Library(extra=[tmp_path / "mine.yaml"])):
        assert one._archive is NO_ARCHIVE


@pytest.mark.parametrize("change", ["cards/a.yaml", "rulesets/b.yaml", "clauses.yaml", "rules.yaml"])
def test_the_stamp_is_of_all_files_but_the_rulings(tmp_path, change):
    for name in ("cards/a.yaml", "rulesets/b.yaml", "rulings/R.yaml", "clauses.yaml", "rules.yaml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("one", encoding="utf-8")
    before = packaged.stamp(tmp_path)
    assert packaged.stamp(tmp_path) == before
    (tmp_path / "rulings" / "R.yaml").write_text("other", encoding="utf-8")
    assert packaged.stamp(tmp_path) == before
    (tmp_path / change).write_text("other", encoding="utf-8")
    assert packaged.stamp(tmp_path) != before


def test_the_stamp_is_of_the_code(tmp_path, monkeypatch):
    code = tmp_path / "code"
    code.mkdir()
    monkeypatch.setattr(packaged, "PACKAGED", code)

    def loaded():
        monkeypatch.setattr(packaged, "LOADED", packaged._code())
        return packaged.stamp(tmp_path)

    assert loaded() == ""
    (code / "a.py").write_text("one = 1", encoding="utf-8")
    before = loaded()
    (code / "a.py").write_text("one = 2", encoding="utf-8")
    assert packaged.stamp(tmp_path) == "", "this process still runs the old code"
    assert len({"", before, loaded()}) == 3
