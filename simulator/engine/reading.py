"""Reading JSON into records with every error at its place, not just the first."""

from __future__ import annotations

import difflib
import re
import typing
from typing import Annotated, Any, get_args, get_origin

import msgspec

_AT = re.compile(r" - at `\$(.*)`$")


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
    """A key as a JSON pointer segment."""
    return key.replace("~", "~0").replace("/", "~1")


def collect(value: Any, wanted: Any, pointer: str, problems: list[Problem]) -> Any:
    """Convert a JSON value; on failure every problem is added at its place and None is returned."""
    try:
        return msgspec.convert(value, type=wanted, strict=True)
    except msgspec.ValidationError as error:
        before = len(problems)
        _explain(value, wanted, pointer, problems)
        if len(problems) == before:
            problems.append(_problem(error, pointer))
        return None


def _problem(error: msgspec.ValidationError, pointer: str) -> Problem:
    text = str(error)
    found = _AT.search(text)
    here = pointer + (pointer_of(found.group(1)) if found else "")
    return Problem(here, _AT.sub("", text))


def _bare(wanted: Any) -> Any:
    while get_origin(wanted) is Annotated:
        wanted = get_args(wanted)[0]
    return wanted


def _explain(value: Any, wanted: Any, pointer: str, problems: list[Problem]) -> None:
    bare = _bare(wanted)
    if isinstance(bare, type) and issubclass(bare, msgspec.Struct) and isinstance(value, dict):
        _explain_struct(value, bare, pointer, problems)
    elif get_origin(bare) is tuple and isinstance(value, list) and get_args(bare)[-1] is Ellipsis:
        for n, item in enumerate(value):
            collect(item, get_args(bare)[0], f"{pointer}/{n}", problems)
    elif isinstance(value, dict) and (chosen := _tagged(value, bare, pointer, problems)) is not None:
        _explain_struct(value, chosen, pointer, problems)


def _tagged(value: dict[str, Any], bare: Any, pointer: str, problems: list[Problem]) -> type | None:
    """The member of a tagged union that a value names, or a problem that lists the known tags."""
    members = [m for m in get_args(bare) if isinstance(m, type) and issubclass(m, msgspec.Struct)]
    tags = {}
    for member in members:
        config = member.__struct_config__
        if config.tag_field:
            tags[config.tag] = (config.tag_field, member)
    if not tags:
        return None
    field = next(iter(tags.values()))[0]
    given = value.get(field)
    if given in tags:
        return tags[given][1]
    known = ", ".join(sorted(map(str, tags)))
    problems.append(
        Problem(
            f"{pointer}/{field}", f"{_shown(given)} is not one of: {known}{_near(given, tags)}", "unknown"
        )
    )
    return None


def _explain_struct(
    value: dict[str, Any], cls: type[msgspec.Struct], pointer: str, problems: list[Problem]
) -> None:
    hints = typing.get_type_hints(cls, include_extras=True)
    fields = {f.encode_name: f for f in msgspec.structs.fields(cls)}
    tag_field = cls.__struct_config__.tag_field
    for key in value:
        if key not in fields and key != tag_field:
            detail = f"unknown member {key!r}{_near(key, fields)}"
            problems.append(Problem(f"{pointer}/{escaped(key)}", detail, "unknown"))
    for name, field in fields.items():
        if name in value:
            collect(value[name], hints[field.name], f"{pointer}/{name}", problems)
        elif field.required:
            problems.append(Problem(pointer or "", f"the member {name!r} is missing", "missing"))


def _near(given: Any, known: Any) -> str:
    close = difflib.get_close_matches(str(given), [str(k) for k in known], 1)
    return f"; did you mean {close[0]}?" if close else ""


def _shown(value: Any) -> str:
    return "nothing" if value is None else repr(value)
