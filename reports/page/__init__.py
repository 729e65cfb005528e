"""Pages to look at: a board to walk through, and the corpus with its verdicts, each in one file that needs no network.

A page is a template filled with data as JSON; what it shows is put together by its own script (``walk.js``,
``corpus.js``), which a strict Content-Security-Policy lets in by its digest, and nothing else.
"""

from reports.page.document import Served, board_page, corpus_page, walk_data
from reports.page.laying import laying_page
from reports.page.rulings import Board, RulingData, packed
from reports.page.words import Texts

__all__ = ["Board", "RulingData", "Served", "Texts", "board_page", "corpus_page", "laying_page", "packed", "walk_data"]
