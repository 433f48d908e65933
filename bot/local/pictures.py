"""The type and size of a PNG or a GIF, from its first bytes: attachments carry them on the wire.

Not for drawing or decoding.
"""

PNG, GIF = b"\x89PNG\r\n\x1a\n", b"GIF8"


def size_of(content: bytes) -> tuple[int, int] | None:
    """Width and height of a picture; none for anything else."""
    if content.startswith(PNG) and len(content) >= 24:
        return int.from_bytes(content[16:20], "big"), int.from_bytes(content[20:24], "big")
    if content.startswith(GIF) and len(content) >= 10:
        return int.from_bytes(content[6:8], "little"), int.from_bytes(content[8:10], "little")
    return None


def type_of(content: bytes, said: str) -> str:
    if content.startswith(PNG):
        return "image/png"
    return "image/gif" if content.startswith(GIF) else said
