"""Trees drawn as SVG pictures: standalone, without scripts, readable on light and on dark pages."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil
from xml.sax.saxutils import escape

from rightmost.drawing.cells import cells, shown
from rightmost.drawing.layout import DrawnNode, Layout, laid_out
from rightmost.trees.tree import Tree

SIZE = 16  # of the words' type, in pixels
LEVEL = 50  # from one level's baseline to the next
GAP = 12  # between neighbours
PADDING = 6  # around a text, on the left and on the right
MARGIN = 24  # around a tree
PILL = 22  # height of the box around a label
TAG_TO_WORD = 24  # from a tag's baseline to its word's

_FONTS = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Noto Sans CJK SC', 'PingFang SC', sans-serif"

# The attributes are the light look, for hosts that strip style sheets. The picture brings its own background, so that
# it is readable wherever it lands; class names are long because a notebook page shares them with all its pictures.
_STYLE = (
    "@media (prefers-color-scheme: dark) {"
    ".rightmost-page{fill:#16181d;stroke:#30343d}"
    ".rightmost-line{stroke:#5b6474}"
    ".rightmost-pill{fill:#24304d}"
    ".rightmost-label{fill:#a9c4ff}"
    ".rightmost-tag{fill:#6fcf97}"
    ".rightmost-word{fill:#f2f4f8}"
    "}"
)
_PAGE = 'class="rightmost-page" fill="#ffffff" stroke="#e3e6ec"'
_LINES = '<g class="rightmost-line" fill="none" stroke="#a3abb8" stroke-width="1.5" stroke-linecap="round">'
_PILLS = '<g class="rightmost-pill" fill="#e9effc">'
_LABELS = '<g class="rightmost-label" fill="#1f4fa8" font-size="14" font-weight="600">'
_TAGS = '<g class="rightmost-tag" fill="#1b7a45" font-size="12">'
_WORDS = f'<g class="rightmost-word" fill="#1a1d23" font-size="{SIZE}">'


def svg(tree: Tree) -> str:
    """The tree as a standalone SVG picture."""
    return svg_page([tree])


def svg_page(trees: Iterable[Tree]) -> str:
    """The trees in one standalone SVG picture, one below the other."""
    groups: list[str] = []
    width, top = 0, MARGIN
    for tree in trees:
        layout = laid_out(tree, measure=_text_width, gap=GAP)
        groups.append(_group(tree, layout, top))
        width = max(width, layout.width + 2 * MARGIN)
        top += layout.depth * LEVEL + PILL + TAG_TO_WORD + MARGIN
    size = f'width="{width}" height="{top}"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {width} {top}" role="img"'
            f' font-family="{_FONTS}" text-anchor="middle">',
            f"<style>{_STYLE}</style>",
            f'<rect {_PAGE} x="0.5" y="0.5" width="{width - 1}" height="{top - 1}" rx="10"/>',
            *groups,
            "</svg>",
        ]
    )


def _group(tree: Tree, layout: Layout, top: int) -> str:
    """One tree, its upper left corner `top` below the page's."""
    lines: list[str] = []
    pills: list[str] = []
    labels: list[str] = []
    tags: list[str] = []
    words: list[str] = []
    baseline = PILL // 2 + 5  # of a level's text, from the level's top
    bottom = layout.depth * LEVEL + baseline
    for place in layout.places:
        if place.word is not None:
            tags.append(_text(place.name, place.centre, bottom))
            words.append(_text(place.word, place.centre, bottom + TAG_TO_WORD))
            continue
        labels.append(_text(place.name, place.centre, place.depth * LEVEL + baseline))
        pills.append(_pill(place))
        lines.extend(_line(place, layout.places[child], layout.depth) for child in place.children)
    title = escape(" ".join(map(shown, tree.words)))
    parts = [f'<g transform="translate({MARGIN} {top})">', f"<title>{title}</title>"]
    for opening, drawn in ((_LINES, lines), (_PILLS, pills), (_LABELS, labels), (_TAGS, tags), (_WORDS, words)):
        parts.extend([opening, *drawn, "</g>"])
    return "\n".join([*parts, "</g>"])


def _line(parent: DrawnNode, child: DrawnNode, deepest: int) -> str:
    """A curve down to the child's level and, to a tag, straight on to the bottom.

    The curve stays between two levels, so that it crosses no text however far away the child is.
    """
    start = parent.depth * LEVEL + PILL
    end = child.depth * LEVEL
    if child.centre == parent.centre:
        curve = f"M{parent.centre} {start}"
    else:
        middle = (start + end) // 2
        curve = f"M{parent.centre} {start}C{parent.centre} {middle} {child.centre} {middle} {child.centre} {end}"
    down = end if child.word is None else deepest * LEVEL + 3
    return f'<path d="{curve}V{down}"/>'


def _pill(place: DrawnNode) -> str:
    width = _text_width(place.name)
    return (
        f'<rect x="{place.centre - width // 2}" y="{place.depth * LEVEL}"'
        f' width="{width}" height="{PILL}" rx="{PILL // 2}"/>'
    )


def _text(text: str, x: int, y: int) -> str:
    return f'<text x="{x}" y="{y}">{escape(text)}</text>'


def _text_width(text: str) -> int:
    """About how wide the text stands, padding included: a guess on the safe side, since fonts differ."""
    broad = sum(character in "mwMW@%" for character in text)
    upper = sum(map(str.isupper, text))
    return ceil(SIZE * (0.54 * cells(text) + 0.13 * upper + 0.28 * broad)) + 2 * PADDING
