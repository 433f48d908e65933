"""The type and size of a PNG, from its first bytes: attachments carry them on the wire.

Not for drawing or decoding.
"""

PNG = b"\x89PNG\r\n\x1a\n"


def size_of(content: bytes) -> tuple[int, int] | None:
    """Width and height of a PNG; none for anything else."""
    if len(content) < 24 or not content.startswith(PNG):
        return None
    return int.from_bytes(content[16:20], "big"), int.from_bytes(content[20:24], "big")


def type_of(content: bytes, said: str) -> str:
    return "image/png" if content.startswith(PNG) else said
