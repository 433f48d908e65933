"""Texts: one language's words for everything the program, a title, a refusal or the rules have to say.

Not for deciding who reads it: callers pick the language of the reader or of the channel.
"""

import re
from collections.abc import Collection, Mapping, Sequence

import msgspec

from bot.texts.emblems import NO_EMBLEMS, Emblems, bare
from bot.texts.pages import page
from bot.texts.sentences import sentences
from engine.choices import words_of
from engine.errors import EngineError, Illegal
from engine.title import AnyTitle
from engine.values import Action, Choice, Event, Note, Param, Passage, Undo, Verb, View
from render.words import TitleWords
from render.words.catalogue import Catalogue, VerbText, WholeText, told
from render.words.grammar import grammar
from render.words.template import Fields, Template, choose, counted, fill
from render.words.title_words import Who, capital, seat_name

LONGEST = 100
"""What Discord takes for a choice or a description."""

LIST = re.compile(",? ")
"""How the engine writes several words in one field of a refusal."""

GUIDE = "kontor"
"""The name of the newcomer's page among the rules pages."""
FIRST_SECTIONS = 2


class Texts:
    """One language. Pictures stand in what is told only: not in names, choices and labels, which may go anywhere."""

    def __init__(self, code: str, marks: Mapping[str, str] | None = None, emblems: Emblems = NO_EMBLEMS) -> None:
        self.code = code
        self._marks = marks or {}
        self._emblems = emblems
        self._grammar = grammar(code)
        self._sentences = sentences(code)
        self._titles: dict[str, TitleWords] = {}

    def marked(self, marks: Mapping[str, str]) -> "Texts":
        """The same texts for readers of a picture that writes these marks: “29b · Göttingen–Quedlinburg”."""
        return Texts(self.code, marks, self._emblems)

    def illustrated(self, emblems: Emblems) -> "Texts":
        """The same texts for where pictures can be shown among the words."""
        return Texts(self.code, self._marks, emblems)

    # ---- sentences of the program

    def say(self, template: str, /, **fields: object) -> str:
        """An English template in this language, with its fields filled in."""
        return self._plain(self._sentences.get(template, template), fields)

    def listed(self, parts: Sequence[str]) -> str:
        """Parts that may hold commas themselves, one behind the other."""
        told = "".join(parts[:1])
        for part in parts[1:]:
            told = self.say("{first}; {second}", first=told, second=part)
        return told

    def refusal(self, error: Exception, title: AnyTitle | None = None) -> str:
        """Why something was refused; words of the title as printed, and the clause of the rules if there is one."""
        if not isinstance(error, EngineError):
            return self.say(str(error)) if str(error) in self._sentences else str(error)
        template = self._sentences.get(error.reason, error.reason)
        fields: dict[str, object] = dict(error.fields)
        if title is not None:
            fields = {name: self._printed(title, name, value) for name, value in fields.items()}
        text = self._plain(template, fields)
        return f"{text} ({error.clause})" if isinstance(error, Illegal) else text

    def _printed(self, title: AnyTitle, name: str, value: object) -> object:
        """A refusal's field: its words as printed, if it holds words of the title."""
        book = self._book(title)
        kind = book.fields.get(name, name)
        if not isinstance(value, str) or not book.has(kind):
            return value
        words = [value] if book.printed(kind, value) else LIST.split(value)
        if not all(book.printed(kind, word) for word in words):
            return value
        printed = self._words(title).word
        return self._grammar.listed(counted(words, lambda word, count: printed(kind, word, count)))

    def _plain(self, template: str, fields: Fields) -> str:
        return fill(template, fields, self._grammar, lambda kind, word, count: word) if fields else template

    # ---- the words of a title

    def about(self, title: AnyTitle) -> str:
        """What the title is, in one line."""
        return self._book(title).about

    def verb(self, title: AnyTitle, verb: Verb) -> str:
        """Its name, fit for a slash command."""
        return self._verb(title, verb).name

    def about_verb(self, title: AnyTitle, verb: Verb) -> str:
        return self._verb(title, verb).about

    def param(self, title: AnyTitle, verb: Verb, param: Param) -> str:
        """Its name, fit for an option of a slash command."""
        return self._verb(title, verb).params[param.name].name

    def about_param(self, title: AnyTitle, verb: Verb, param: Param) -> str:
        return self._verb(title, verb).params[param.name].about

    def word(self, title: AnyTitle, kind: str, word: str) -> str:
        """A word as people read it; one the catalogue does not know stays as it is."""
        return self._words(title).word(kind, word)

    def decision(self, title: AnyTitle, kind: str) -> str:
        """What a seat owes, in words that fit whoever reads them."""
        return self._words(title).decision(kind)

    def option(self, title: AnyTitle, name: str) -> str:
        return self._book(title).options[name].name

    def about_option(self, title: AnyTitle, name: str) -> str:
        return self._book(title).options[name].about

    def option_value(self, title: AnyTitle, name: str, value: object) -> str:
        """A value of an option; numbers stand for themselves."""
        return self._words(title).option_value(name, value)

    def category(self, title: AnyTitle, key: str) -> str:
        """A part of the final score."""
        return self._words(title).category(key)

    def score(self, title: AnyTitle) -> str:
        """What the scores count, as a heading."""
        return self._book(title).score

    def tie_breaks(self, title: AnyTitle) -> tuple[str, ...]:
        return self._book(title).tie_breaks

    def charge(self, title: AnyTitle, seats: int, seat: int) -> str:
        """What stands before the name of a seat in a game of so many, with a space behind it; perhaps nothing."""
        found = self._emblems.of_seat(title.key, seats, seat)
        return f"{found} " if found else ""

    # ---- what can be done, what was done, what happened

    def action(self, title: AnyTitle, action: Action, who: Who = seat_name) -> str:
        """A decision as a choice."""
        if isinstance(action, Undo):
            return self.say("take back your latest decision")
        return self._action(title, action, self._verb(title, title.verb_of[type(action)]).choice, who)

    def _action(self, title: AnyTitle, action: Action, template: Template, who: Who) -> str:
        fields = _fields(action)
        text = self._fill(title, template, fields, who)
        if len(text) > LONGEST:  # names can be long, and the notation is shorter still: choices must stay apart
            text = self._fill(title, template, fields, seat_name)
        if len(text) > LONGEST:
            text = self._words(title).fill(template, fields, short=True)
        if len(text) > LONGEST:
            text = self._fill(title, template, _abridged(fields), seat_name)
        if len(text) > LONGEST:
            text = self._plain(choose(template, fields), fields)
        return shorten(text)

    def choice(self, title: AnyTitle, choice: Choice, who: Who = seat_name) -> str:
        """A choice in one sentence."""
        return self._choice(title, choice, self._asked(title, choice.name).choice, who)

    def label(self, title: AnyTitle, choice: Choice, who: Who = seat_name) -> str:
        """The same for a button."""
        asked = self._asked(title, choice.name)
        return capital(self._choice(title, choice, asked.label or asked.choice, who))

    def _choice(self, title: AnyTitle, choice: Choice, template: Template, who: Who) -> str:
        if choice.name in title.verb_named:
            return self._action(title, choice.actions[-1], template, who)
        given = zip(title.params_of(choice), choice.values, strict=True)
        fields = {param.name: words_of(value, param) if param.many else value for param, value in given}
        return shorten(self._fill(title, template, fields, who))

    def group(self, title: AnyTitle, name: str) -> str:
        """The choices of a verb or a whole move, as what leads to them is called."""
        asked = self._asked(title, name)
        return capital(asked.group or asked.name)

    def about_asked(self, title: AnyTitle, name: str) -> str:
        return self._asked(title, name).about

    def about_asked_param(self, title: AnyTitle, name: str, param: Param) -> str:
        return self._asked(title, name).params[param.name].about

    def prompts(self, title: AnyTitle, view: View, who: Who = seat_name) -> list[str]:
        """What the seat of the view should know before it decides, a sentence each."""
        return self.notes(title, title.prompt(view), who)

    def notes(self, title: AnyTitle, notes: Sequence[Note], who: Who = seat_name) -> list[str]:
        """What is said of a position or of what would come of a decision, a sentence each."""
        sentences = self._book(title).prompts
        return [self._tell(title, sentences[note.name], note.fields, who) for note in notes]

    def passage(self, title: AnyTitle, passage: Passage, who: Who = seat_name) -> list[str]:
        """Part of a story, a sentence each."""
        if passage.name:
            fields = {"who": who(passage.seat), **passage.fields}
            told = [self._tell(title, self._book(title).stories[passage.name], fields, who)]
            return told + [line for event in passage.events if (line := self.event(title, event, who))]
        lines = list[str]()
        for deed in passage.deeds:
            events = passage.events if len(passage.deeds) == 1 else deed.events
            if deed.action is None:
                lines += [line for event in events if (line := self.event(title, event, who))]
            else:
                lines += self.news(title, deed.seat, deed.action, events, who)
        return lines

    def did(self, title: AnyTitle, who: str, action: Action, name: Who = seat_name) -> str:
        """A decision as news, in one sentence."""
        if isinstance(action, Undo):
            return self.say("{who} takes back the latest decision.", who=who)
        template = self._verb(title, title.verb_of[type(action)]).did
        return self._tell(title, template, {"who": who, **_fields(action)}, name)

    def event(self, title: AnyTitle, event: Event | Mapping[str, object], who: Who) -> str | None:
        """What happened, in one sentence; None when the decision itself says it all. Takes plain values too."""
        fields = _fields(event)
        template = self._book(title).events[str(fields["event"])]
        if template is None:
            return None
        return self._tell(title, template, fields, who) or None

    def news(
        self, title: AnyTitle, seat: int, action: Action, events: Sequence[Event], who: Who = seat_name
    ) -> list[str]:
        """A decision and what came of it, without saying anything twice; `events` are those the reader may know."""
        happened = {str(event.__struct_config__.tag) for event in events}
        lines = [] if is_told_by(title, action, happened) else [self.did(title, who(seat), action, who)]
        return lines + [line for event in events if (line := self.event(title, event, who))]

    # ---- the rules

    def sections(self, title: AnyTitle) -> dict[str, str]:
        """The ids and headings of the sections of a title's rules page, in order."""
        return {section.id: section.heading for section in page(self.code, title.key).sections}

    def rules(self, title: AnyTitle, section: str | None = None) -> str:
        """The short rules, or one section of them; KeyError for a section that the page does not have."""
        found = page(self.code, title.key)
        return found.text() if section is None else found.section(section).text()

    def rules_lead(self, title: AnyTitle) -> str:
        """What a title is about, before its sections."""
        return page(self.code, title.key)._replace(sections=()).text()

    def rule(self, title: AnyTitle, clause: str) -> str:
        """The section of the short rules that explains a clause of the specification."""
        return page(self.code, title.key).explaining(clause).text()

    def guide(self, section: str | None = None) -> str:
        """The newcomer's page: how to play here at all; without a section, what one needs first."""
        found = page(self.code, GUIDE)
        if section is not None:
            return found.section(section).text()
        return found._replace(sections=found.sections[:FIRST_SECTIONS]).text()

    def guide_sections(self) -> dict[str, str]:
        return {section.id: section.heading for section in page(self.code, GUIDE).sections}

    # ---- inside

    def _words(self, title: AnyTitle) -> TitleWords:
        if title.key not in self._titles:
            self._titles[title.key] = TitleWords(self.code, title.key, self._marks)
        return self._titles[title.key]

    def _book(self, title: AnyTitle) -> Catalogue:
        return self._words(title).book

    def _asked(self, title: AnyTitle, name: str) -> WholeText:
        """The words of a verb or of a whole move."""
        book = self._book(title)
        return book.verbs[name] if name in book.verbs else book.wholes[name]

    def _verb(self, title: AnyTitle, verb: Verb) -> VerbText:
        return self._book(title).verbs[verb.name]

    def _fill(self, title: AnyTitle, template: Template, fields: Fields, who: Who) -> str:
        return self._words(title).fill(template, fields, who)

    def _tell(self, title: AnyTitle, template: Template, fields: Fields, who: Who) -> str:
        """The same with pictures behind the words that have any."""

        def emblem(kind: str, word: str) -> str:
            return self._emblems.of_word(title.key, kind, word)

        return self._words(title).fill(template, fields, who, emblem=None if self._emblems is NO_EMBLEMS else emblem)


