"""The short rules pages, `data/rules/<key>.<language>.md`: sections, and which clauses each of them explains.

Not for the specifications, which are complete and in English; these pages are for people who want to play.
"""

import re
from functools import cache
from typing import NamedTuple

import data
from engine.registry import data_folder

_HEADING = re.compile(r"^## (?P<heading>.+?) \{#(?P<id>[a-z-]+)\}$", re.MULTILINE)
_CLAUSE = re.compile(r"[A-Z]{2}-\d+(\.\d+)?")


class Section(NamedTuple):
    id: str
    heading: str
    body: str
    clauses: tuple[str, ...]
    """Clauses or whole chapters (“HA-7”) of the specification that it explains."""

    def text(self) -> str:
        return f"## {self.heading}\n\n{self.body}"


class Page(NamedTuple):
    heading: str
    lead: str
    sections: tuple[Section, ...]

    def text(self) -> str:
        return "\n\n".join([f"# {self.heading}\n\n{self.lead}", *(section.text() for section in self.sections)])

    def section(self, name: str) -> Section:
        return next((section for section in self.sections if section.id == name), None) or _missing(name)

    def explaining(self, clause: str) -> Section:
        """The section whose front matter names the clause, or its chapter."""
        chapter = clause.partition(".")[0]
        for wanted in (clause, chapter):
            for section in self.sections:
                if wanted in section.clauses:
                    return section
        return _missing(clause)


def _missing(name: str) -> Section:
    raise KeyError(f"The page has no section for {name}.")


@cache
def page(code: str, key: str) -> Page:
    """A page; ValueError, with its name, if it is not written as pages are."""
    file = f"rules/{key}.{code}.md"
    match = re.fullmatch(
        r"---\n(.*?)---\n+# (.+?)\n+(.*?)\n+(?=## )(.*)", data.load_text(file, data_folder(key)), re.DOTALL
    )
    if match is None:
        raise ValueError(f"data/{file} has no front matter, heading, lead and sections.")
    front, heading, lead, rest = match.groups()
    clauses = _front_matter(file, front)
    parts = _HEADING.split(rest)[1:]
    sections = tuple(
        Section(name, title, _unwrapped(body), clauses.pop(name, ()))
        for title, name, body in zip(parts[::3], parts[1::3], parts[2::3], strict=True)
    )
    if clauses:
        raise ValueError(f"data/{file} has no section {', '.join(clauses)}.")
    return Page(heading, _unwrapped(lead), sections)


def _unwrapped(text: str) -> str:
    """Paragraphs and list entries on one line each: Discord shows every line break."""
    return re.sub(r"(?<!\n)\n(?!\n|- |\d+\. )", " ", text.strip())


def _front_matter(file: str, text: str) -> dict[str, tuple[str, ...]]:
    """Lines “section: clauses”."""
    found = {}
    for line in text.splitlines():
        section, _, words = line.partition(":")
        clauses = tuple(words.split())
        if not all(map(_CLAUSE.fullmatch, clauses)):
            raise ValueError(f"data/{file} names something that is no clause: {line}")
        found[section] = clauses
    return found
