from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightmost.errors import BadUsage, RightmostError
from rightmost.text.languages import LANGUAGES, cut

TEXT = "  Arthur is King. He isn't here!  "


def words(*given: object, **settings: object) -> list[list[str]]:
    return [[word.text for word in sentence.words] for sentence in cut(*given, **settings)]


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", [["Qu'est-ce", "que", "c'est", "?"], ["It", "is", "n't", "."]]),
        ("fr", [["Qu'", "est", "-ce", "que", "c'", "est", "?"], ["It", "isn't", "."]]),
        ("unicode", [["Qu'est-ce", "que", "c'est", "?"], ["It", "isn't", "."]]),
        ("whitespace", [["Qu'est-ce", "que", "c'est?", "It", "isn't."]]),
    ],
)
def test_each_language_has_rules_of_its_own(language, expected):
    assert words("Qu'est-ce que c'est? It isn't.", language) == expected


@given(st.sampled_from(sorted(LANGUAGES)), st.text(max_size=30))
def test_words_are_slices_of_the_text(language, text):
    for (start, end), found in cut(text, language):
        assert found[0].start == start
        assert found[-1].end == end
        assert all(text[word.start : word.end] == word.text for word in found)


def test_sentences_of_the_caller():
    boundaries = [(0, 12), (np.int64(12), 17), [18, 34]]
    sentences = list(cut(TEXT, boundaries=boundaries))
    assert [TEXT[start:end] for (start, end), _ in sentences] == ["Arthur is", "King.", "He isn't here!"]
    assert words(TEXT, boundaries=iter([(2, 31)])) == [["Arthur", "is", "King", ".", "He", "is", "n't", "here"]]
    assert words(TEXT, boundaries=[]) == []


@pytest.mark.parametrize(
    ("boundaries", "message"),
    [
        ([(0, 99)], r"boundary 1 is \(0, 99\); the text has characters 0 to 34"),
        ([(-1, 3)], r"boundary 1 is \(-1, 3\); the text has"),
        ([(0, 5), (4, 9)], "boundary 2 begins at 4, before the end of the one before it, 5"),
        ([(0, 2)], r"boundary 1 is \(0, 2\), where the text has no words; leave it out"),
        ([5], r"boundary 1 is 5; give \(start, end\), the places of a sentence in the text"),
        ([(1, 2, 3)], r"boundary 1 is \(1, 2, 3\); give"),
        (["ab"], "boundary 1 is 'ab'; give"),
        ([(0.0, 5.0)], r"boundary 1 is \(0.0, 5.0\); give"),
    ],
)
def test_what_no_boundaries_are(boundaries, message):
    with pytest.raises(RightmostError, match=message):
        list(cut(TEXT, boundaries=boundaries))


def test_faults_come_at_once():
    with pytest.raises(BadUsage, match="line_ends 'wrap'"):
        cut("", line_ends="wrap")
