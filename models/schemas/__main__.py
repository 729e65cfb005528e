"""Write the schemas that come with the package."""

from models.files import replaced
from models.schemas import KINDS, written
from models.schemas.kinds import FOLDER

for kind in KINDS:
    replaced(FOLDER / f"{kind}.json", [written(kind).encode("utf-8")])
