"""Streams: what they do is what a parse with their look-ahead does, word by word."""

from __future__ import annotations

import gc
import weakref

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model.networks import TREES, network
from rightmost.decoding import stretch as stretch_module
from rightmost.errors import BadUsage, EmptySentence, RightmostError
from rightmost.model.vocabulary import Vocabulary
from rightmost.parser import Parser
from rightmost.streaming import growing as growing_module
from rightmost.streaming.stream import Stream
from rightmost.transitions.attach_juxtapose import replay
from rightmost.transitions.oracle import oracle
from rightmost.trees.tree import Leaf, Tree
from streaming.examples import CPU, PARSER, PARSERS, WORDS, beams, look_aheads, parsers, some_words, told


@settings(deadline=None, max_examples=60)
@given(parsers, some_words, look_aheads, beams)
def test_a_stream_does_what_a_parse_with_its_look_ahead_does(parser, words, look_ahead, beam):
    with parser.stream(look_ahead=look_ahead, beam=beam) as stream:
        steps = [stream.push(word) for word in words]
        tree = stream.finish()
    assert tree == parser.parse(words, look_ahead=look_ahead, beam=beam)
    assert [step.position for step in steps] == [None] * min(look_ahead, len(words)) + list(
        range(len(words) - look_ahead)
    )
    if beam == 1 and look_ahead < len(words):
        steps = [*steps[look_ahead:], *stream.closing]
        assert [action for step in steps for action in step.actions] == list(oracle(tree))
        assert steps[-1].tree == tree


@settings(deadline=None, max_examples=40)
@given(parsers, some_words, look_aheads, beams)
def test_the_tree_is_valid_at_every_step(parser, words, look_ahead, beam):
    stream = parser.stream(look_ahead=look_ahead, beam=beam)
    before: list = []
    for number, word in enumerate(words, start=1):
        step = stream.push(word)
        if number <= look_ahead:
            assert (step.actions, step.tree, step.word, step.measures) == ((), None, None, {})
            continue
        placed = number - look_ahead
        assert step.tree.words == tuple(words[:placed])
        assert step.tags == step.tree.tags
        assert step.word == words[placed - 1]
        actions = list(oracle(step.tree))
        assert replay(actions, step.tree.leaves) == step.tree
        assert step.actions == (actions[-1],)
        changed = [at for at, (old, new) in enumerate(zip(before, actions)) if old != new]
        assert step.revised_from == (changed[0] if changed else None)
        assert beam > 1 or not changed
        before = actions


@settings(deadline=None, max_examples=40)
@given(parsers, some_words, some_words, look_aheads, beams, st.integers(1, 8))
def test_undo_takes_words_back_exactly(parser, words, others, look_ahead, beam, back):
    back = min(back, len(words))
    stream, expected = (parser.stream(look_ahead=look_ahead, beam=beam) for _ in range(2))
    for word in words:
        stream.push(word)
    for _ in range(back):
        stream.undo()
    for word in words[: len(words) - back]:
        expected.push(word)
    assert stream.words == expected.words
    for word in others:
        assert told(stream.push(word)) == told(expected.push(word))
    assert stream.finish() == expected.finish()


@settings(deadline=None, max_examples=15)
@given(parsers, some_words, some_words, some_words, look_aheads, beams)
def test_a_copy_goes_on_alone(parser, words, first, second, look_ahead, beam):
    stream = parser.stream(look_ahead=look_ahead, beam=beam)
    for word in words:
        stream.push(word)
    other = stream.copy()
    for each, rest in ((stream, first), (other, second)):
        for word in rest:
            each.push(word)
    assert stream.finish() == parser.parse([*words, *first], look_ahead=look_ahead, beam=beam)
    assert other.finish() == parser.parse([*words, *second], look_ahead=look_ahead, beam=beam)


