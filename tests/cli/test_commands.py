"""What each command prints: text for people, JSON with stable keys, files that others can read."""

import json
import re
from xml.etree import ElementTree

import networkx
import pytest

from explorer.questions import inquire
from explorer.subjects import subject
from models.library import Library

CONFIRMED = "A08       ocg-2013  confirmed     19 states, 21 transitions"
EVENT = {"by", "kind", "text"}
MORE_OF_EVENT = {"card", "cost", "targets", "chosen", "unnamed", "option", "effect", "window", "must"}
KINDS = {
    "pass",
    "activate",
    "chain",
    "no response",
    "decline",
    "resolve",
    "negated",
    "process",
    "discard",
}
FACTS = {"turn player", "opponent", "next turn", "result"}


def assert_event(event):
    """An event has the keys of ``docs/json.md`` and no others."""
    assert EVENT <= set(event) <= EVENT | MORE_OF_EVENT
    assert event["by"] in ("turn player", "opponent", "rules")
    assert event["kind"] in KINDS
    assert event["text"]


# ---- explore ---------------------------------------------------------------------------------------------------------


def test_explore_lists_outcomes_with_a_play_each(endphase):
    """A08: the monsters stay, or they are banished."""
    called = endphase("explore", "A08")
    assert called.code == 0
    assert called.err == ""
    lines = called.out.split("\n")
    assert lines[0] == "ocg-2013: 3 outcomes, 19 states, 21 transitions"
    assert [line for line in lines if re.match(r"\d\. ", line)] == [
        "1. nothing has changed",
        "2. the turn player, GY: Emergency Provisions, Imperial Iron Wall; the turn player: 9000 LP",
        "3. the turn player, banished: 2 copies of Flamvell Firedog; "
        "the turn player, GY: Emergency Provisions, Imperial Iron Wall; the turn player: 9000 LP",
    ]
    assert "   2 plays; enforceable by the turn player" in lines
    assert "    The turn player processes Rekindling." in lines


def test_explore_tells_the_first_of_very_many_outcomes(endphase, monkeypatch):
    """And how many more there are; ``--json`` has them all."""
    monkeypatch.setattr("reports.plaintext.MOST_OUTCOMES", 2)
    lines = endphase("explore", "A08").out.split("\n")
    assert lines[0] == "ocg-2013: 3 outcomes, 19 states, 21 transitions"
    assert [line[:2] for line in lines if re.match(r"\d\. ", line)] == ["1.", "2."]
    assert "1 more outcome: --json tells all of them" in lines
    assert len(json.loads(endphase("explore", "A08", "--json").out)["outcomes"]) == 3


def test_explore_says_what_is_never_possible(endphase, tmp_path):
    """With the clauses that forbid it together: a quick-play Spell that was Set this turn."""
    board = "turn player: {spells and traps: [Imperial Iron Wall, {Emergency Provisions: set this turn}]}"
    (tmp_path / "board.yaml").write_text(board, encoding="utf-8")
    called = endphase("explore", "board.yaml")
    assert "Never possible here:" in called.out
    assert "the turn player activates Emergency Provisions, with Imperial Iron Wall as the cost" in called.out
    assert "[rule: it was not Set this turn]" in called.out


def test_explore_as_json(endphase):
    """The keys are those of the documentation; plays are decimal strings."""
    called = endphase("explore", "A08", "--json")
    assert called.code == 0
    document = json.loads(called.out)
    sizes = ["states", "transitions", "complete"]
    assert list(document) == ["schema", "ruleset", *sizes, "outcomes", "pruned", "z3", "reductions"]
    assert document["schema"] == "endphase/explore/1"
    assert (document["ruleset"], document["states"], document["transitions"]) == ("ocg-2013", 19, 21)
    assert document["complete"] is True
    assert [outcome["plays"] for outcome in document["outcomes"]] == ["2", "2", "4"]
    for number, outcome in enumerate(document["outcomes"], 1):
        assert list(outcome) == ["id", "summary", "facts", "plays", "shortest", "enforceable_by"]
        assert outcome["id"] == number
        assert set(outcome["facts"]) == FACTS
        assert outcome["enforceable_by"] == ["turn player"]
        for event in outcome["shortest"]:
            assert_event(event)
            assert "window" in event
    assert all(set(one) == {"move", "clauses"} for one in document["pruned"])
    assert set(document["z3"]) == {"queries", "remembered", "pruned"}
    assert all(isinstance(number, int) for number in document["z3"].values())


