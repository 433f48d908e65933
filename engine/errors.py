"""What can be wrong with a request, each kind with its console code.

Not for wording in other languages: a sentence is a template plus fields, so that a catalogue can translate it.
"""

from typing import ClassVar

Field = str | int


class EngineError(Exception):
    """A refusal. `reason` is an English template, `fields` fill its braces; nothing has been changed."""

    code: ClassVar[str] = "bad_request"

    def __init__(self, reason: str, **fields: Field) -> None:
        super().__init__(reason)
        self.reason = reason
        self.fields = fields

    def __str__(self) -> str:
        return self.reason.format_map(self.fields) if self.fields else self.reason


class BadRequest(EngineError):
    """Not a request at all: no JSON, an unknown operation, wrong types."""


class UnknownTitle(EngineError):
    code = "unknown_title"


class UnknownRules(UnknownTitle):
    """The title is known, but not this version of its rules."""


class UnknownBoard(UnknownRules):
    """The title and its rules are known, but not the board that is asked for."""


class BadTitle(EngineError):
    """A title that is registered cannot be used; the sentence is for whoever wrote it."""

    code = "bad_title"


class BadBoard(BadTitle):
    """The files of a corrected board cannot be played; the sentence is for whoever corrected it."""


class UnknownGame(EngineError):
    code = "unknown_game"


class BadOption(EngineError):
    """An option, a seat count, or their combination, is not offered."""

    code = "bad_option"


class BadNotation(EngineError):
    """The text or object is no action of this title, whatever the position."""

    code = "bad_notation"


class BadState(EngineError):
    """A state breaks an invariant of its title."""

    code = "bad_state"


class BadRecord(EngineError):
    """A record cannot be replayed. `at` is the number of actions that were still good."""

    code = "bad_record"

    def __init__(self, reason: str, at: int = 0, **fields: Field) -> None:
        super().__init__(reason, **fields)
        self.at = at


class Illegal(EngineError):
    """A proper action that a rule forbids here; `clause` names the rule in the title's specification."""

    code = "illegal"

    def __init__(self, clause: str, reason: str, **fields: Field) -> None:
        super().__init__(reason, **fields)
        self.clause = clause


class NotYourDecision(Illegal):
    """The seat has nothing of this kind to decide now."""

    code = "not_your_decision"


class Stale(Illegal):
    """The decision was made on an older position than the one on the table."""