@settings(deadline=None, max_examples=15)
@given(parsers, st.lists(some_words, min_size=1, max_size=4), look_aheads, beams)
def test_many_streams_go_on_side_by_side(parser, sentences, look_ahead, beam):
    """Whatever their lengths: each as if it were alone."""
    streams = [parser.stream(look_ahead=look_ahead, beam=beam) for _ in sentences]
    alone = [parser.stream(look_ahead=look_ahead, beam=beam) for _ in sentences]
    for number in range(max(map(len, sentences))):
        going = [at for at, words in enumerate(sentences) if len(words) > number]
        steps = parser.push_many([streams[at] for at in going], [sentences[at][number] for at in going])
        for at, step in zip(going, steps):
            single = alone[at].push(sentences[at][number])
            assert (step.actions, step.tags, step.tree) == (single.actions, single.tags, single.tree)
    for stream, words in zip(streams, sentences):
        assert stream.finish() == parser.parse(words, look_ahead=look_ahead, beam=beam)


@settings(deadline=None, max_examples=6)
@given(st.lists(st.sampled_from(WORDS), min_size=10, max_size=25), st.sampled_from([0, 2]), beams, st.integers(1, 12))
def test_long_streams_keep_only_what_they_need(words, look_ahead, beam, back):
    """Past the words that are encoded: the same trees, an undo as exact, and few features kept."""
    parser, asked = PARSERS[1], []
    with pytest.MonkeyPatch.context() as patched:
        for module in (stretch_module, growing_module):
            patched.setattr(module, "WORDS_ENCODED", 4)
        encode = parser.network.encode
        patched.setattr(parser.network, "encode", lambda batch, tags: asked.append(batch.words) or encode(batch, tags))
        stream, same = (parser.stream(look_ahead=look_ahead, beam=beam) for _ in range(2))
        steps = [told(stream.push(word)) for word in words]
        assert max(asked) <= 4 + look_ahead
        for word in words[:-back]:
            same.push(word)
        for _ in words[-back:]:
            stream.undo()
        assert [told(stream.push(word)) for word in words[-back:]] == [told(same.push(word)) for word in words[-back:]]
        assert told(stream.copy().push("Ni")) == told(same.push("Ni"))
        stream.undo()
        stream.push(words[-1])
        assert steps[-1] == told(_again(parser, words, look_ahead, beam))
        assert stream.finish() == parser.parse(words, look_ahead=look_ahead, beam=beam)


def _again(parser, words, look_ahead, beam):
    stream = parser.stream(look_ahead=look_ahead, beam=beam)
    return [stream.push(word) for word in words][-1]


# -- raw characters -----------------------------------------------------------------------------------


@settings(deadline=None, max_examples=20)
@given(
    st.sampled_from(["Arthur isn't King.", "Mr. King sees (a) swallow", " Ni ! ", "U.S. knights... say Ni"]),
    look_aheads,
)
def test_typing_a_sentence_is_parsing_it(text, look_ahead):
    stream = PARSER.stream(look_ahead=look_ahead)
    steps = [step for character in text for step in stream.type(character)]
    assert "".join(stream.words) + stream.typed == text.replace(" ", "")
    assert len(steps) == len(stream.words)
    assert stream.finish() == PARSER.parse(text, look_ahead=look_ahead)


def test_an_unfinished_word_is_shown_and_taken_back_first():
    stream = PARSER.stream()
    assert stream.type("Arthur is Ki")[-1].word == "is"
    assert stream.typed == "Ki"
    stream.undo()
    assert (stream.typed, stream.words) == ("", ("Arthur", "is"))
    stream.undo()
    assert stream.words == ("Arthur",)


# -- the end, and bad input ---------------------------------------------------------------------------


def test_nothing_after_the_end():
    stream = PARSER.stream()
    stream.push("Arthur")
    tree = stream.finish()
    assert stream.finish() is tree
    for act in (lambda: stream.push("is"), stream.undo, lambda: stream.type("is ")):
        with pytest.raises(BadUsage, match="this stream is over; open another for the next sentence"):
            act()
    with PARSER.stream() as left:
        left.push("Arthur")
    with pytest.raises(BadUsage, match="this stream is over"):
        left.push("is")
    with pytest.raises(BadUsage, match="this stream is over"):
        left.finish()


@pytest.mark.parametrize("word", ["", " ", "\n\t", "\u00a0"])
def test_white_space_is_no_word(word):
    stream = PARSER.stream()
    with pytest.raises(BadUsage, match="is no word; push one that has a character other than white space"):
        stream.push(word)
    assert stream.words == ()


