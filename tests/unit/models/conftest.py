"""A small library of cards, with the package's own rulesets, and how to expect a refusal."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from models.documents import read_document
from models.errors import InputError
from models.library import Library
from models.packaged import PACKAGED

CARDS = """\
# A few cards, one of each sort that a reader tells apart.

- name: Iron Golem
  ja: 鉄のゴーレム
  passcode: 1001
  kind: normal monster
  attribute: EARTH
  type: Rock
  level: 4
  atk: 1500
  def: 1600

- name: Doctor, of Clocks
  ja: 時計博士
  passcode: 1002
  kind: effect monster
  attribute: LIGHT
  type: Spellcaster
  level: 4
  atk: 1000
  def: 1000
  also called: [Clock Doctor]
  series: [Clock]
  effects:
    - during: your End Phase
      must: send this card to the GY

- name: Wall of Brass
  ja: 黄銅の壁
  passcode: 1003
  kind: continuous trap
  effects:
    - applies: cards cannot be banished

- name: Blaze
  ja: 炎の渦
  passcode: 1004
  kind: normal spell
  effects:
    - leaves: in the End Phase, banish the affected monsters

- name: Meadow
  ja: 草原
  passcode: 1005
  kind: field spell

- name: Quick Bread
  ja: 早いパン
  passcode: 1006
  kind: quick-play spell

- name: Star Knight
  ja: 星の騎士
  passcode: 1007
  kind: synchro monster

- name: Ring Knight
  ja: 輪の騎士
  passcode: 1008
  kind: link monster

- name: Pendulum Cat
  ja: 振り子猫
  passcode: 1009
  kind: pendulum monster

- name: Sprout Token
  ja: 芽トークン
  kind: token
  type: Plant
  level: 1
  atk: 0
  def: 0
"""

RULING = """\
ruling: Q01
also: [The wall of brass]
asks: {en: Can Blaze be processed under Wall of Brass?, ja: 処理できるか。}
answers: {en: "Yes."}
source: {authority: office, of: OCG office, id: fid 1, answered: 2013-03-24, cites: [a page]}
status: settled
rulesets: [ocg-2013, ocg]
tags: [order]
board:
  turn player:
    monsters: [{Iron Golem: by Blaze}]
    spells and traps: [Wall of Brass, {Quick Bread: set}]
  lingering:
    - Blaze by turn player on Iron Golem
claims:
  - possible: Iron Golem on the field
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of data: the cards and the ruling above, and the package's rulesets."""
    for name in ("cards", "rulings"):
        (tmp_path / name).mkdir()
    shutil.copytree(PACKAGED / "rulesets", tmp_path / "rulesets")
    shutil.copy(PACKAGED / "clauses.yaml", tmp_path)
    (tmp_path / "cards" / "some.yaml").write_text(CARDS, encoding="utf-8")
    (tmp_path / "rulings" / "Q01.yaml").write_text(RULING, encoding="utf-8")
    return tmp_path


@pytest.fixture
def library(folder: Path) -> Library:
    """The library in that folder."""
    return Library(folder=folder)


@pytest.fixture
def node() -> Callable[[str], Any]:
    """Reads an indented text as a document called ``x``."""
    return lambda text: read_document(dedent(text).strip("\n"), "x")


@pytest.fixture
def refused() -> Callable[..., InputError]:
    """Expects a refusal that says something, at a line and column, with these nearest or expected words."""

    def check(
        action: Callable[[], object],
        says: str,
        at: tuple[int, int] | None = None,
        *,
        near: tuple[str, ...] = (),
        expected: tuple[str, ...] = (),
    ) -> InputError:
        with pytest.raises(InputError) as caught:
            action()
        error = caught.value
        assert says in error.message
        place = error.position
        assert (place and (place.line, place.column)) == at, str(error)
        assert set(near) <= set(error.near), str(error)
        assert set(expected) <= set(error.expected), str(error)
        assert "\n" not in error.message
        return error

    return check