def test_plays_are_exact_however_many(endphase, tmp_path):
    """More than a number of 64 bits, and written out: each of two players has quick effects in every order."""
    quick = "[{Mystical Space Typhoon: [set, 2 copies]}]"
    board = f"turn player: {{spells and traps: {quick}}}\nopponent: {{spells and traps: {quick}}}\n"
    (tmp_path / "board.yaml").write_text(board, encoding="utf-8")
    document = json.loads(endphase("explore", "board.yaml", "--json").out)
    assert all(re.fullmatch(r"[1-9][0-9]*", outcome["plays"]) for outcome in document["outcomes"])
    assert max(int(outcome["plays"]) for outcome in document["outcomes"]) > 1_000


def test_endless_plays(endphase, tmp_path):
    """Two Manticores."""
    board = "turn player: {monsters: [Manticore of Darkness], graveyard: [{Manticore of Darkness: sent to the GY}]}"
    (tmp_path / "board.yaml").write_text(board, encoding="utf-8")
    assert json.loads(endphase("explore", "board.yaml", "--json").out)["outcomes"][0]["plays"] == "endless"
    assert "endlessly many plays" in endphase("explore", "board.yaml").out
    assert "手順は限りなくある" in endphase("explore", "board.yaml", "--lang", "ja").out


def test_two_runs_print_the_same(endphase):
    """Byte for byte."""
    assert endphase("explore", "A05", "--json").out == endphase("explore", "A05", "--json").out


def test_explore_in_japanese(endphase):
    """The same numbers, told with the Japanese names."""
    called = endphase("explore", "A08", "--lang", "ja")
    assert called.out.startswith("ocg-2013: 結果3通り、状態19、遷移21\n")
    assert called.out.count("ターンプレイヤーが実現できる") == 3
    assert "ターンプレイヤーは《真炎の爆発》の処理を行う。" in called.out
    assert "Rekindling" not in called.out


def test_explore_another_case_and_another_ruleset(endphase):
    """``A05#2`` is the second board of the ruling; a ruleset of its own may be a file."""
    assert endphase("explore", "B07#2").out != endphase("explore", "B07#1").out
    assert endphase("explore", "A07", "--ruleset", "tcg").out.startswith("tcg: 2 outcomes, 14 states, 16 transitions")


def test_a_ruleset_of_ones_own(endphase, tmp_path):
    """It extends one of the library's."""
    text = (
        "id: mine\ntitle: Mine\nday: 2013-06-01\nextends: ocg-2013\nclauses:\n  second offer to the turn player: no\n"
    )
    (tmp_path / "mine.yaml").write_text(text, encoding="utf-8")
    assert endphase("explore", "A07", "--ruleset", "mine.yaml").out.startswith("mine: 2 outcomes, 14 states")


def test_a_board_from_standard_input(process):
    """``-`` is a board in a pipe."""
    one = process("explore", "-")
    out, err = one.communicate("turn player: {monsters: [Mystical Elf]}\n", timeout=60)
    assert (one.returncode, err) == (0, "")
    assert out.startswith("ocg: 1 outcome, 3 states, 2 transitions")


def test_what_the_rules_do_before_the_first_window_is_told(endphase, tmp_path):
    """Graff cannot stay beside the Elf: it is in the GY at the end, and was not at the start."""
    board = "turn player: {monsters: ['Graff, Malebranche of the Burning Abyss', Mystical Elf]}\n"
    (tmp_path / "board.yaml").write_text(board, encoding="utf-8")
    assert "GY: Graff, Malebranche of the Burning Abyss" in endphase("explore", "board.yaml").out


def test_unnamed_cards_that_are_banished_are_told(endphase, tmp_path):
    """Like those in a hand, a Deck or a GY."""
    (tmp_path / "board.yaml").write_text("turn player: {banished: [5 unnamed cards]}\n", encoding="utf-8")
    (outcome,) = json.loads(endphase("explore", "board.yaml", "--json").out)["outcomes"]
    assert outcome["facts"]["turn player"]["unnamed in banished"] == 5


