"""Pictures streamed into an H.264 video in an MP4 file: small enough for every decision of a long game.

Not for which pictures, and not needed to run: without PyAV (the extra `film`) there is no video, and films are GIFs.
"""

from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

from PIL import Image

if TYPE_CHECKING:
    from av import Packet, VideoFrame
    from av.container import OutputContainer
    from av.video.stream import VideoStream

# PyAV is imported inside: it may be missing, and only the process that makes films needs FFmpeg in its memory.

ENCODER: Final = "libx264"
"""H.264: with AV1 and H.265 some clients of Discord stand still. PyAV's wheels have it, other builds may not."""
FORMAT = "yuv420p"
"""What the decoders of telephones take; of other formats some refuse H.264."""
BT709, LIMITED_RANGE = 1, 1
"""How colours are written, said in the file too: players guess differently where it is not."""
LAST_SECONDS = 5
"""The last picture stays; each of the others is shown for a second."""
OPTIONS = {
    "preset": "veryfast",
    "bf": "0",  # a picture that is kept back for the next one would shift the film by seconds
    "g": "120",  # seeking decodes two minutes at most; whole pictures four times as often make it a third larger
    "threads": "1",  # the bot needs the other cores
}


def is_available() -> bool:
    """Whether PyAV is installed and can write H.264."""
    try:
        from av.codec.codec import Codec, UnknownCodecError
    except ImportError:
        return False
    try:
        return Codec(ENCODER, "w").is_encoder
    except UnknownCodecError:
        return False


def mp4(images: Iterable[Image.Image], crf: int, limit: int) -> bytes | None:
    """The film of pictures of one size; None as soon as it is larger than the limit."""
    import av

    with TemporaryDirectory(prefix="kontor-film-") as folder:
        file = Path(folder) / "film.mp4"  # a file, since the index is moved to its front when all is written
        with av.open(str(file), "w", options={"movflags": "+faststart"}) as container:
            if not _write(container, images, crf, limit):
                return None
        return file.read_bytes() if file.stat().st_size <= limit else None


def _write(container: "OutputContainer", images: Iterable[Image.Image], crf: int, limit: int) -> bool:
    """One picture after the other, so that only one is in memory; False when they do not fit."""
    stream: VideoStream | None = None
    written, second = 0, 0
    for image in images:
        if stream is None:
            stream = container.add_stream(ENCODER, rate=1, options=OPTIONS | {"crf": str(crf)})
            stream.width, stream.height, stream.pix_fmt = *_even(image), FORMAT
            context = stream.codec_context
            context.colorspace = context.color_primaries = context.color_trc = BT709
            context.color_range = LIMITED_RANGE
        written += _mux(container, stream.encode(_frame(image, second)))
        second += 1
        if written > limit:
            return False
    if stream is None:
        raise ValueError("a film has at least one picture")
    for later in range(second, second + LAST_SECONDS - 1):
        _mux(container, stream.encode(_frame(image, later)))
    _mux(container, stream.encode())
    return True


def _even(image: Image.Image) -> tuple[int, int]:
    """The size in whole blocks of colour: at most one row and column of the margin is cut off."""
    return image.width // 2 * 2, image.height // 2 * 2


def _frame(image: Image.Image, second: int) -> "VideoFrame":
    from av import VideoFrame

    even = image.convert("RGB").crop((0, 0, *_even(image)))
    whole: VideoFrame = VideoFrame.from_image(even)  # type: ignore[no-untyped-call]
    frame = whole.reformat(format=FORMAT, dst_colorspace=BT709, dst_color_range=LIMITED_RANGE)
    frame.pts = second
    return frame


def _mux(container: "OutputContainer", packets: "list[Packet[VideoStream]]") -> int:
    """Returns how many bytes it has written."""
    container.mux(packets)
    return sum(packet.size for packet in packets)