def test_other_bad_input():
    stream, other = PARSER.stream(), PARSER.stream()
    with pytest.raises(RightmostError, match="a word is expected, not a int"):
        stream.push(5)
    with pytest.raises(RightmostError, match="characters are expected, not a bytes"):
        stream.type(b"A")
    with pytest.raises(BadUsage, match="there is no word to take back; push one first"):
        stream.undo()
    with pytest.raises(EmptySentence, match="no word was pushed: there is nothing to parse"):
        stream.finish()
    with pytest.raises(BadUsage, match="1 words for 2 streams; give one word a stream"):
        PARSER.push_many([stream, other], ["Arthur"])
    with pytest.raises(BadUsage, match="one stream is given twice"):
        PARSER.push_many([stream, stream], ["Arthur", "is"])
    with pytest.raises(BadUsage, match="is no word"):
        PARSER.push_many([stream, other], ["Arthur", ""])
    assert stream.words == other.words == ()
    with pytest.raises(BadUsage, match="a stream of another parser; push its words with that one"):
        PARSERS[1].push_many([stream], ["Arthur"])
    assert PARSER.push_many([], []) == []


@pytest.mark.parametrize("wrong", [-1, 0.5, True])
def test_no_look_ahead(wrong):
    with pytest.raises(BadUsage, match="give a whole number, 0 or more"):
        PARSER.stream(look_ahead=wrong)


def test_a_look_ahead_without_an_end_and_other_models():
    with pytest.raises(BadUsage, match="a stream has no end to wait for; give a look-ahead of 0 or more"):
        PARSER.stream(look_ahead=None)
    with pytest.raises(BadUsage, match="beam is 0; allowed: a whole number"):
        PARSER.stream(beam=0)
    with pytest.raises(BadUsage, match="in-order decoder reads whole sentences only"):
        Parser(network(decoder="in-order"), device=CPU, dtype="float32").stream()


def test_an_absurd_look_ahead_waits_for_the_end():
    stream = PARSER.stream(look_ahead=10**15)
    assert all(not stream.push(word).actions for word in WORDS)
    stream.undo()
    assert stream.finish() == PARSER.parse(WORDS[:-1])


def test_words_that_fail_to_be_encoded_are_not_pushed(monkeypatch):
    stream = PARSER.stream()
    stream.push("Arthur")
    with monkeypatch.context() as broken:
        broken.setattr(PARSER.network, "encode", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            stream.push("is")
    assert stream.words == ("Arthur",)
    stream.push("is")
    assert stream.finish() == PARSER.parse(["Arthur", "is"], look_ahead=0)


def test_a_stream_that_is_dropped_half_way_is_gone():
    stream = PARSER.stream()
    stream.push("Arthur")
    seen = weakref.ref(stream)
    del stream
    gc.collect()
    assert seen() is None


def test_words_are_leaves_without_a_tag_for_a_model_without_tags():
    parser = Parser(network(tag_head=False), device=CPU, dtype="float32")
    stream: Stream = parser.stream()
    assert stream.push("Arthur").tree.leaves == (Leaf("Arthur", "XX"),)
    assert stream.finish() == parser.parse(["Arthur"], look_ahead=0)


def test_tags_that_form_decides():
    marks = Tree.from_string("(S (-LRB- {) (NNP Arthur) (VBZ is) (UH Ni) (: --) (. .) (-RRB- }))")
    made = network(vocabulary=Vocabulary.from_trees([*TREES, marks]))
    parser = Parser(made, device=CPU, dtype="float32")
    words = ["{", "--", ":-)", "}"]
    stream = parser.stream(look_ahead=1)
    for word in words:
        stream.push(word)
    tree = stream.finish()
    assert tree.tags == stream.closing[-1].tags == ("-LRB-", ":", "UH", "-RRB-")
    assert tree == parser.parse(words, look_ahead=1)


def test_typed_words_are_cut_by_the_rules_of_the_model_s_language():
    parser = Parser(network(text="whitespace"), device=CPU, dtype="float32")
    stream = parser.stream()
    stream.type("isn't (Ni) ")
    assert stream.words == ("isn't", "(Ni)")
