"""The atlas: every small board of library cards, worked through and recorded.

A card's entry says how it comes to matter in an End Phase; two of them make a board.

>>> from explorer.atlas.plan import Plan
>>> from explorer.atlas.records import records
>>> from explorer.atlas.spec import Spec
>>> from models.library import Library
>>> plan = Plan(Spec(rulesets=("ocg",)), Library())
>>> len(plan.cards), len(plan)
(215, 23220)
>>> found = next(one for one in records(plan, 0, len(plan)) if one.order_alone)
>>> len(found.cards), len(found.plays), found.play_ends
(2, 2, [1, 2])
"""
