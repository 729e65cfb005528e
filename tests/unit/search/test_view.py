"""The view for networkx has every state and step, with attributes that can be written to a file."""

import networkx

from explorer.search.explore import Limits, explore
from explorer.search.view import view
from tests.unit.system.puzzles import doors, jugs


def test_has_the_states_and_steps_of_the_graph():
    found = view(explore(jugs()))
    assert (found.number_of_nodes(), found.number_of_edges()) == (16, 96)
    assert found.nodes[0] == {"small": "0", "big": "0", "terminal": False, "expanded": True, "decider": "player"}
    assert {data["event"] for _, _, data in found.out_edges(0, data=True)} > {"fill small", "fill big"}


def test_describes_as_told():
    graph = explore(doors())
    found = view(graph, describe_state=lambda state: {"visits": state[3]}, describe_event=str.upper)
    assert found.nodes[6] == {"visits": 3, "terminal": True, "expanded": True, "decider": "rules"}
    assert found.edges[0, 1, 0] == {"event": "OPENS THE DOOR", "by": "guest"}


def test_can_be_written_and_read_back(tmp_path):
    file = tmp_path / "jugs.graphml"
    networkx.write_graphml(view(explore(jugs(), limits=Limits(states=9))), file)
    again = networkx.read_graphml(file, node_type=int, force_multigraph=True)
    assert again.nodes[8]["expanded"] is False
    assert again.number_of_nodes() <= 9
