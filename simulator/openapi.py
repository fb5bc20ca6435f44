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
        "claims": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["claim", "holds", "state", "sentence"],
                "properties": {
                    "claim": _OBJECT,
                    "holds": {"type": "boolean"},
                    "state": {
                        "type": "string",
                        "enum": ["holds", "fails", "not-worked-out", "not-reached"],
                        "description": "Why `holds` is false: the claim fails, could not be worked out, or its "
                        "moment never came.",
                    },
                    "sentence": _SENTENCE,
                },
                "additionalProperties": True,
            },
        },
        "notices": {"type": "array", "items": _object({"pointer": _TEXT, "sentence": _SENTENCE})},
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


_MOMENT = {**_OBJECT, "description": "The key of a question, as an answer of a line names it."}
_CHANCE = {"type": "string", "pattern": "^[0-9]+/[0-9]+$", "description": "An exact fraction."}
_CERTAIN = {"type": "boolean", "description": "Whether the chance is exactly 1."}
_WORTH = _object(
    {"claim": _OBJECT, "sentence": _SENTENCE},
    {
        "chance": {**_CHANCE, "description": "defaults: how likely the claim comes true."},
        "certain": _CERTAIN,
        "players": {
            "type": "object",
            "description": "all: by player, how likely it comes true when the player wants it most (best) or "
            "least (worst) and everybody else the opposite.",
            "additionalProperties": _object({"best": _CHANCE, "worst": _CHANCE}),
        },
    },
)
_OUTCOME = _object(
    {
        "chance": _CHANCE,
        "certain": _CERTAIN,
        "line": {
            "type": "array",
            "description": "The dice of one way there, as answers that can be added to the line.",
            "items": _object({"at": _MOMENT, "take": {}}),
        },
        "picture": {**_OBJECT, "description": "The board at this end."},
        "end": {"type": "string", "description": "Canonical key of that board; no two outcomes share one."},
        "decision": {**_MOMENT, "nullable": True, "description": "Who must act next; null when all is over."},
    },
    {"holds": {"type": "boolean", "description": "Whether the claim of `worth` is true there."}},
)
_TREE = {
    "type": "object",
    "properties": {
        "by": {"type": "string", "description": "A player, or chance."},
        "kind": _TEXT,
        "moment": _MOMENT,
        "options": {
            "type": "array",
            "items": _object(
                {
                    "take": {},
                    "weight": {"type": "integer"},
                    "then": {**_OBJECT, "description": "A node again."},
                }
            ),
        },
        "end": {"type": "string", "description": "Of a leaf: which of `ends` it is."},
        "chance": {**_CHANCE, "description": "Of a leaf: of its dice, whatever the players choose."},
        "certain": _CERTAIN,
    },
}
_OUTCOMES = _object(
    {
        "game": _TEXT,
        "edition": _TEXT,
        "engine": _TEXT,
        "line": {"type": "string", "nullable": True},
        "choices": {"type": "string", "enum": ["defaults", "all"]},
        "picture": {**_OBJECT, "description": "The board at the end of the line, where it begins."},
    },
    {
        "outcomes": {
            "type": "array",
            "description": "defaults: every end, the likeliest first; the chances sum to 1.",
            "items": _OUTCOME,
        },
        "tree": {**_TREE, "description": "all: a node, or a leaf."},
        "ends": {
            "type": "object",
            "description": "all: the boards of the leaves, by their keys.",
            "additionalProperties": _object({"picture": _OBJECT}, {"holds": {"type": "boolean"}}),
        },
        "worth": _WORTH,
    },
)

_STATE = {
    "type": "string",
    "enum": ["holds", "fails", "not-worked-out", "not-reached"],
    "description": "not-worked-out: it would take too much, or something is not modelled; not-reached: the line "
    "never comes to that moment.",
}
_NOTICES = {
    "type": "array",
    "description": "What is no error and still cannot be meant: a comment at a step that never happens.",
    "items": _object({"pointer": _TEXT, "sentence": _SENTENCE}),
}
_LINK = _object(
    {
        "url": {"type": "string", "format": "uri"},
        "code": _TEXT,
        "lines": {
            "type": "array",
            "description": "How each line ends: `stop` is null when it reaches its end.",
            "items": _object(
                {
                    "name": _TEXT,
                    "stop": {
                        **_object({"kind": _TEXT, "place": _TEXT, "sentence": _SENTENCE}),
                        "nullable": True,
                    },
                }
            ),
        },
        "claims": {
            **_object({state: {"type": "integer"} for state in _STATE["enum"]}),
            "description": "How many claims hold, fail, could not be worked out, were not reached.",
        },
        "unproved": {
            "type": "array",
            "description": "The claims that do not hold.",
            "items": _object(
                {
                    "pointer": _TEXT,
                    "state": _STATE,
                    "sentence": _SENTENCE,
                    "why": {**_SENTENCE, "nullable": True},
                }
            ),
        },
        "notices": _NOTICES,
    }
)

PLAY: dict[str, Any] = {
    "request": _body("ask"),
    "parameters": [
        OpenApiParameter(
            "boards", enum=["diff", "full"], description="A diff per step (default) or whole boards."
        )
    ],
    "responses": {200: _PLAY} | _problems(400, 413, 415, 422, 429),
}
OUTCOMES: dict[str, Any] = {
    "request": {
        "application/json": _object(
            {"scenario": _DOCUMENT},
            {
                "line": {"type": "string", "description": "From the end of which line; without it the last."},
                "choices": {
                    "type": "string",
                    "enum": ["defaults", "all"],
                    "default": "defaults",
                    "description": "defaults: every choice by its default, one distribution; a choice without "
                    "default is an error that names it. all: the tree of every choice.",
                },
                "worth": {
                    **_OBJECT,
                    "description": "A claim of kind value, place or state, without `line` and `at`: how likely "
                    "it comes true.",
                    "example": {"kind": "value", "of": "scout", "value": "wounds", "equals": 1},
                },
            },
        )
    },
    "responses": {200: _OUTCOMES} | _problems(400, 413, 415, 422, 429),
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
