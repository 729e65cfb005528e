"""What is shown of an atlas: its page, and its questions as ruling files."""

from reports.atlas.pages import atlas_page
from reports.atlas.questions import ruling_file

__all__ = ["atlas_page", "ruling_file"]
