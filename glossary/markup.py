"""The small Markdown of texts: emphasis, strong, code, lists and links whose target is an id.

`[armour](berserk:armour#…)` links with its own words, since inflected languages need free link text;
`[](berserk:armour)` takes the title, in the language of the text.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from urllib.parse import unquote

import nh3
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

from glossary import ids
from glossary.languages import LANGUAGES, pick

_TAGS = {"p", "em", "strong", "code", "ul", "ol", "li", "a", "br"}
_ATTRIBUTES = {"a": {"href", "class", "data-id", "rel"}, "ol": {"start"}}
_OUTSIDE = [
    (re.compile(r"^\s{0,3}#{1,6}\s", re.M), "a heading"),
    (re.compile(r"^\s{0,3}>", re.M), "a quotation (>)"),
    (re.compile(r"^\s{0,3}(```|~~~)", re.M), "a fenced block"),
    (re.compile(r"^\s{0,3}([-*_])(\s*\1){2,}\s*$", re.M), "a rule"),
    (re.compile(r"!\[[^\]]*\]\("), "an image"),
    (re.compile(r"</?[A-Za-z][^<>]*>"), "HTML"),
    (re.compile(r"^\s*\|.*\|\s*$", re.M), "a table"),
]
_ANY_LINK = re.compile(r"\[[^\[\]]*\]\(([^()\s]*)\)")


@dataclass(frozen=True)
class Target:
    """What a link leads to, and the name it has there."""

    url: str
    title: Mapping[str, str]
    language: str  # the game's own
    number: int = 0  # a clause's number in its entry

    def name(self, lang: str) -> str:
        title = pick(self.title, lang, self.language)[0]
        return f"{title}, § {self.number}" if self.number else title


Resolve = Callable[[str], Target | None]


@dataclass(frozen=True)
class Fault:
    """Something wrong in a text, `line` lines below its first one."""

    line: int
    message: str


def _is_web(href: str) -> bool:
    return href.startswith(("http://", "https://"))


class _Renderer(RendererHTML):
    def link_open(self, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
        href = unquote(str(tokens[index].attrs.get("href", "")))
        bare = tokens[index + 1].type == "link_close"
        if _is_web(href):
            words = _escape(href) if bare else ""
            return f'<a href="{_escape(href)}" rel="external noopener">{words}'
        target = env["resolve"](href)
        if target is None:  # refused by the checks; a stale link must not become a broken one
            return f"<a>{_escape(href) if bare else ''}"
        words = _escape(target.name(env["lang"])) if bare else ""
        return f'<a class="clause-link" data-id="{_escape(href)}" href="{_escape(target.url)}">{words}'


def _escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


@lru_cache(maxsize=1)
def _markdown() -> MarkdownIt:
    rules = ["emphasis", "backticks", "link", "list", "newline", "escape"]
    return MarkdownIt("zero", {"html": False}, renderer_cls=_Renderer).enable(rules)


def _clean(html: str) -> str:
    return nh3.clean(
        html, tags=_TAGS, attributes=_ATTRIBUTES, url_schemes={"http", "https"}, link_rel=None
    ).strip()


def render(text: str, lang: str, resolve: Resolve) -> str:
    return _clean(_markdown().render(text, {"lang": lang, "resolve": resolve})) if text else ""


def render_line(text: str, lang: str, resolve: Resolve) -> str:
    """One line without a paragraph around it: short definitions."""
    return _clean(_markdown().renderInline(text, {"lang": lang, "resolve": resolve})) if text else ""


def plain(text: str, lang: str, resolve: Resolve) -> str:
    """The words alone, one paragraph or list item a line: for search, snippets and previews."""
    blocks = [_words(token.children or [], lang, resolve) for token in _inlines(text)]
    return "\n".join(block.strip() for block in blocks if block.strip())


def _inlines(text: str) -> Iterator[Token]:
    return (token for token in _markdown().parse(text) if token.type == "inline")


def _words(tokens: Sequence[Token], lang: str, resolve: Resolve) -> str:
    words = []
    for index, token in enumerate(tokens):
        if token.type in ("text", "code_inline"):
            words.append(token.content)
        elif token.type in ("softbreak", "hardbreak"):
            words.append(" ")
        elif token.type == "link_open" and tokens[index + 1].type == "link_close":
            href = unquote(str(token.attrs.get("href", "")))
            target = None if _is_web(href) else resolve(href)
            words.append(target.name(lang) if target else href)
    return "".join(words)


def links(text: str) -> list[str]:
    """The ids a text links to, in order, each once."""
    found: dict[str, None] = {}
    for token in _inlines(text):
        for child in token.children or []:
            if child.type == "link_open":
                href = unquote(str(child.attrs.get("href", "")))
                if not _is_web(href):
                    found.setdefault(href)
    return list(found)


def line_of(text: str, target: str) -> int:
    """How many lines below the first one the link to `target` stands."""
    place = text.find(f"]({target}")
    return text.count("\n", 0, max(place, 0))


def faults(text: str) -> list[Fault]:
    """What the subset does not have, and links that are no links."""
    found = [
        Fault(
            text.count("\n", 0, match.start()) + (1 if match.group().startswith("\n") else 0),
            f"{name} is not used in texts",
        )
        for pattern, name in _OUTSIDE
        for match in pattern.finditer(text)
    ]
    known = set(links(text))
    for match in _ANY_LINK.finditer(text):
        href = match.group(1)
        line = text.count("\n", 0, match.start())
        if _is_web(href):
            continue
        if not href:
            found.append(Fault(line, "a link without a target"))
        elif href not in known:
            found.append(Fault(line, f"“{match.group()}” does not become a link"))
        else:
            try:
                ids.parse(href)
            except ids.BadId as error:
                found.append(Fault(line, f"link target {error}"))
    return found


def render_all(texts: Mapping[str, str], resolve: Resolve, *, line: bool = False) -> dict[str, str]:
    """Every language of a text rendered."""
    draw = render_line if line else render
    return {lang: draw(texts[lang], lang, resolve) for lang in LANGUAGES if texts.get(lang)}


def plain_all(texts: Mapping[str, str], resolve: Resolve) -> dict[str, str]:
    return {lang: plain(texts[lang], lang, resolve) for lang in LANGUAGES if texts.get(lang)}
