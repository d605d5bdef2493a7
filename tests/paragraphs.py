"""Paragraphs of a text in Markdown, for texts that say the same in several languages."""

import re

UNREAD = re.compile(r"<!--.*?-->", re.DOTALL)                   # marks that no reader sees
PROGRAM = re.compile(r"^(```+).*?^\1", re.MULTILINE | re.DOTALL)


def paragraphs(text: str) -> list[str]:
    """What stands between empty lines; a program, whatever is empty in it, is one paragraph."""
    whole = PROGRAM.sub("(a program)", UNREAD.sub("", text))
    return [part for part in re.split(r"\n\s*\n", whole) if part.strip()]


def uneven(pairs) -> list[str]:
    """Of (place, English text, the same in another language) those with more or fewer of them."""
    return [f"{place}: {len(paragraphs(one))} and {len(paragraphs(other))} paragraphs"
            for place, one, other in pairs if len(paragraphs(one)) != len(paragraphs(other))]
