"""Reading a JSON body: bounded, strict, and every fault named with its line and column."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from rest_framework.parsers import BaseParser

from config.jsontext import MalformedJson, read
from config.problems import Problem, too_large


def parse_json(body: bytes | str) -> Any:
    """The value of `body`, or `Problem` 400 that names line and column.

    >>> parse_json(b'{"v": 1}')
    {'v': 1}
    """
    if not body.strip():
        raise _malformed("The body is empty; send a JSON document.", 1, 1)
    try:
        return read(body)
    except MalformedJson as error:
        raise _malformed(error.detail, error.line, error.column) from None


def _malformed(detail: str, line: int, column: int) -> Problem:
    row = {"pointer": "", "line": line, "column": column, "detail": detail}
    return Problem(400, "Malformed JSON", f"Line {line}, column {column}: {detail}", [row])


class JSONParser(BaseParser):
    """`application/json`. Unlike the framework's own parser it keeps to DATA_UPLOAD_MAX_MEMORY_SIZE."""

    media_type = "application/json"

    def parse(
        self, stream: Any, media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        body = stream.read(limit + 1)
        if len(body) > limit:
            raise too_large(limit)
        return parse_json(body)