# ---- check -----------------------------------------------------------------------------------------------------------


def test_check_one_ruling(endphase):
    """A line for each ruleset, and a summary."""
    called = endphase("check", "A08")
    assert called.code == 0
    assert called.out.split("\n") == [
        CONFIRMED,
        "A08       ocg       confirmed     19 states, 21 transitions",
        "1 ruling, 2 verdicts: 2 confirmed, 0 contradicted, 0 open, 0 unmodelled",
        "",
    ]


def test_check_finds_the_cards_example(endphase):
    """The design card calls A08 by another name."""
    assert CONFIRMED in endphase("check", "Blaze Fortress").out


def test_check_details(endphase):
    """Every claim with its play."""
    called = endphase("check", "A08", "--details", "--ruleset", "ocg")
    assert "A08 under ocg: possible: 2 Flamvell Firedog banished: holds (a play shows it)" in called.out
    assert "    The turn player activates Emergency Provisions, with Imperial Iron Wall as the cost." in called.out


def test_check_of_the_seed_pages_as_json(endphase):
    """0 contradicted, 0 unmodelled; B08 open; all others confirmed, but for the one note."""
    ids = (
        [f"A{n:02}" for n in range(5, 12)]
        + [f"B{n:02}" for n in (*range(6, 14), 33)]
        + [f"S{n:02}" for n in range(1, 20)]
    )
    called = endphase("check", *ids, "--json")
    assert called.code == 0
    document = json.loads(called.out)
    assert list(document) == ["schema", "summary", "rulings"]
    assert document["schema"] == "endphase/check/1"
    assert list(document["summary"]) == ["confirmed", "contradicted", "open", "unmodelled"]
    assert (document["summary"]["contradicted"], document["summary"]["unmodelled"]) == (0, 0)
    assert [one["id"] for one in document["rulings"] if one["verdict"] == "open"] == ["B08"]
    assert {one["id"] for one in document["rulings"] if one["verdict"] == "note"} == {"S16"}
    assert {one["verdict"] for one in document["rulings"]} == {"confirmed", "open", "note"}
    assert {one["id"] for one in document["rulings"]} == set(ids)
    for one in document["rulings"]:
        more = {"note"} if one["verdict"] == "note" else set()
        assert set(one) == {"id", "ruleset", "status", "verdict", "claims", "states", "transitions"} | more
        for claim in one["claims"]:
            assert list(claim) == ["claim", "holds", "because", "play"]
            assert claim["holds"] is True
            for event in claim["play"]:
                assert_event(event)


def test_check_exits_with_1_when_contradicted(endphase):
    """Under the simulator's rules B12 does not hold, and it is said why not."""
    called = endphase("check", "B12", "--ruleset", "simulator")
    assert called.code == 1
    assert "B12       simulator contradicted" in called.out
    assert "does not hold" in called.out
    assert "1 contradicted" in called.out
    document = json.loads(endphase("check", "B12", "--ruleset", "simulator", "--json").out)
    assert document["summary"]["contradicted"] == 1
    assert False in [claim["holds"] for claim in document["rulings"][0]["claims"]]


def test_an_open_question_is_no_failure(endphase):
    """B08 is pending: the model's own answer is there, and the exit code is 0."""
    called = endphase("check", "B08", "--json")
    assert called.code == 0
    (one,) = json.loads(called.out)["rulings"]
    assert (one["verdict"], one["status"]) == ("open", "pending")
    assert [claim["holds"] for claim in one["claims"]] == [True, True]


def test_junit(endphase, tmp_path):
    """A suite for each ruleset, a case for each claim; what is contradicted fails, what is open is skipped."""
    called = endphase("check", "A08", "B08", "B12", "S16", "--junit", "report.xml")
    assert called.code == 0
    root = ElementTree.parse(tmp_path / "report.xml").getroot()
    assert root.tag == "testsuites"
    suites = {suite.get("name"): suite for suite in root}
    assert {"ocg", "ocg-2013"} <= set(suites)
    for suite in suites.values():
        cases = suite.findall("testcase")
        assert int(suite.get("tests")) == len(cases)
        assert int(suite.get("failures")) == len(suite.findall("testcase/failure")) == 0
        assert int(suite.get("skipped")) == len(suite.findall("testcase/skipped"))
    endphase("check", "B12", "--ruleset", "simulator", "--junit", "report.xml")
    (suite,) = ElementTree.parse(tmp_path / "report.xml").getroot()
    assert int(suite.get("failures")) == len(suite.findall("testcase/failure")) >= 1


