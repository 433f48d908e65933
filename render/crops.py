"""Which parts of a map are shown when only some places on it matter: as few as may be, as large as may be.

Not for drawing, and not for what lies at a place.
"""

from collections.abc import Callable, Sequence

from render.canvas import Box

PHONE = 302
"""The width of a picture in Discord on a phone."""
READABLE = 9
"""The smallest type that can be read there, in pixels."""
MOST = 4
"""More pictures of one board than this nobody puts together in his head."""
NARROWEST = 600
"""A part is at least so wide, so that one sees where on the map it lies."""
TALLEST = 1.3
"""Times its width; a taller picture is made narrower by clients."""
MARGINS = (80, 40, 8)
_STEP = 70

Group = list[Box]


def widest(text: float) -> float:
    """How wide a part may be for type of this size to be readable on a phone."""
    return text * PHONE / READABLE


def crops(boxes: Sequence[Box], frame: Box, most_wide: float) -> list[Box]:
    """The parts of the frame in which all boxes lie, each whole in one of them, in reading order.

    None is wider than `most_wide`, unless a single box is.
    """
    found = {margin: _parts(boxes, frame, most_wide, margin) for margin in MARGINS}
    margin = min(MARGINS, key=lambda margin: len(found[margin]))
    best = found[margin]
    wide: float = NARROWEST
    while wide < most_wide:
        closer = _parts(boxes, frame, wide, margin)
        if len(closer) == len(best) and max(_width(part) for part in closer) < max(_width(part) for part in best):
            best = closer
            break
        wide += _STEP
    return best


def _parts(boxes: Sequence[Box], frame: Box, most_wide: float, margin: float) -> list[Box]:
    """Columns cut into rows or rows cut into columns, whichever is fewer."""
    high = most_wide * TALLEST

    def columns(group: Sequence[Box]) -> list[Group]:
        return _cut(group, 0, frame, most_wide, margin)

    def rows(group: Sequence[Box]) -> list[Group]:
        return _cut(group, 1, frame, high, margin)

    ways: tuple[tuple[Callable[[Sequence[Box]], list[Group]], ...], ...] = ((columns, rows), (rows, columns))
    tried = [[part for whole in first(boxes) for part in second(whole)] for first, second in ways]
    groups = min(tried, key=len)
    parts = [_framed(group, frame, most_wide, margin) for group in groups]
    half = (frame[3] - frame[1]) * 0.4
    top = min(part[1] for part in parts)
    return sorted(parts, key=lambda part: (part[1] > top + half, part[0], part[1]))


def _cut(boxes: Sequence[Box], axis: int, frame: Box, most: float, margin: float) -> list[Group]:
    """Groups of boxes that follow each other along an axis, each no longer than allowed."""
    groups: list[Group] = []
    low = high = 0.0
    for box in sorted(boxes, key=lambda box: box[axis]):
        near, far = max(frame[axis], box[axis] - margin), min(frame[axis + 2], box[axis + 2] + margin)
        if groups and max(far, high) - low <= most:
            groups[-1].append(box)
            high = max(far, high)
        else:
            groups.append([box])
            low, high = near, far
    return groups


def _framed(group: Group, frame: Box, most_wide: float, margin: float) -> Box:
    """The part with these boxes, their margin, and the shape a picture should have."""
    left, top = min(box[0] for box in group) - margin, min(box[1] for box in group) - margin
    right, bottom = max(box[2] for box in group) + margin, max(box[3] for box in group) + margin
    left, top, right, bottom = max(left, frame[0]), max(top, frame[1]), min(right, frame[2]), min(bottom, frame[3])
    wide = min(max(right - left, NARROWEST, (bottom - top) / TALLEST), max(most_wide, right - left))
    left, right = _stretched(left, right, wide, frame[0], frame[2])
    top, bottom = _stretched(top, bottom, wide * 0.6, frame[1], frame[3])
    return round(left), round(top), round(right), round(bottom)


def _stretched(low: float, high: float, size: float, first: float, last: float) -> tuple[float, float]:
    """At least so long, on both sides as far as the frame goes."""
    more = max(0.0, size - (high - low))
    low, high = low - more / 2, high + more / 2
    if low < first:
        low, high = first, high + first - low
    if high > last:
        low, high = low - (high - last), last
    return max(low, first), min(high, last)


def _width(part: Box) -> float:
    return part[2] - part[0]


def around(*boxes: Box) -> Box:
    """The smallest box with all of them in it."""
    return (
        min(box[0] for box in boxes),
        min(box[1] for box in boxes),
        max(box[2] for box in boxes),
        max(box[3] for box in boxes),
    )
