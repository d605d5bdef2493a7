"""Slides on paper: a page a slide, in each language."""

import re

import pytest

from lessons import words
from lessons.book import facts, handouts, slides


@pytest.mark.parametrize("language", words.languages())
def test_a_deck_is_printed_slide_by_slide(built, tmp_path, language):
    name = slides.file(facts.notebooks(language)[0].stem, language)
    [made] = handouts.printed([built / "slides" / name], tmp_path)
    assert made.stem == name.removesuffix(".html")
    sizes = set(re.findall(rb"/MediaBox\s*\[([^\]]*)\]", made.read_bytes()))
    assert sizes == {b"0 0 960 540"}                         # points: 1280 x 720 pixels
    assert len(re.findall(rb"/Type\s*/Page\b", made.read_bytes())) > 20


def test_a_page_too_few_is_said(built, tmp_path, monkeypatch):
    monkeypatch.setattr(handouts, "SLIDE", re.compile("<section"))
    monkeypatch.setattr(handouts, "LAID_OUT", handouts.LAID_OUT[:1])
    name = slides.file(facts.notebooks("en")[0].stem, "en")
    with pytest.raises(RuntimeError, match="size, needs"):
        handouts.printed([built / "slides" / name], tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_deck_printed_before_it_was_laid_out_is_printed_again(built, tmp_path, monkeypatch):
    monkeypatch.setattr(handouts, "LAID_OUT", (1, *handouts.LAID_OUT))
    name = slides.file(facts.notebooks("en")[0].stem, "en")
    [made] = handouts.printed([built / "slides" / name], tmp_path)
    assert made.stem == name.removesuffix(".html")


def test_without_a_browser_it_is_said_how_to_print(tmp_path, monkeypatch):
    monkeypatch.setattr(handouts, "BROWSERS", ())
    with pytest.raises(RuntimeError, match=re.escape("?print-pdf")):
        handouts.printed([], tmp_path)
