"""A page that can be read in several languages: each sentence stands in it in all of them.

The page asks nothing of the network and runs no script: a row of buttons at its top, and CSS, show
one language. What a browser cannot switch, such as the title of its window, is in the first.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Sequence

from ..words import Speaker

__all__ = ["Voices"]


class Voices:
    """Those who say the same, each in a language; the first is heard before one chooses."""

    def __init__(self, speakers: Sequence[Speaker] = ()):
        self.all = list(speakers) or [Speaker()]

    @property
    def first(self) -> Speaker:
        return self.all[0]

    def html(self, text: str, made: Callable[[str], str] = html.escape) -> str:
        """A text in every language; once, where it is the same in all of them."""
        told = {voice.language: made(voice.say(text)) for voice in self.all}
        if len(set(told.values())) == 1:
            return told[self.first.language]
        return "".join(f'<span class="said" lang="{language}">{words}</span>'
                       for language, words in told.items())

    def names(self) -> dict[str, str]:
        """Language -> what it calls itself."""
        return {voice.language: _called(voice.language) for voice in self.all}


def _called(language: str) -> str:
    from babel import Locale
    name = Locale(language).get_display_name(language) or language
    return name[0].upper() + name[1:]
