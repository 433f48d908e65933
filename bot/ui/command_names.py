"""Names and descriptions of commands in the languages Discord shows them in.

Not for texts of the bot itself: `bot.texts`. A command carries where its words come from; Discord gets all languages.
"""

from discord import Locale
from discord.app_commands import TranslationContextTypes, Translator, locale_str

from bot.limits import COMMAND_ABOUT
from bot.texts import LANGUAGES, Texts, texts
from engine.registry import title as find_title

SPOKEN = {locale: code for code in LANGUAGES[1:] for locale in Locale if locale.value.partition("-")[0] == code}
"""Our language of each of Discord's locales; English is what the commands are written in."""


def named(path: str) -> locale_str:
    """The name of a command or option: the last word of its path (“/game new”), which is what is translated."""
    return locale_str(last_word(path), source="path", path=path)


def about(sentence: str) -> locale_str:
    """A description, in English."""
    return locale_str(sentence, source="sentence")


def of_title(what: str, key: str, verb: str = "", param: str = "") -> locale_str:
    """A name or description that a title's catalogue has."""
    english = title_text(texts("en"), what, key, verb, param)
    return locale_str(english, source="title", what=what, key=key, verb=verb, param=param)


def last_word(path: str) -> str:
    return path.rpartition(" ")[2].lstrip("/")


def title_text(words: Texts, what: str, key: str, verb: str, param: str) -> str:
    title = find_title(key)
    if what == "about":
        return words.about(title)[:COMMAND_ABOUT]
    found = title.verb_named[verb]
    if what == "verb":
        return words.verb(title, found)
    if what == "about_verb":
        return words.about_verb(title, found)
    given = next(each for each in found.params if each.name == param)
    return words.param(title, found, given) if what == "param" else words.about_param(title, found, given)


class CommandNames(Translator):
    """Asked by discord.py for every name and description and every locale when the commands are synchronised."""

    async def translate(self, string: locale_str, locale: Locale, _: TranslationContextTypes) -> str | None:
        language = SPOKEN.get(locale)
        return None if language is None else translated(string, texts(language))


def translated(string: locale_str, words: Texts) -> str | None:
    extras = string.extras
    match extras.get("source"):
        case "path":
            return last_word(words.say(extras["path"]))
        case "sentence":
            return words.say(string.message)
        case "title":
            return title_text(words, extras["what"], extras["key"], extras["verb"], extras["param"])
    return None