# ---- best ------------------------------------------------------------------------------------------------------------


def test_best_tells_the_official_line(endphase):
    """A05, with the second pass and what it leads to."""
    called = endphase("best", "A05", "--ruleset", "ocg-2013")
    assert called.code == 0
    lines = called.out.split("\n")
    assert lines[0] == "Best play:"
    assert lines[9:11] == [
        "The turn player passes again before the opponent is compelled.",
        "The opponent must now process Effect Veiler.",
    ]
    assert any(line.startswith("It ends with: ") and "next turn is skipped" in line for line in lines)
    assert "Value: 1, 1" in lines


def test_best_in_japanese(endphase):
    """The same line in our own wording."""
    called = endphase("best", "A05", "--ruleset", "ocg-2013", "--lang", "ja")
    assert called.code == 0
    assert "ターンプレイヤーは改めて優先権を得るが、これも放棄する。" in called.out
    assert "相手プレイヤーは《エフェクト・ヴェーラー》の処理を行わなければならない。" in called.out
    assert "Effect Veiler" not in called.out


def test_best_as_json(endphase):
    """The keys are those of the documentation."""
    document = json.loads(endphase("best", "A05", "--json").out)
    told = ["for", "value", "line", "outcome", "endless", "strategies"]
    assert list(document) == ["schema", "ruleset", *told, "reductions"]
    assert document["schema"] == "endphase/best/1"
    assert document["for"] == "turn player"
    assert document["value"] == [1, 1]
    assert document["endless"] is False
    assert set(document["outcome"]) == FACTS
    for step in document["line"]:
        assert list(step)[:3] == ["by", "event", "text"]
        assert_event(step["event"])
        assert step["by"] == step["event"]["by"]


def test_best_for_wishes_of_the_call(endphase):
    """The first wish counts most, and the opponent's are the opponent's."""
    most = endphase("best", "A08", "--want", "most monsters the turn player controls")
    fewest = endphase("best", "A08", "--want", "fewest monsters the turn player controls")
    foe = endphase("best", "A08", "--for", "opponent", "--want", "the turn player's life is 9000")
    assert "Value: 2" in most.out
    assert "Value: 0" in fewest.out
    assert "Value: 0" in foe.out


def test_best_play_that_never_ends(endphase, tmp_path):
    """The opponent of who wants an end could go on for ever."""
    board = "turn player: {monsters: [Manticore of Darkness], graveyard: [{Manticore of Darkness: sent to the GY}]}\n"
    (tmp_path / "board.yaml").write_text(board, encoding="utf-8")
    wish = ("--for", "opponent", "--want", "Manticore of Darkness on the field")
    called = endphase("best", "board.yaml", *wish)
    assert called.code == 0
    assert "Best play never ends" in called.out
    document = json.loads(endphase("best", "board.yaml", *wish, "--json").out)
    assert (document["endless"], document["outcome"]) == (True, None)


# ---- graph -----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def a08():
    """The state graph of A08."""
    library = Library()
    about = subject("A08", library)
    return inquire(about.board, library, about.ruleset).graph


def test_graphml_loads_in_networkx(endphase, tmp_path, a08):
    """With the same counts, and readable nodes and edges."""
    called = endphase("graph", "A08", "-o", "a08.graphml")
    assert called.code == 0
    assert called.out == "a08.graphml: 19 states, 21 transitions, 3 terminal\n"
    graph = networkx.read_graphml(tmp_path / "a08.graphml", node_type=int, force_multigraph=True)
    assert isinstance(graph, networkx.MultiDiGraph)
    assert (graph.number_of_nodes(), graph.number_of_edges()) == (len(a08.states), a08.transitions) == (19, 21)
    assert [node for node, data in graph.nodes(data=True) if data["terminal"]] == a08.terminal
    assert graph.nodes[0]["window"] == "the turn player's window"
    assert {data["by"] for *_, data in graph.edges(data=True)} == {"turn player", "opponent", "rules"}
    assert any(data["event"] == "the turn player processes Rekindling" for *_, data in graph.edges(data=True))
    assert list(networkx.topological_sort(graph))


