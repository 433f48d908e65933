"""Why a decision cannot be taken back: the reasons there are, and their sentences.

Not for whether it can: a title says so (`undoable`, `take_back`), and which of the reasons is true.
"""

from typing import Literal

from engine.errors import Illegal

WhyFinal = Literal["over", "shown", "hint", "answered", "passed", "sealed", "offer", "kind"]


def cannot_undo(clause: str, why: WhyFinal) -> Illegal:
    """The refusal of an undo of the seat's own latest decision."""
    match why:
        case "over":
            return Illegal(clause, "Nothing can be taken back any more: the game is over.")
        case "shown":
            return Illegal(clause, "This decision cannot be taken back: it told something that was hidden.")
        case "hint":
            return Illegal(clause, "This decision cannot be taken back: it may have told something about a secret.")
        case "answered":
            return Illegal(clause, "This decision cannot be taken back: it binds somebody else, who has decided too.")
        case "passed":
            return Illegal(clause, "This decision cannot be taken back: it is somebody else’s turn to decide now.")
        case "sealed":
            return Illegal(clause, "A sealed answer is not taken back: give another one, while others are missing.")
        case "offer":
            return Illegal(clause, "What is said about offers is not taken back: withdraw the offer, or make another.")
    return Illegal(clause, "This decision cannot be taken back: a decision of this kind is final.")


def nothing_to_undo(clause: str, has_decided: bool) -> Illegal:
    """The refusal of an undo where the latest decision is not the seat's own."""
    if has_decided:
        return Illegal(clause, "You can take back nothing now: somebody else has decided since your latest decision.")
    return Illegal(clause, "You have decided nothing yet that could be taken back.")
