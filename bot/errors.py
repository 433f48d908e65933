"""What the program can refuse besides the rules: who may do what at a table, and a database that does not answer.

Not for rules: those refusals are the engine's. Not for words in other languages: a sentence is a template with fields.
"""

from engine.errors import EngineError


class Refused(EngineError):
    """A command that a person may not give here and now; nothing has been changed."""

    code = "refused"


class NotSeated(Refused):
    """The person has no seat at this table."""

    code = "not_seated"


class NotPlayable(Refused):
    """The game follows a version of its rules that this program does not play; it is kept as it is."""

    code = "not_playable"


class BadSetting(Exception):
    """A setting is wrong; the sentence names it and never shows a secret."""


class BadBackup(Exception):
    """A file is no complete backup, or does not fit the database it should go into."""


class BadPicture(Exception):
    """A picture or a film cannot be made of what was given, or not be written where it should go."""


class CannotGoOn(Exception):
    """Work in the background fails for good; the process ends, and whatever runs it starts it anew."""


class StoreError(Exception):
    """The database could not do what was asked; asking again later is safe. Nothing was done, but for StoreUnsure."""


class StoreBusy(StoreError):
    """Somebody else held the database for longer than the busy timeout."""


class StoreFull(StoreError):
    """There is no room for what should be written."""


class StoreGone(StoreError):
    """The database does not answer, or takes nothing new."""


class StoreUnsure(StoreGone):
    """The database was lost while it was committing: what was asked may have been done or not."""


class StoreDamaged(StoreError):
    """The database's file is broken, or is none; only its operator can help."""


class LostRace(StoreError):
    """The game was changed between loading and saving it."""