def test_json_graph(endphase, tmp_path):
    """The keys are those of the documentation."""
    endphase("graph", "A08", "-o", "a08.json")
    document = json.loads((tmp_path / "a08.json").read_text(encoding="utf-8"))
    assert list(document) == ["schema", "nodes", "edges"]
    assert document["schema"] == "endphase/graph/1"
    assert (len(document["nodes"]), len(document["edges"])) == (19, 21)
    assert set(document["nodes"][0]) == {"id", "window", "board", "terminal", "expanded", "decider"}
    assert set(document["edges"][0]) == {"source", "target", "event", "by"}
    assert {edge["source"] for edge in document["edges"]} <= {node["id"] for node in document["nodes"]}


def test_dot_graph(endphase, tmp_path):
    """A line for each node and for each edge, quotes kept."""
    endphase("graph", "A08", "--whole", "-o", "a08.dot")
    text = (tmp_path / "a08.dot").read_text(encoding="utf-8")
    assert text.startswith("digraph endphase {")
    assert text.endswith("}\n")
    assert len(re.findall(r"^  \d+ \[label=\".*\", color=\"#\w{6}\"(, peripheries=2)?\];$", text, re.MULTILINE)) == 19
    assert len(re.findall(r"^  \d+ -> \d+ \[label=\".*\", color=\"#\w{6}\"\];$", text, re.MULTILINE)) == 21
    assert text.count("peripheries=2") == 3


AUT_LINE = re.compile(r'\((\d+), "([^"]*)", (\d+)\)')


def test_aldebaran_graph(endphase, tmp_path, a08):
    """The head has the sizes of the graph, and every step of it is a line."""
    called = endphase("graph", "A08", "-o", "a08.aut")
    assert (called.code, called.out) == (0, "a08.aut: 19 states, 21 transitions, 3 terminal\n")
    head, *lines = (tmp_path / "a08.aut").read_text(encoding="utf-8").splitlines()
    assert head == "des (0, 21, 19)"
    steps = [AUT_LINE.fullmatch(line).groups() for line in lines]
    assert [(int(source), int(target)) for source, _, target in steps] == [
        (source, a08.targets[edge]) for source in range(19) for edge in a08.edges(source)
    ]
    assert lines[0] == '(0, "the turn player passes", 1)'
    assert lines[1] == '(0, "the turn player processes Rekindling", 2)'
    assert {*range(19)} - {int(source) for source, *_ in steps} == {*a08.terminal}


QUOTED_BOARD = """\
turn player:
  hand: ['Maxx "C"', 'Flying "C"', 5 unnamed cards]
"""


def test_a_label_has_no_quotes_of_its_own(endphase, tmp_path):
    """Aldebaran's format could not tell them from the end of the label."""
    (tmp_path / "board.yaml").write_text(QUOTED_BOARD, encoding="utf-8")
    assert endphase("graph", "board.yaml", "-o", "board.aut").code == 0
    _, *lines = (tmp_path / "board.aut").read_text(encoding="utf-8").splitlines()
    labels = [AUT_LINE.fullmatch(line).group(2) for line in lines]
    assert "the turn player activates Maxx 'C'" in labels


def test_a_graph_that_was_cut_short_as_aldebaran(endphase, tmp_path):
    """The head counts what the file has."""
    assert endphase("graph", "A08", "-o", "a08.aut", "--max-states", "7").code == 3
    head, *lines = (tmp_path / "a08.aut").read_text(encoding="utf-8").splitlines()
    states = {int(number) for line in lines for number in AUT_LINE.fullmatch(line).group(1, 3)}
    assert head == f"des (0, {len(lines)}, {len(states)})"