def is_told_by(title: AnyTitle, action: Action, happened: Collection[str]) -> bool:
    """Whether one of these events tells more than the decision that led to it."""
    verb = "undo" if isinstance(action, Undo) else title.verb_of[type(action)].name
    return not set(happened).isdisjoint(told().get(title.key, {}).get(verb, ()))


def shorten(text: str, most: int = LONGEST) -> str:
    """A text that fits; what is cut off is marked."""
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


def fitting(text: str, most: int) -> str:
    """A text that has room. Words are worth more than pictures: those go first, and none is cut in its middle."""
    return text if len(text) <= most else shorten(bare(text), most)


def _abridged(fields: Fields) -> Fields:
    """Lists as notation, which no catalogue has a word for."""
    return {
        name: " ".join(map(str, each)) if isinstance(each, list | tuple) and len(each) > 1 else each
        for name, each in fields.items()
    }


def _fields(value: object) -> dict[str, object]:
    """The fields of an action or an event, those of structs inside it as `terms.give`."""
    plain = msgspec.convert(msgspec.to_builtins(value), dict[str, object])
    found: dict[str, object] = {}
    for name, content in plain.items():
        if isinstance(content, dict):
            found |= {f"{name}.{inner}": each for inner, each in content.items()}
        else:
            found[name] = content
    return found
