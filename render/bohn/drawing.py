"""What is in the way of something else on the chart of Bohn Hansa: market cards on cards, or off the chart.

Not for drawing; it is asked about boards that somebody has corrected. Links are straight: the rules look at those.
"""

from itertools import combinations

from render.bohn.map import CARDS, FRAME, PLACES
from render.chart import gap_to, overlap


def drawing_faults() -> list[str]:
    """One sentence each."""
    found = [
        f"The market cards of {one} and {other} lie on each other."
        for one, other in combinations(CARDS, 2)
        if overlap(CARDS[one], CARDS[other])
    ]
    for town, box in CARDS.items():
        if box[0] < FRAME.x or box[1] < FRAME.y or box[2] > FRAME.right or box[3] > FRAME.bottom:
            found.append(f"The market card of {town} does not fit on the chart.")
        found += [f"The market card of {town} lies on {other}." for other in PLACES if gap_to(box, PLACES[other]) == 0]
    return found
