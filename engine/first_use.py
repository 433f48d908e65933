"""Struct types made ready for decoding before several threads use them.

Not for decoding. msgspec works out how a type is decoded when that is first done; a second thread that decodes the same
type meanwhile meets half of it, and the process ends with a segmentation fault (seen with msgspec 0.22).
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec

_ready: set[type[msgspec.Struct]] = set()
_lock = threading.RLock()


@contextmanager
def importing() -> Iterator[None]:
    """Around an import that brings new types: one at a time, and they are ready before anybody else has them."""
    with _lock:
        yield
        make_ready()


def make_ready() -> None:
    """Every struct type that is known by now."""
    with _lock:
        for kind in _below(msgspec.Struct):
            if kind not in _ready:
                _ready.add(kind)
                try:
                    msgspec.json.Decoder(kind)
                except (TypeError, NameError):  # one that is never decoded may hold what cannot be
                    continue


def _below(kind: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for each in kind.__subclasses__():
        yield each
        yield from _below(each)
