"""Rulesets: the package's own, what one inherits, and what is refused."""

from __future__ import annotations

import datetime

import pytest

from models.documents import read_document
from models.library import Library
from models.ruleset import Citation, Rule, Setting, Told, ToldClause, read_clauses, read_rules, read_ruleset

CLAUSES = """
- {id: wait, question: May one wait?, values: {yes: one may, no: one may not}}
- {id: order, question: Who is first?, values: {the younger: a, the older: b}}
"""

BASE = "id: base\ntitle: {en: Base, ja: 基}\nday: 2020-01-02\nclauses: {wait: yes, order: the older}\n"


@pytest.fixture
def clauses():
    """Two clauses."""
    return read_clauses(read_document(CLAUSES))


@pytest.fixture
def read(node, clauses):
    """Reads a ruleset that may extend the base."""

    def extended(_):
        return read_ruleset(node(BASE), clauses, extended)

    return lambda text: read_ruleset(node(text), clauses, extended)


def test_a_ruleset_has_a_value_for_each_clause(read, clauses):
    base = read(BASE)
    assert (base.id, base.title.en, base.title.ja, base.day) == ("base", "Base", "基", datetime.date(2020, 1, 2))
    assert [(clause, base[clause]) for clause in base.clauses] == [("wait", "yes"), ("order", "the older")]
    assert clauses["wait"].values["no"] == "one may not"


def test_an_unknown_clause_is_an_error_of_the_program(read):
    with pytest.raises(KeyError):
        read(BASE)["colour"]


def test_a_ruleset_inherits(read):
    text = (
        'id: b\ntitle: B\nday: 2020-01-02\nextends: base\nclauses:\n  wait: {value: no, cites: ["A09: mail, 2009"]}\n'
    )
    found = read(text)
    assert (found.extends, found["wait"], found["order"]) == ("base", "no", "the older")
    assert found.clauses["wait"].cites == (Citation("A09: mail", "2009"),)
    assert str(found.clauses["wait"].cites[0]) == "A09: mail, 2009"


def test_citations_need_no_quotes(read):
    text = BASE.replace("wait: yes", "wait: {value: yes, cites: [{A09: 'mail, 2009-10-28'}]}")
    assert read(text).clauses["wait"].cites == (Citation("A09: mail", "2009-10-28"),)


def test_a_changed_ruleset_cites_nobody_for_it(read):
    base = read(BASE)
    changed = base.changed({"wait": "no"})
    assert (changed["wait"], changed["order"], base["wait"]) == ("no", "the older", "yes")
    assert changed.clauses["wait"] == Setting("no")
    with pytest.raises(KeyError):
        base.changed({"colour": "red"})


@pytest.mark.parametrize(
    ("old", "new", "says", "at", "near"),
    [
        ("the older", "the oldest", "'the oldest' is not a value of this clause", (4, 29), ("the older",)),
        ("order:", "ordre:", "'ordre' is not a clause", (4, 22), ("order",)),
        (", order: the older", "", "the clause 'order' has no value", (1, 1), ()),
        ("2020-01-02", "today", "'today' is not a day", (3, 6), ()),
        ("day:", "dya:", "a ruleset has no key 'dya'", (3, 1), ("day",)),
        ("id: base\n", "", "a ruleset needs the key 'id'", (1, 1), ()),
        ("{en: Base, ja: 基}", "{ja: 基}", "needs the key 'en'", (2, 8), ()),
        ("yes,", "{value: yes, cites: mail},", "a citation without a date", (4, 37), ()),
        ("yes,", "{cites: []},", "a clause needs the key 'value'", (4, 17), ()),
    ],
)
def test_what_no_ruleset_says(refused, read, *, old, new, says, at, near):
    refused(lambda: read(BASE.replace(old, new)), says, at, near=near)


def test_clauses_are_listed_once(refused, node):
    twice = CLAUSES.strip() + "\n" + CLAUSES.strip()
    refused(lambda: read_clauses(node(twice)), "a second clause 'wait'", (3, 8))


