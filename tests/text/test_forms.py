from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rightmost.text import forms
from rightmost.text.forms import form_spans

FORMS = [
    "https://a.b/c", "http://a.b", "https://en.wikipedia.org/wiki/A_(b)", "www.x.org", "amazon.com/dp/1?x=2#top",
    "ftp://a.b/c.gz", "me@x.org", "arthur.king@britons.co.uk", "@nytimes", "@POTUS", "@user@host.social", "#Coachella",
    "#1st", "clippy::all", "std::vector", "main()", "os.path.join()", "--help", "<br>", "</b>", "/usr/bin/x", "~/x.txt",
    "./run.sh", "../a/b", "C:\\temp\\a.txt", "----", "====", "***", "____", "~~~", "```", "--", ":-)", ":-(", ";-)",
    ":)", ":(", ":D", ":P", ":'(", "=)", "xD", "XD", "<3", "</3", "^_^", "-_-", ":))", ">:(", "D:", "8-)", "(-:",
    "\\o/", "¯\\_(ツ)_/¯", "😀", "❤️", "👍🏽", "👨‍👩‍👧", "🇩🇪", "1️⃣", "☎", "⭐",
]  # fmt: skip
OTHERS = ["Arthur", "3.5", "10:30", "and/or", "1/2", "x=3", "5@3", "#1", "C#", "a-b", "is:", "(as",
          "x<3", "U.S.", "AT&T", "e.g.", "don't", "...", "$5", "5%", "(a)", "state-of-the-art", "-", "*", "a_b",
          "5*3"]  # fmt: skip


def found(text: str) -> list[str]:
    return [text[start:end] for start, end in form_spans(text)]


@pytest.mark.parametrize("form", FORMS)
def test_a_word_of_such_a_form_is_one(form):
    assert found(form) == [form]
    assert found(f"So {form} it is") == [form]
    assert found(f"It is {form}.") == [form]
    assert found(f"It is {form}, is it?") == [form]


@pytest.mark.parametrize("word", OTHERS)
def test_other_words_have_none(word):
    assert found(f"So {word} it is") == []


def test_neighbours():
    assert found("(see https://a.b/c). “www.x.org” 😀😀") == ["https://a.b/c", "www.x.org", "😀", "😀"]
    assert found("nice😀! great:-) thanks:)") == ["😀", ":-)", ":)"]
    assert found("(it is so :)) and (so :-))") == [":-))"], "a bracket closes what another opened, but for a nose"
    assert found("well--known a---b **b** f**k") == ["--", "---", "**", "**"]


odd = st.sampled_from([*FORMS, *OTHERS, " ", ".", ",", "(", ")", "x"])


@settings(deadline=None, max_examples=300)
@given(st.lists(odd | st.text(max_size=3), max_size=12).map("".join))
def test_places_ascend_and_nothing_is_found_without_a_hint(text):
    end = 0
    for start, last in form_spans(text):
        assert end <= start < last
        end = last
    if forms._HINT.search(text) is None:
        assert forms._FORMS.search(text) is None


@pytest.mark.parametrize(
    "base",
    ["a.", "/a", "@a", "#", "a::", ":-", "(", "http://", "a@b.", "http://!(!", "!)", "<a", "-a", "1.a-", "😀\u200d"],
)
def test_odd_texts_take_a_steady_time(base):
    text = f"http://{(base * 2000)[:2000]}"  # as many characters as are looked at together
    start = time.perf_counter()
    list(form_spans(text))
    assert time.perf_counter() - start < 5