def test_a_large_graph_is_warned_of_where_it_takes_memory(endphase, monkeypatch):
    """Which a format that is written from the graph itself does not."""
    monkeypatch.setattr("reports.graphs.LARGE", 18)
    assert "19 states: this takes some" in endphase("graph", "A08", "-o", "a08.json").err
    assert endphase("graph", "A08", "-o", "a08.aut").err == ""
    monkeypatch.setattr("reports.graphs.LARGE", 19)
    assert endphase("graph", "A08", "-o", "a08.json").err == ""


def test_a_model_for_spin(endphase, tmp_path):
    """It says what SPIN has to find; a finished state prints what its outcome is made of."""
    called = endphase("graph", "A05", "-o", "a05.pml")
    assert (called.code, called.out) == (0, "a05.pml: 147 states, 206 transitions, 11 terminal\n")
    text = (tmp_path / "a05.pml").read_text(encoding="utf-8")
    head = " ".join(text[: text.index("*/")].split())
    assert "endphase finds 147 states, of which 11 are finished; 251 commands can be taken in them" in head
    assert "SPIN, which starts one step earlier, has to store 148 states and to count 253 transitions." in head
    assert ":: d_step { /* the turn player passes */" in text
    assert 'printf(" %d", turn_player' not in text  # nobody's life changes on this board
    assert 'printf(" %d", 8000); /* turn player.life */' in text


def test_a_model_of_a_board_that_was_not_searched_to_the_end(endphase, tmp_path):
    """The model is whole all the same, and says that nobody counted."""
    called = endphase("graph", "A05", "-o", "a05.pml", "--max-states", "20")
    assert called.code == 3
    text = (tmp_path / "a05.pml").read_text(encoding="utf-8")
    assert "endphase did not count to the end: it stopped at" in text
    endphase("graph", "A05", "-o", "whole.pml")
    whole = (tmp_path / "whole.pml").read_text(encoding="utf-8")
    assert text[text.index("*/") :] == whole[whole.index("*/") :]


def test_a_graph_in_japanese(endphase, tmp_path):
    """Names and words of the language."""
    endphase("graph", "A08", "-o", "a08.json", "--lang", "ja")
    assert "真炎の爆発" in (tmp_path / "a08.json").read_text(encoding="utf-8")


def test_a_file_is_written_whole_or_not_at_all(endphase, tmp_path):
    """Nothing is left beside it, and a folder that cannot be written to is refused."""
    endphase("graph", "A08", "-o", "a08.json")
    assert [path.name for path in tmp_path.iterdir()] == ["a08.json"]


# ---- looking up ------------------------------------------------------------------------------------------------------


def test_rulesets(endphase):
    """Five at least, each with its day and title."""
    lines = endphase("rulesets").out.splitlines()
    assert {line.split()[0] for line in lines} >= {"ocg", "ocg-2013", "tcg", "tcg-2005", "simulator"}
    assert all(re.search(r" \d{4}-\d{2}-\d{2}  .+", line) for line in lines)


def test_a_ruleset_with_its_citations(endphase):
    """Every clause has its value, and who says so, and when."""
    out = endphase("rulesets", "ocg").out
    for clause in Library().clauses:
        assert f"  {clause}: " in out
    assert "      A01: database answer fid 11533, 2024-08-29" in out


def test_rulings(endphase):
    """A line for each, and one of them whole."""
    lines = endphase("rulings").out.splitlines()
    assert len(lines) == len(Library().ruling_ids)
    one = endphase("rulings", "A08").out
    assert "Both. Processed while Iron Wall is there" in one
    assert "(settled)" in one
    assert "possible: 2 Flamvell Firedog banished" in one
    assert "真炎の爆発" in endphase("rulings", "A08", "--lang", "ja").out
    assert "no effect it knows can skip a phase" in endphase("rulings", "S16").out


def test_help_and_version(endphase):
    """Every command says what it does."""
    top = endphase("--help")
    assert top.code == 0
    for command in ("explore", "check", "best", "graph", "cards", "rulesets", "rulings", "new"):
        assert command in top.out
        assert endphase(command, "--help").code == 0


# ---- the terminal ----------------------------------------------------------------------------------------------------


def test_output_in_a_pipe_is_plain(process):
    """No colours, no cursor movements, no progress, and no line is broken."""
    one = process("check", "A08", "B12", "--ruleset", "simulator")
    out, err = one.communicate(timeout=60)
    assert one.returncode == 1
    assert "\x1b" not in out + err
    assert "\r" not in out + err
    assert err == ""
    assert max(map(len, out.splitlines())) > 80


