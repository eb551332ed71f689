"""Words with a form of their own, as web text has them: addresses, handles, hashtags, paths, smileys, emoji, rules.

They are patterns to be compiled with `re.VERBOSE`; `tags.py` has the tags of such words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_SIGN = r"[\u231a\u231b\u23e9-\u23fa\u2600-\u27bf\u2b05-\u2b07\u2b1b\u2b1c\u2b50\u2b55\U0001f000-\U0001faff]"
_DRESSED = rf"{_SIGN}[\ufe0e\ufe0f]?[\U0001f3fb-\U0001f3ff]?[\U000e0020-\U000e007f]*"
#: One emoji, with its colours, and with those that are joined to it.
EMOJI = rf"(?:[\U0001f1e6-\U0001f1ff]{{2}} | [0-9\#*]\ufe0f?\u20e3 | {_DRESSED} (?:\u200d{_DRESSED})* \u200d?)"

#: With a nose: nothing else looks like it, so that it may stand right after a word.
_NOSED = r"(?: >? [:;=8] ['’]? [-^o] (?: [()]+ | [][DPp/\\|*3OoSsxX$@] ) (?!\w) | [(\[]+ [-^] [:;=] )"
#: By itself alone: `(as follows:)`, `x=3`.
_NOSELESS = r"""(?: >? [:;=] ['’]? (?: [()]+ | [][DPpOo/\\|*3$] ) | [()][:;=] | D: | [xX]D+ | <3+ | </3
  | [oO0]_+[oO0] | T_+T | >[._]+< | \^[_.-]*\^ | -_+- | u_+u | ;_+; | \\o/ | ¯\\_\(ツ\)_/¯ )"""
_AT_ONCE = r"(?: (?<=[^\W\d_]) [:;] ['’]? [()]+ (?!\S) )"  # thanks:)
_ALONE_AFTER, _ALONE_BEFORE = r"(?<![^\s.,!?…\"”])", r"(?= [.,!?…\"”)]* (?!\S) )"
EMOTICON = rf"(?: (?<![:;=]){_NOSED} | {_ALONE_AFTER}{_NOSELESS}{_ALONE_BEFORE} | {_AT_ONCE} )"
SMILE = rf"(?: {EMOTICON} | {EMOJI} )"

ADDRESS = r"""(?: (?: (?:https?|ftp|file)://(?=[^\s<>]) | \b www\. | \b (?:[\w-]+\.)+ [a-z]{2,6} / (?=\w) )
    [^\s"<>“”«»()]* (?: \([^\s"<>()]*\) [^\s"<>“”«»()]* )* (?: (?<=[\w/=&\#-]) | (?<=\w\)) ) )"""
MAIL = r"(?: [\w.+-]+ @ [\w-]+ (?: \.[\w-]+ )+ )"
HANDLE = r"(?: (?<![\w@.]) @ (?=\w*[^\W\d]) \w+ (?: [.-]\w+ )* (?: @\w[\w.-]*\w )? )"
HASHTAG = r"(?: (?<![\w&#]) \# \w* [^\W\d_] \w* )"
NAME = r"(?: [^\W\d]\w* (?: ::~?\w+ )+ (?:\(\))? | \b [^\W\d][\w.]* \(\) )"  # of programs: clippy::all, main()
MARKUP = r"""(?: (?<!\S) --? [a-z][\w-]+ (?=\s|\Z|[.,;)])
  | </?[A-Za-z][\w-]*/?> )"""
FILE = r"(?: (?<![\w/.~]) (?: ~ | \.{1,2} )? (?: /[\w.+@-]*[\w+] )+ /? | \b [A-Za-z]:\\ [^\s\"<>|*?]* [\w\\] )"
#: Marks in a row that are one rule or fence.
RULE = r"(?: -{2,} | ={2,} | (?<![^\W\d_])\*{2,} | \*{2,}(?![^\W\d_]) | _{3,} | ~{2,} | \#{2,} | \+{3,} | `{3,} )"

_FORMS = re.compile(
    rf"{ADDRESS} | {MAIL} | {HANDLE} | {HASHTAG} | {SMILE} | {NAME} | {MARKUP} | {FILE} | {RULE}",
    re.VERBOSE,
)
#: What each of them has; most sentences have none of it.
_HINT = re.compile(
    r"[@#/\\<>=_*~+`^]|--|(?<!\S)-|[:;8]\S|[()][:;-]|D:|[xX]D|\(\)|www\.|[\u20e3\u231a-\u2bff\U0001f000-\U0001faff]"
)
_BRACKET = re.compile(r"[()]")


def form_spans(text: str) -> Iterator[tuple[int, int]]:
    """Where words with a form of their own stand. They begin and end there, whatever stands beside them.

    >>> [text[start:end] for text in ["(as follows:) thanks :)"] for start, end in form_spans(text)]
    [':)']
    """
    if _HINT.search(text) is None:
        return
    place = opened = 0
    while match := _FORMS.search(text, place):
        start, end = match.span()
        for bracket in _BRACKET.findall(text, place, start):
            opened = opened + 1 if bracket == "(" else max(0, opened - 1)
        place = end
        if opened and match[0][0] in ":;" and match[0].endswith(")") and "-" not in match[0]:
            place = start + 1  # the bracket that closes another
        else:
            yield start, end
