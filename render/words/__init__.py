"""The words of texts and pictures alike: languages, templates, and the catalogue of each title.

Not for who reads them, nor for the program's own sentences: `bot.texts` has those.
"""

from render.words.languages import LANGUAGES, Language, own_name
from render.words.title_words import TitleWords, capital

__all__ = ["LANGUAGES", "Language", "TitleWords", "capital", "own_name"]
