"""Boards are saved in one folder, under plain names, and over nothing without being told so."""

import os

import pytest

from explorer.serve.saving import Taken, save
from models.errors import InputError


def test_a_board_is_saved(tmp_path):
    save(tmp_path, "my board.yaml", "a: b\n", over=False)
    save(tmp_path, "盤面.yml", "a: b\n", over=False)
    assert {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()} == {
        "my board.yaml": "a: b\n",
        "盤面.yml": "a: b\n",
    }


def test_nothing_is_written_over_without_being_told_so(tmp_path):
    (tmp_path / "a.yaml").write_text("old", encoding="utf-8")
    with pytest.raises(Taken, match=r"there is a file called a\.yaml"):
        save(tmp_path, "a.yaml", "new", over=False)
    assert (tmp_path / "a.yaml").read_text(encoding="utf-8") == "old"
    save(tmp_path, "a.yaml", "new", over=True)
    assert (tmp_path / "a.yaml").read_text(encoding="utf-8") == "new"
    assert os.listdir(tmp_path) == ["a.yaml"]


@pytest.mark.parametrize(
    "name",
    [
        "",
        ".yaml",
        "a",
        "a.txt",
        "../a.yaml",
        "/tmp/a.yaml",
        "a/b.yaml",
        "a\\b.yaml",
        "a\0.yaml",
        ".hidden.yaml",
        "-.yaml",
        "a\n.yaml",
        *["con.yaml", "LPT1.yaml", "a:b.yaml", "x" * 90 + ".yaml", "<script>.yaml", "a.yaml\n", "~.yaml"],
    ],
)
def test_a_name_is_a_plain_name(tmp_path, name):
    with pytest.raises(InputError, match="that is no name for a file"):
        save(tmp_path, name, "x", over=True)
    assert os.listdir(tmp_path) == []


def test_a_link_leads_nowhere(tmp_path):
    """Neither is what it leads to made, nor written over: the link itself is replaced."""
    folder, outside = tmp_path / "boards", tmp_path / "outside.yaml"
    folder.mkdir()
    (folder / "a.yaml").symlink_to(outside)
    with pytest.raises(Taken):
        save(folder, "a.yaml", "new", over=False)
    assert not outside.exists()
    outside.write_text("old", encoding="utf-8")
    save(folder, "a.yaml", "new", over=True)
    assert outside.read_text(encoding="utf-8") == "old"
    assert not (folder / "a.yaml").is_symlink()


def test_what_cannot_be_written_is_told_without_its_path(tmp_path):
    for over in (False, True):
        with pytest.raises(InputError) as refused:
            save(tmp_path / "gone", "a.yaml", "x", over=over)
        assert str(refused.value) == "a.yaml: No such file or directory"
    (tmp_path / "a.yaml").mkdir()
    with pytest.raises(InputError) as refused:
        save(tmp_path, "a.yaml", "x", over=True)
    assert str(refused.value) == "a.yaml: Is a directory"
    assert os.listdir(tmp_path) == ["a.yaml"]
    with pytest.raises(InputError, match=r"b\.yaml: it cannot be written"):
        save(tmp_path, "b.yaml", "\ud800", over=True)
    with pytest.raises(InputError, match=r"b\.yaml: it cannot be written"):
        save(tmp_path, "b.yaml", "\ud800", over=False)
    assert os.listdir(tmp_path) == ["a.yaml"]
