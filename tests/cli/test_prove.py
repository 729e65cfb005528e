"""``endphase prove``: exit codes, text and JSON."""

import json


def test_a_ruleset_with_every_property(endphase):
    called = endphase("prove", "tcg-2005")
    assert called.code == 0
    assert called.out.splitlines()[0] == "tcg-2005: proved"
    assert called.out.splitlines()[-1].startswith("1 ruleset, 6 properties: 6 proved, 0 fails, 0 undetermined; ")


def test_json_tells_what_refutes_a_property_and_is_the_same_twice(endphase):
    called = endphase("prove", "simulator", "--json")
    assert called.code == 1
    document = json.loads(called.out)
    assert document["schema"] == "endphase/prove/1"
    (ruleset,) = document["rulesets"]
    assert (ruleset["id"], ruleset["standing"]) == ("simulator", "fails")
    failing = [one for one in ruleset["properties"] if one["standing"] == "fails"]
    assert [one["property"] for one in failing] == ["nothing left"]
    assert failing[0]["counterexample"]["state"]["due"] == {
        "turn player": [],
        "opponent": ["Kind - lasts until the End Phase"],
    }
    assert failing[0]["play"]["board"] == "A36"
    assert endphase("prove", "simulator", "--json").out == called.out


def test_too_little_time_is_no_proof(endphase):
    called = endphase("prove", "tcg-2005", "--max-seconds", "0.001")
    assert called.code == 3
    assert called.out.splitlines()[0] == "tcg-2005: undetermined"


def test_an_unknown_ruleset(endphase):
    called = endphase("prove", "ogc")
    assert called.code == 2
    assert "no ruleset is called 'ogc'" in called.err


def test_a_file(endphase, tmp_path):
    """A ruleset of one's own, here with the simulator's way to let things lapse."""
    (tmp_path / "mine.yaml").write_text(
        "id: mine\ntitle: mine\nday: 2005-06-30\nextends: tcg-2005\n"
        "clauses:\n  until the End Phase: lapses after the adjustment\n",
        encoding="utf-8",
    )
    called = endphase("prove", "mine.yaml")
    assert called.code == 1
    assert called.out.splitlines()[0] == "mine: fails"
