"""A local application: a board is laid from the library, asked about and walked through in a browser.

Requests are small functions from plain data to plain data (:mod:`explorer.serve.requests`), which processes of their
own carry out (:mod:`explorer.serve.worker`), so that each can be given up. What goes out and comes in over the loopback
interface passes :mod:`explorer.serve.app`.
"""
