"""Reading JSON into records with every error at its place, not just the first."""

from __future__ import annotations

import difflib
import re
import types
import typing
from collections.abc import Iterable
from functools import cache
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec

_AT = re.compile(r" - at `\$(.*)`$")
MOST = 60
"""Problems of one document that are told; the others are counted."""


class Problem(msgspec.Struct, frozen=True):
    """Something wrong in a document: where (JSON pointer), what, and a short code."""

    pointer: str
    detail: str
    code: str = "invalid"


def pointer_of(path: str) -> str:
    """A msgspec path as a JSON pointer.

    >>> pointer_of(".cards[0].life")
    '/cards/0/life'
    """
    return re.sub(r"\.|\[", "/", path.replace("]", "").replace("[...]", ""))


def escaped(key: str) -> str:
    """A key as a JSON pointer segment.

    >>> escaped("a/b~c")
    'a~1b~0c'
    """
    return key.replace("~", "~0").replace("/", "~1")


def shown(value: Any) -> str:
    """A value of a document as messages show it: JSON, cut when it is long.

    >>> shown(True), shown("C2"), shown("x" * 90)[-3:]
    ('true', '"C2"', 'x…"')
    """
    if isinstance(value, str):
        return '"' + (value if len(value) <= 50 else value[:48] + "…") + '"'
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, (list, tuple)):
        return "a list"
    return {None: "null", True: "true", False: "false"}.get(value, str(value)[:50]) if _small(value) else "…"


def _small(value: Any) -> bool:
    return (
        value is None or isinstance(value, (bool, float)) or (isinstance(value, int) and abs(value) < 2**70)
    )


def near(given: Any, known: Iterable[Any]) -> str:
    """The nearest known name, as the end of a message.

    >>> near("closd", ["open", "closed"])
    '; did you mean closed?'
    """
    if not isinstance(given, str) or not 1 < len(given) <= 60:
        return ""
    close = difflib.get_close_matches(given, [str(k) for k in known], 1)
    return f"; did you mean {close[0]}?" if close else ""


def unknown(given: Any, known: Iterable[Any]) -> str:
    """The message that a word is not among the known ones.

    >>> unknown("ope", ["open", "closed"])
    '"ope" is not one of: closed, open; did you mean open?'
    """
    names = sorted(map(str, known))
    return f"{shown(given)} is not one of: {', '.join(names) or 'nothing'}{near(given, names)}"


def in_order(problems: Iterable[Problem], document: Any) -> list[Problem]:
    """The problems in the order of the document, one a place and reason; beyond MOST they are only counted."""
    first: dict[tuple[str, str], Problem] = {}
    blamed: set[str] = set()
    for problem in problems:
        if problem.pointer in blamed and problem.code == "type":
            continue  # what is no JSON at all was told already
        if problem.code in ("text", "number", "limit"):
            blamed.add(problem.pointer)
        first.setdefault((problem.pointer, problem.detail), problem)
    found = sorted(first.values(), key=lambda p: _place(p.pointer, document))
    if len(found) > MOST:
        more = Problem("", f"and {len(found) - MOST} more problems", "more")
        found = [*found[:MOST], more]
    return found


def _place(pointer: str, document: Any) -> list[int]:
    here, place = document, []
    for part in pointer.split("/")[1:]:
        key = part.replace("~1", "/").replace("~0", "~")
        if isinstance(here, dict) and key in here:
            place.append(list(here).index(key))
            here = here[key]
        elif isinstance(here, list) and key.isdigit() and int(key) < len(here):
            place.append(int(key))
            here = here[int(key)]
        else:
            place.append(10**6)
            here = None
    return place


# --- records ---------------------------------------------------------------------------------------------


def collect(value: Any, wanted: Any, pointer: str, problems: list[Problem]) -> Any:
    """Convert a JSON value; on failure every problem is added at its place and None is returned."""
    try:
        return msgspec.convert(value, type=wanted, strict=True)
    except msgspec.ValidationError as error:
        if len(problems) > MOST * 4:
            problems.append(_problem(error, value, wanted, pointer))
            return None
        before = len(problems)
        _explain(value, wanted, pointer, problems)
        if len(problems) == before:
            problems.append(_problem(error, value, wanted, pointer))
        return None


def _problem(error: msgspec.ValidationError, value: Any, wanted: Any, pointer: str) -> Problem:
    text = str(error)
    found = _AT.search(text)
    here = pointer + (pointer_of(found.group(1)) if found else "")
    text = _AT.sub("", text)
    if not found and text.startswith("Invalid enum value"):
        return Problem(here, unknown(value, _literals(wanted)), "unknown")
    if not found and "matching regex" in text:
        meant = "; ".join(m.description for m in _metas(wanted) if m.description)
        return Problem(here, f"{shown(value)} does not fit. {meant}".strip(), "invalid")
    kind = "type" if text.startswith("Expected") and ", got" in text else "invalid"
    return Problem(here, text[0].lower() + text[1:].replace("`", ""), kind)


def _metas(wanted: Any) -> list[msgspec.Meta]:
    if get_origin(wanted) is not Annotated:
        return [m for part in _parts(wanted) for m in _metas(part)] if _is_union(wanted) else []
    return [m for m in get_args(wanted)[1:] if isinstance(m, msgspec.Meta)] or _metas(get_args(wanted)[0])


def _literals(wanted: Any) -> list[Any]:
    bare = bare_type(wanted)
    if get_origin(bare) is Literal:
        return list(get_args(bare))
    return [each for part in _parts(bare) for each in _literals(part)]


