"""Write the schemas that come with the package."""

from models.schemas import KINDS, written
from models.schemas.kinds import FOLDER

for kind in KINDS:
    (FOLDER / f"{kind}.json").write_text(written(kind), encoding="utf-8")