def test_rules_are_listed_once(refused, node):
    rule = '- {id: wait, says: one waits, cites: ["A09: mail, 2009-10-28"]}'
    assert read_rules(node(rule)) == {"wait": Rule("wait", "one waits", (Citation("A09: mail", "2009-10-28"),))}
    refused(lambda: read_rules(node(f"{rule}\n{rule}")), "a second rule 'wait'", (2, 8))
    refused(lambda: read_rules(node("- {id: wait, says: one waits}")), "a rule needs the key 'cites'", (1, 3))


IN_JAPANESE = """
- id: wait
  question: May one wait?
  values: {yes: one may, no: one may not}
  ja: {name: 待つこと, values: {yes: {name: できる, says: 待てる}, no: {name: できない, says: 待てない}}}
"""


def test_clauses_and_rules_may_have_japanese(node):
    """A short name and what it says, for each value of a clause."""
    clause = read_clauses(node(IN_JAPANESE))["wait"]
    assert clause.ja == ToldClause("待つこと", {"yes": Told("できる", "待てる"), "no": Told("できない", "待てない")})
    rule = read_rules(node("- {id: wait, says: one waits, cites: [], ja: {name: 待機, says: 待つ}}"))["wait"]
    assert rule == Rule("wait", "one waits", (), Told("待機", "待つ"))


@pytest.mark.parametrize(
    ("old", "new", "says", "at"),
    [
        (", no: {name: できない, says: 待てない}", "", "the Japanese of the values needs the key 'no'", (4, 28)),
        ("no: {name: でき", "nay: {name: でき", "the Japanese of the values has no key 'nay'", (4, 58)),
        (", says: 待てる", "", "a text in Japanese needs the key 'says'", (4, 34)),
        ("name: 待つこと, ", "", "the Japanese of a clause needs the key 'name'", (4, 7)),
    ],
)
def test_what_japanese_of_a_clause_has_to_have(refused, node, *, old, new, says, at):
    refused(lambda: read_clauses(node(IN_JAPANESE.strip().replace(old, new))), says, at)


# ---- the package's own ----


@pytest.fixture(scope="module")
def packaged():
    """The package's library."""
    return Library()


def test_the_packaged_rulesets(packaged):
    days = {ruleset.id: ruleset.day.isoformat() for ruleset in packaged.rulesets}
    assert days == {
        "ocg": "2026-11-01",
        "ocg-2013": "2013-06-01",
        "simulator": "2013-06-01",
        "tcg": "2014-06-30",
        "tcg-2005": "2005-06-30",
    }
    assert len(packaged.clauses) == 17
    assert all(list(ruleset.clauses) == list(packaged.clauses) for ruleset in packaged.rulesets)
    assert all(ruleset.title.ja for ruleset in packaged.rulesets)


def differences(packaged, one, other):
    """The clauses with another value in ``other``, and that value."""
    a, b = packaged.ruleset(one), packaged.ruleset(other)
    return {clause: b[clause] for clause in packaged.clauses if a[clause] != b[clause]}


def test_what_the_ocg_changed(packaged):
    assert differences(packaged, "ocg", "ocg-2013") == {
        "chains after the adjustment": "as many as arise",
        "mandatory triggers after the adjustment": "yes",
    }


def test_how_the_tcg_differs(packaged):
    assert differences(packaged, "ocg", "tcg") == {
        "second offer to the turn player": "no",
        "triggers of the discard": "only Counter Traps and mandatory effects",
        "chains after the adjustment": "as many as arise",
        "mandatory triggers after the adjustment": "yes",
        "a negated activation": "may be tried again",
    }
    assert differences(packaged, "tcg", "tcg-2005") == {
        "a monster turned face-down": "remembers how it was Summoned",
        "triggers of the discard": "may be chained to",
    }


def test_how_the_simulator_differs(packaged):
    assert differences(packaged, "ocg", "simulator") == {
        "passing with mandatory items": "no",
        "next window after an action": "same player",
        "second offer to the turn player": "no",
        "compelled act": "a mandatory item",
        "until the End Phase": "lapses after the adjustment",
        "at the end of the End Phase": "after the adjustment",
        "chains after the adjustment": "one",
        "mandatory triggers after the adjustment": "yes",
    }


def test_official_rulesets_cite_somebody_for_every_clause(packaged):
    for name in ("ocg", "ocg-2013", "tcg", "tcg-2005"):
        assert all(setting.cites for setting in packaged.ruleset(name).clauses.values()), name
