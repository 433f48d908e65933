"""The type and size of a PNG, a GIF or an MP4, from its bytes: attachments carry them on the wire.

Not for drawing or decoding.
"""

PNG, GIF = b"\x89PNG\r\n\x1a\n", b"GIF8"
MP4 = b"ftyp"
"""The name of an MP4's first box, behind its length."""


def size_of(content: bytes) -> tuple[int, int] | None:
    """Width and height of a picture or a film; none for anything else."""
    if content.startswith(PNG) and len(content) >= 24:
        return int.from_bytes(content[16:20], "big"), int.from_bytes(content[20:24], "big")
    if content.startswith(GIF) and len(content) >= 10:
        return int.from_bytes(content[6:8], "little"), int.from_bytes(content[8:10], "little")
    return _size_of_film(content) if content[4:8] == MP4 else None


def _size_of_film(content: bytes) -> tuple[int, int] | None:
    """From the header of the first track (ISO 14496-12, 8.3.2): its last two fields, in 65,536ths of a pixel."""
    index = _box(content, b"moov")
    track = _box(index, b"trak")
    header = _box(track, b"tkhd")
    if len(header) < 84:
        return None
    return int.from_bytes(header[-8:-4], "big") >> 16, int.from_bytes(header[-4:], "big") >> 16


def _box(content: bytes, name: bytes) -> bytes:
    """What is in the first box of this name; nothing if there is none."""
    place = 0
    while place + 8 <= len(content):
        length = int.from_bytes(content[place : place + 4], "big")
        if content[place + 4 : place + 8] == name:
            return content[place + 8 : place + length]
        if length < 8:  # a box longer than 4 GiB, or up to the end of the file
            break
        place += length
    return b""


def type_of(content: bytes, said: str) -> str:
    if content.startswith(PNG):
        return "image/png"
    if content.startswith(GIF):
        return "image/gif"
    return "video/mp4" if content[4:8] == MP4 else said
