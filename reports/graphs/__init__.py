"""The state graph as files: pictures (SVG, DOT), data (GraphML, JSON, Aldebaran's format), its system in Promela."""

from reports.files import written
from reports.graphs.writing import FOLDABLE, LARGE, LEAN, PICTURES, SUFFIXES, write_graph

__all__ = ["FOLDABLE", "LARGE", "LEAN", "PICTURES", "SUFFIXES", "write_graph", "written"]
