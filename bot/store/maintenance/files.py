"""The files an operator names: written complete and for their owner only, or not at all; read up to a limit.

Not for what is in them.
"""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from bot.errors import BadBackup

PRIVATE = 0o600


@contextmanager
def private_file(file: Path) -> Iterator[BinaryIO]:
    """A new file to write into, which takes the place of `file` when all is written."""
    try:
        if os.path.lexists(file) and not file.is_file():  # a folder; or a device, which must not be replaced
            raise BadBackup(f"The file {file} cannot be written: there is something that is no ordinary file.")
        part = file.with_name(file.name + ".part")
        part.unlink(missing_ok=True)
        try:
            # Always a new file: an old one could be open to others already.
            with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE), "wb") as opened:
                yield opened
                opened.flush()
                os.fsync(opened.fileno())
            os.replace(part, file)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise BadBackup(f"The file {file} cannot be written: {error.strerror}.") from None


def size_of(file: Path) -> int:
    """In bytes; BadBackup if it is no file that can be read twice."""
    try:
        found = file.stat()
    except OSError as error:
        raise BadBackup(f"The file {file} cannot be read: {error.strerror}.") from None
    if not stat.S_ISREG(found.st_mode):
        raise BadBackup(f"The file {file} cannot be read: it is no ordinary file.")
    return found.st_size


def read_file(file: Path, most: int) -> bytes:
    if size_of(file) > most:
        raise BadBackup(f"The file {file} is larger than {most} bytes, so it is none of Kontor's.")
    try:
        return file.read_bytes()
    except OSError as error:
        raise BadBackup(f"The file {file} cannot be read: {error.strerror}.") from None
