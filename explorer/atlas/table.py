"""Tables: records as Parquet, the same bytes for the same records."""

from __future__ import annotations

import io
import os
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from explorer.atlas.records import Record
from models.errors import InputError

_TYPES = {
    "str": pa.string(),
    "int": pa.int64(),
    "bool": pa.bool_(),
    "bool | None": pa.bool_(),
    "list[str]": pa.list_(pa.string()),
    "list[int]": pa.list_(pa.int64()),
}

SCHEMA = pa.schema([pa.field(one.name, _TYPES[str(one.type)]) for one in fields(Record)])
"""The columns of the atlas: the fields of a record."""

ROWS = 65_536
"""The rows of a row group."""


def packed(records: Iterable[Record]) -> bytes:
    """The records as a Parquet file."""
    columns: dict[str, list[Any]] = {name: [] for name in SCHEMA.names}
    for record in records:
        for name in SCHEMA.names:
            columns[name].append(getattr(record, name))
    file = io.BytesIO()
    with _writer(file) as writer:
        writer.write_table(pa.table(columns, schema=SCHEMA))
    return file.getvalue()


def joined(blocks: Iterable[Path], whole: Path) -> int:
    """Write the rows of some files, in their order, as one file, whole or not at all; how many rows there are.

    How they were parted into files makes no difference to the bytes. Raises InputError.
    """
    handle, name = tempfile.mkstemp(dir=whole.parent, prefix=f".{whole.name}.")
    os.close(handle)
    try:
        rows = 0
        with _writer(name) as writer:
            for table in _groups(blocks):
                writer.write_table(table, row_group_size=ROWS)
                rows += table.num_rows
        os.replace(name, whole)
    except pa.ArrowException as error:
        os.unlink(name)
        raise InputError(f"a block of the sweep cannot be read: {error}") from None
    except BaseException:
        os.unlink(name)
        raise
    return rows


def _groups(blocks: Iterable[Path]) -> Iterator[pa.Table]:
    """The rows of the files in groups of ``ROWS``, the last of which may be smaller."""
    held = SCHEMA.empty_table()
    for block in blocks:
        held = pa.concat_tables([held, pq.read_table(block, schema=SCHEMA)])
        while held.num_rows >= ROWS:
            yield held.slice(0, ROWS).combine_chunks()
            held = held.slice(ROWS)
    if held.num_rows:
        yield held.combine_chunks()


def _writer(where: io.BytesIO | str) -> pq.ParquetWriter:
    return pq.ParquetWriter(where, SCHEMA, compression="zstd", use_dictionary=True, write_page_index=False)


def read(path: Path) -> Iterator[Record]:
    """The records of a file; raises InputError."""
    try:
        with pq.ParquetFile(path) as file:
            if file.schema_arrow.names != SCHEMA.names:
                raise InputError(f"{path} is no atlas: its columns are not those of this version")
            for batch in file.iter_batches(batch_size=4096):
                yield from (Record(**row) for row in batch.to_pylist())
    except FileNotFoundError:
        raise InputError(f"there is no file {path}") from None
    except (OSError, pa.ArrowException) as error:
        raise InputError(f"{path} cannot be read as Parquet: {error}") from None


def is_whole(path: Path) -> bool:
    """Whether the file is there and has the columns of the atlas."""
    try:
        return bool(pq.read_schema(path).names == SCHEMA.names)
    except (OSError, pa.ArrowException):
        return False
