"""JSON Schemas of the files that people write: cards, boards, rulings, rulesets.

They are made of what the readers know (`python -m models.schemas` writes them anew), for editors, which complete keys
and mark what is wrong as one types. A schema knows keys, kinds of values, and which keys go together; what a phrase
says, and whether a card is known, only the reader can tell.
"""

from models.schemas.kinds import KINDS, schema, written

__all__ = ["KINDS", "schema", "written"]