def bare_type(wanted: Any) -> Any:
    """A type without its annotations."""
    while get_origin(wanted) is Annotated:
        wanted = get_args(wanted)[0]
    return wanted


def _is_union(bare: Any) -> bool:
    return get_origin(bare) in (Union, types.UnionType)


def _parts(bare: Any) -> tuple[Any, ...]:
    return tuple(p for p in get_args(bare) if p is not type(None)) if _is_union(bare) else ()


def _is_struct(bare: Any) -> bool:
    return isinstance(bare, type) and issubclass(bare, msgspec.Struct)


def _explain(value: Any, wanted: Any, pointer: str, problems: list[Problem]) -> None:
    bare = bare_type(wanted)
    parts = [bare_type(p) for p in _parts(bare)]
    if isinstance(value, dict):
        structs = [p for p in (bare, *parts) if _is_struct(p)]
        if len(structs) == 1 and not structs[0].__struct_config__.tag_field:
            _explain_struct(value, structs[0], pointer, problems)
        elif structs and (chosen := _tagged(value, structs, pointer, problems)) is not None:
            _explain_struct(value, chosen, pointer, problems)
        for each in (bare, *parts):
            if get_origin(each) is dict:
                for key, item in value.items():
                    collect(key, get_args(each)[0], f"{pointer}/{escaped(key)}", problems)
                    collect(item, get_args(each)[1], f"{pointer}/{escaped(key)}", problems)
    elif isinstance(value, list):
        for each in (bare, *parts):
            if get_origin(each) is tuple:
                _explain_items(value, get_args(each), pointer, problems)


def _explain_items(value: list[Any], items: tuple[Any, ...], pointer: str, problems: list[Problem]) -> None:
    if items and items[-1] is Ellipsis:
        for n, item in enumerate(value):
            collect(item, items[0], f"{pointer}/{n}", problems)
    elif len(items) == len(value):
        for n, (item, kind) in enumerate(zip(value, items, strict=True)):
            collect(item, kind, f"{pointer}/{n}", problems)


def _tagged(
    value: dict[str, Any], structs: list[Any], pointer: str, problems: list[Problem]
) -> type[msgspec.Struct] | None:
    """The member of a tagged union that a value names, or a problem that lists the known tags."""
    tags = {s.__struct_config__.tag: s for s in structs if s.__struct_config__.tag_field}
    if not tags:
        return None
    field = next(iter(tags.values())).__struct_config__.tag_field
    if field not in value:
        detail = f'the member "{field}" is missing; it is one of: {", ".join(sorted(map(str, tags)))}'
        problems.append(Problem(pointer, detail, "missing"))
        return None
    given = value[field]
    if isinstance(given, str) and given in tags:
        found: type[msgspec.Struct] = tags[given]
        return found
    problems.append(Problem(f"{pointer}/{field}", unknown(given, tags), "unknown"))
    return None


def _explain_struct(
    value: dict[str, Any], cls: type[msgspec.Struct], pointer: str, problems: list[Problem]
) -> None:
    hints = _hints(cls)
    fields = {f.encode_name: f for f in _fields(cls)}
    tag_field = cls.__struct_config__.tag_field
    for key in value:
        if key not in fields and key != tag_field:
            detail = f"unknown member {shown(key)}{near(key, fields)}"
            problems.append(Problem(f"{pointer}/{escaped(key)}", detail, "unknown"))
    for name, field in fields.items():
        if name in value:
            collect(value[name], hints[field.name], f"{pointer}/{name}", problems)
        elif field.required:
            problems.append(Problem(pointer, f'the member "{name}" is missing', "missing"))


# --- and back --------------------------------------------------------------------------------------------


def least(value: Any) -> Any:
    """A record as JSON without what is the ordinary case: one way to write it down.

    >>> class Spot(msgspec.Struct, tag="spot", tag_field="type"):
    ...     x: int
    ...     y: int = 0
    >>> least(Spot(1, 0)), least((Spot(1, 2),))
    ({'type': 'spot', 'x': 1}, [{'type': 'spot', 'x': 1, 'y': 2}])
    """
    if isinstance(value, msgspec.Struct):
        config = value.__struct_config__
        out: dict[str, Any] = {config.tag_field: config.tag} if config.tag_field else {}
        for field in _fields(type(value)):
            item = getattr(value, field.name)
            if field.required or not same(item, _default(field)):
                out[field.encode_name] = least(item)
        return out
    if isinstance(value, (list, tuple)):
        return [least(item) for item in value]
    if isinstance(value, dict):
        return {key: least(item) for key, item in value.items()}
    return value


@cache
def _fields(kind: type[msgspec.Struct]) -> tuple[Any, ...]:
    return msgspec.structs.fields(kind)


@cache
def _hints(kind: type) -> dict[str, Any]:
    return typing.get_type_hints(kind, include_extras=True)


def _default(field: Any) -> Any:
    return field.default_factory() if field.default is msgspec.NODEFAULT else field.default


def blank(text: str) -> bool:
    """Whether nothing of a text can be seen.

    >>> blank(" \u3000"), blank("\u200b"), blank("斥候")
    (True, True, False)
    """
    return not any(c.isprintable() and not c.isspace() for c in text)


def same(one: Any, other: Any) -> bool:
    """Equal as JSON values: true is not 1, a tuple is a list.

    >>> same(1, True), same((1, 2), [1, 2]), same({"a": 1}, {"a": 1})
    (False, True, True)
    """
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(v, other[k]) for k, v in one.items())
    return bool(one == other) and isinstance(one, bool) == isinstance(other, bool)