def test_a_closed_pipe_is_no_error(process):
    """``endphase cards | head -1``: nothing on standard error, whatever is left to write."""
    one = process("cards")
    assert one.stdout.readline()
    one.stdout.close()
    assert one.wait(timeout=60) in (0, 141, -13)
    assert one.stderr.read() == ""


def test_a_pipe_that_is_closed_before_anything_is_written(process):
    """The same for what is printed in one piece."""
    one = process("explore", "A05", "--json")
    one.stdout.close()
    assert one.wait(timeout=60) in (0, 141, -13)
    assert one.stderr.read() == ""


# ---- best, in full, and why -------------------------------------------------------------------------------------------


def test_best_tells_each_alternative_and_a_strategy(endphase):
    """In text the merit of each step, in JSON the alternatives with their values."""
    called = endphase("best", "A46", "--json")
    line = json.loads(called.out)["line"]
    assert [step["merit"] for step in line] == ["equal", "best", "forced", "forced", "equal", "forced"]
    (other,) = line[1]["alternatives"]
    assert (other["merit"], other["value"], other["then"]) == ("mistake", {"turn player": [1]}, [])
    assert set(other["outcome"]) == FACTS
    strategies = json.loads(called.out)["strategies"]
    assert [(one["player"], len(one["rules"]), one["table"]) for one in strategies] == [
        ("turn player", 1, []),
        ("opponent", 1, []),
    ]
    assert "A mistake: worth 1, not 0." in endphase("best", "A46").out


def test_best_in_brief(endphase):
    """The line, its end and its value."""
    assert endphase("best", "A46", "--brief").out.split("\n")[-3:] == [
        "It ends with: the opponent, Monster Zones: Mystical Elf; the duel is a draw",
        "Value: 0",
        "",
    ]


def test_best_for_the_wishes_of_both(endphase):
    """Each has a value of their own."""
    wishes = ("--want", "most monsters the turn player controls", "--other-wants", "most the opponent's life")
    assert "Value: the turn player 2; the opponent 8000" in endphase("best", "A08", *wishes).out
    document = json.loads(endphase("best", "A08", *wishes, "--json").out)
    assert (document["for"], document["value"]) == ("both", {"turn player": [2], "opponent": [8000]})
    assert document["strategies"] == []


def test_best_without_wishes(endphase):
    """What each player can make sure of."""
    called = endphase("best", "A08")
    assert called.code == 0
    assert called.out.endswith(
        "The turn player can make sure of: 1; 2; 3.\nThe opponent can make sure of: 1 or 2 or 3.\n"
    )
    document = json.loads(endphase("best", "A08", "--json").out)
    assert document["secured"] == {"turn player": [[1], [2], [3]], "opponent": [[1, 2, 3]]}
    assert document["for"] is None


def test_best_in_japanese_leaves_no_english(endphase):
    """Reasons and strategies included."""
    out = endphase("best", "A46", "--lang", "ja").out
    assert "悪手（0ではなく1）" in out
    assert not re.search(r"[A-Za-z]{2}", out)


def test_why_a_move_is_illegal(endphase):
    """The nearest position, and the clauses with their citations."""
    called = endphase("why", "B10", "Manticore of Darkness activates")
    assert called.code == 0
    assert "It cannot be done" in called.out
    assert "(B06: office answer, 2012-08-08; B32: editor's note, 2020)" in called.out
    document = json.loads(endphase("why", "B10", "Manticore of Darkness activates", "--json").out)
    assert list(document) == ["schema", "ruleset", "about", "legal", "play", "positions", "forbidden", "nearest"]
    assert (document["schema"], document["about"], document["legal"]) == ("endphase/why/1", "move", False)
    assert document["forbidden"][0]["cites"][0] == {"text": "B06: office answer", "date": "2012-08-08"}


