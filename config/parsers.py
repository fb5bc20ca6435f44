"""Reading a JSON body: bounded, strict, and every fault named with its line and column."""

import json
from collections.abc import Mapping
from typing import Any, NoReturn

from django.conf import settings
from rest_framework.parsers import BaseParser

from config.problems import Problem, too_large

MEDIA_TYPE = "application/json"


def _no_constant(name: str) -> NoReturn:
    raise Problem(400, detail=f"The body is not JSON: {name} is no number of JSON.", errors=[_row(f"{name} is not allowed")])


def _row(detail: str, **place: int) -> dict[str, Any]:
    return {"pointer": "", **place, "detail": detail}


def _no_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise Problem(400, detail=f"The body names {twice!r} twice in one object.", errors=[_row(f"{twice!r} stands twice")])
    return found


def parse_json(body: bytes | str) -> Any:
    """The value of `body`, or `Problem` 400 that names line and column.

    >>> parse_json('{"v": 1}')
    {'v': 1}
    """
    try:
        text = body if isinstance(body, str) else body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Problem(
            400, detail=f"The body is not UTF-8: byte {error.start}.", errors=[_row("not UTF-8", byte=error.start)]
        ) from None
    if not text.strip():
        raise Problem(400, detail="The body is empty; send a JSON document.", errors=[_row("empty", line=1, column=1)])
    try:
        return json.loads(text, parse_constant=_no_constant, object_pairs_hook=_no_repeats)
    except json.JSONDecodeError as error:
        raise Problem(
            400,
            detail=f"The body is not JSON: line {error.lineno}, column {error.colno}: {error.msg}.",
            errors=[_row(error.msg, line=error.lineno, column=error.colno)],
        ) from None
    except RecursionError:
        raise Problem(400, detail="The body is nested too deeply.", errors=[_row("nested too deeply")]) from None
    except ValueError as error:  # a number with more digits than Python converts
        raise Problem(400, detail=f"The body is not usable: {error}.", errors=[_row(str(error))]) from None


class JSONParser(BaseParser):
    """`application/json`. Unlike the framework's own parser it keeps to DATA_UPLOAD_MAX_MEMORY_SIZE."""

    media_type = MEDIA_TYPE

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Mapping[str, Any] | None = None) -> Any:
        limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        body = stream.read(limit + 1)
        if len(body) > limit:
            raise too_large(limit)
        return parse_json(body)
