"""What the OpenAPI document says of the scenario endpoints: bodies, answers, errors."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter

_TEXT = {"type": "string"}
_OBJECT = {"type": "object", "additionalProperties": True}
_LIST = {"type": "array", "items": _OBJECT}
_SENTENCE = {
    "type": "object",
    "description": "One sentence per language.",
    "properties": {"ru": _TEXT, "zh": _TEXT, "en": _TEXT},
    "required": ["ru", "zh", "en"],
}
_DOCUMENT = {
    "type": "object",
    "description": "A scenario document; its JSON Schema is at /api/v1/scenario.schema.json.",
    "required": ["v", "game"],
    "properties": {"v": {"type": "integer"}, "game": _TEXT},
    "additionalProperties": True,
}


def _object(required: dict[str, Any], optional: dict[str, Any] | None = None) -> dict[str, Any]:
    return {"type": "object", "required": list(required), "properties": required | (optional or {})}


_PROBLEM = _object(
    {"type": _TEXT, "title": _TEXT, "status": {"type": "integer"}},
    {
        "detail": _TEXT,
        "errors": {
            "type": "array",
            "description": "Every fault with its place in the body.",
            "items": _object(
                {"detail": _TEXT},
                {
                    "pointer": {"type": "string", "description": "JSON Pointer (RFC 6901)."},
                    "line": {"type": "integer"},
                    "column": {"type": "integer"},
                    "code": _TEXT,
                },
            ),
        },
    },
)


def _problems(*statuses: int) -> dict[tuple[int, str], Any]:
    return {(status, "application/problem+json"): _PROBLEM for status in statuses}


_STEP = _object(
    {
        "id": {"type": "string", "description": "Names the step for good: line, answers used, event, count."},
        "n": {"type": "integer"},
        "kind": {"type": "string", "enum": ["event", "choice", "chance", "declared", "cancelled", "blocked"]},
        "event": _OBJECT,
        "sentence": _SENTENCE,
        "cites": {"type": "array", "items": _TEXT, "minItems": 1},
        "lifted": {"type": "array", "items": _object({"clause": _TEXT, "by": _TEXT})},
        "cause": {"type": "string", "nullable": True},
        "default": {"type": "boolean"},
    },
    {
        "diff": {"type": "array", "items": _object({"path": {"type": "array", "items": {}}}, {"value": {}})},
        "picture": _OBJECT,
    },
)
_PLAY = _object(
    {
        "game": _TEXT,
        "edition": _TEXT,
        "engine": _TEXT,
        "scenario": _DOCUMENT,
        "picture": {**_OBJECT, "description": "The first board."},
        "lines": {
            "type": "array",
            "items": _object(
                {
                    "name": _TEXT,
                    "steps": {"type": "array", "items": _STEP},
                    "decision": {
                        **_OBJECT,
                        "nullable": True,
                        "description": "The open decision, its options, refused ones.",
                    },
                    "stop": {
                        **_OBJECT,
                        "nullable": True,
                        "description": "Why the line ended early, and where.",
                    },
                    "end": {"type": "string", "description": "Canonical key of the last position."},
                }
            ),
        },
        "claims": _LIST,
        "asked": _LIST,
    }
)


def _body(*optional: str) -> dict[str, Any]:
    wrapped = {"scenario": _DOCUMENT} | dict.fromkeys(optional, _LIST)
    return {
        "application/json": {
            "oneOf": [_DOCUMENT, {"type": "object", "required": ["scenario"], "properties": wrapped}],
        }
    }


_LINK = _object({"url": {"type": "string", "format": "uri"}, "code": _TEXT})

PLAY: dict[str, Any] = {
    "request": _body("ask"),
    "parameters": [
        OpenApiParameter(
            "boards", enum=["diff", "full"], description="A diff per step (default) or whole boards."
        )
    ],
    "responses": {200: _PLAY} | _problems(400, 413, 415, 422, 429),
}
STORE: dict[str, Any] = {
    "request": _body(),
    "responses": {201: _LINK, 200: _LINK} | _problems(400, 410, 413, 415, 422, 429),
}
FETCH: dict[str, Any] = {
    "responses": {
        200: _object(
            {
                "code": _TEXT,
                "url": {"type": "string", "format": "uri"},
                "created": {"type": "string", "format": "date-time"},
                "game": _TEXT,
                "engine": _TEXT,
                "scenario": _DOCUMENT,
            }
        )
    }
    | _problems(404, 410),
}
SCHEMA: dict[str, Any] = {"responses": {(200, "application/schema+json"): _OBJECT}}