def test_why_an_outcome_cannot_be(endphase):
    """Or who can prevent it."""
    assert endphase("why", "A08", "1 Flamvell Firedog banished").out.startswith("It cannot come about.\n")
    document = json.loads(endphase("why", "A46", "the turn player wins", "--json").out)
    assert list(document) == ["schema", "ruleset", "about", "reachable", "play", "bring_about", "prevent", "changes"]
    assert [one["player"] for one in document["prevent"]] == ["turn player", "opponent"]
    assert document["bring_about"] == []


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["A08", "Rekindling resolvs"], "question:1:12: the phrase cannot go on with 'resolvs'"),
        (["A08", "Dark Magician activates"], "question:1:1: Dark Magician is not on this board"),
        (["A08", "Rekindling activates"], "nothing on this board could ever do that"),
        (["A08", "the turn player passes", "--after", "the turn player passes; the opponnt passes"], "line:1:25:"),
        (["A08", "the turn player passes", "--after", "Rekindling activates"], "no play goes on with step 1"),
    ],
)
def test_why_of_what_is_not_understood(endphase, arguments, says):
    """It is said where."""
    called = endphase("why", *arguments)
    assert called.code == 2
    assert says in called.err


# ---- cases -----------------------------------------------------------------------------------------------------------


def test_explore_with_open_clauses(endphase):
    """Each outcome with its conditions, and all cases parted."""
    called = endphase("explore", "A46", "--open", "all")
    assert called.code == 0
    assert "    possible: passing with mandatory items = yes\n" in called.out
    document = json.loads(endphase("explore", "A46", "--open", "all", "--json").out)
    assert list(document) == [
        "schema",
        "ruleset",
        "open",
        "states",
        "transitions",
        "complete",
        "pruned",
        "outcomes",
        "partition",
    ]
    assert document["outcomes"][0]["possible"] == {
        "any_of": [["passing with mandatory items = yes"]],
        "text": "passing with mandatory items = yes",
        "exact": True,
        "example": {
            "passing with mandatory items": "yes",
            "next window after an action": "turn player",
            "compelled first": "turn player",
            "second offer to the turn player": "yes",
        },
    }
    assert [part["outcomes"] for part in document["partition"]] == [[1, 2], [1, 2], [2]]


def test_explore_with_one_open_clause(endphase):
    """Only that one is a condition."""
    out = endphase("explore", "A46", "--open", "compelled first").out
    assert "the turn player can force it: compelled first = opponent" in out


def test_explore_with_an_unknown_clause(endphase):
    """The near ones are named."""
    called = endphase("explore", "A46", "--open", "compeled first")
    assert called.code == 2
    assert "did you mean: compelled first" in called.err


def test_explore_in_cases_is_partial_at_a_limit(endphase):
    """What is possible is told, and that it is not all."""
    called = endphase("explore", "A05", "--open", "all", "--max-states", "20")
    assert called.code == 3
    assert "partial: the limit of states was reached" in called.out


def test_the_procedure_is_written(endphase, tmp_path):
    """As Markdown and as SVG: to a file, or printed."""
    endphase("rulesets", "--table", "-o", "procedure.md")
    endphase("rulesets", "--picture", "-o", "procedure.svg")
    assert (tmp_path / "procedure.md").read_text(encoding="utf-8") == endphase("rulesets", "--table").out
    assert (tmp_path / "procedure.svg").read_text(encoding="utf-8") == endphase("rulesets", "--picture").out
    assert endphase("rulesets", "--picture").out.startswith("<svg ")


@pytest.mark.parametrize(
    "words", [["ocg", "--table"], ["--table", "--picture"], ["-o", "procedure.md"], ["ocg", "-o", "a"]]
)
def test_the_procedure_is_about_all_rulesets(endphase, words):
    called = endphase("rulesets", *words)
    assert called.code == 2
    assert "--table" in called.err
    assert called.out == ""


def test_check_in_japanese(endphase):
    """Verdicts stand in a column, since wide letters take two; the summary counts as Japanese does."""
    lines = endphase("check", "A08", "B08", "--lang", "ja").out.splitlines()
    assert lines == [
        "A08       ocg-2013  一致          状態19、遷移21",
        "A08       ocg       一致          状態19、遷移21",
        "B08       ocg-2013  未回答        状態122、遷移122",
        "裁定2件、判定3件：一致2、矛盾0、未回答1、未対応0",
    ]
