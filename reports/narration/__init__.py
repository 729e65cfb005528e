"""Narration: plays and outcomes told in a language, in the manner of the official answers.

A language is one data file in this folder (``en.yaml``, ``ja.yaml``): templates for each kind of step, and the words
they are put together from. A further language is a further file.
"""

from reports.narration.narrator import LANGUAGES, Narrator, narrator

__all__ = ["LANGUAGES", "Narrator", "narrator"]
