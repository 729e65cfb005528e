"""The atlas: every small board of library cards, worked through and recorded.

A card's entry says how it comes to matter in an End Phase; two of them make a board.

>>> from explorer.atlas.plan import Plan
>>> from explorer.atlas.records import records
>>> from explorer.atlas.spec import Spec
>>> from models.library import Library
>>> plan = Plan(Spec(cards=("Imperial Iron Wall", "Rekindling"), rulesets=("ocg",)), Library())
>>> found = next(one for one in records(plan, 0, len(plan)) if one.order_alone)
>>> found.cards, found.quick
(['Imperial Iron Wall', 'Rekindling'], 'Emergency Provisions')
>>> for play in found.plays:
...     print(play)
turn player: pass; opponent: process Rekindling; turn player: activate Emergency Provisions cost Imperial Iron Wall
turn player: activate Emergency Provisions cost Imperial Iron Wall; turn player: pass; opponent: process Rekindling
"""
