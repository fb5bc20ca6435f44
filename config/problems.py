"""RFC 9457 problem documents: how every error of the API reads.

    {"type": "about:blank", "title": "Bad Request", "status": 400, "detail": "…",
     "errors": [{"pointer": "/lines/0/answers/2", "detail": "…"}]}

Raise `Problem` in a view; return `problem_response(…)` where no REST framework catches exceptions.
"""

import math
from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.http import Http404, HttpResponse, JsonResponse
from rest_framework import exceptions
from rest_framework.response import Response

MEDIA_TYPE = "application/problem+json"


class Problem(Exception):
    """An error to answer with. `errors`: a mapping per fault, with `pointer` (JSON Pointer) and `detail`."""

    def __init__(
        self,
        status: int,
        title: str = "",
        detail: str = "",
        errors: Iterable[Mapping[str, Any]] = (),
        *,
        type: str = "about:blank",
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(detail or title)
        self.status = status
        self.title = title or HTTPStatus(status).phrase
        self.detail = detail
        self.errors = [dict(error) for error in errors]
        self.type = type
        self.headers = dict(headers or {})

    def document(self) -> dict[str, Any]:
        document: dict[str, Any] = {"type": self.type, "title": self.title, "status": self.status}
        if self.detail:
            document["detail"] = self.detail
        if self.errors:
            document["errors"] = self.errors
        return document


def problem_response(problem: Problem) -> HttpResponse:
    """The answer for a plain Django view."""
    return JsonResponse(
        problem.document(),
        status=problem.status,
        content_type=MEDIA_TYPE,
        headers=problem.headers,
        json_dumps_params={"ensure_ascii": False},
    )


def too_large(limit: int) -> Problem:
    return Problem(413, detail=f"The request is larger than {limit} bytes.")


def _escaped(key: Any) -> str:
    return str(key).replace("~", "~0").replace("/", "~1")


def flattened(detail: Any, pointer: str = "") -> list[dict[str, str]]:
    """The framework's nested validation messages, one row per message with its place."""
    if isinstance(detail, Mapping):
        rows = []
        for key, value in detail.items():
            inner = pointer if key == "non_field_errors" else f"{pointer}/{_escaped(key)}"
            rows += flattened(value, inner)
        return rows
    if isinstance(detail, list):
        rows = []
        for place, value in enumerate(detail):
            # A list of texts belongs to one place; a list of mappings is one per item.
            rows += flattened(value, pointer if isinstance(value, str) else f"{pointer}/{place}")
        return rows
    return [{"pointer": pointer, "detail": str(detail)}]


def as_problem(error: Exception) -> Problem | None:
    """The problem that `error` amounts to, or None when it is a fault of the server."""
    match error:
        case Problem():
            return error
        case RequestDataTooBig():
            from django.conf import settings

            return too_large(settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
        case Http404():
            return Problem(404, detail=str(error) if error.args and isinstance(error.args[0], str) else "")
        case PermissionDenied():
            return Problem(403, detail=str(error))
        case exceptions.ValidationError():
            return Problem(400, detail="The input is not valid.", errors=flattened(error.detail))
        case exceptions.Throttled():
            headers = {} if error.wait is None else {"Retry-After": str(math.ceil(error.wait))}
            wait = f" Try again in {math.ceil(error.wait)} s." if error.wait is not None else ""
            return Problem(429, detail=f"Too many requests.{wait}", headers=headers)
        case exceptions.APIException():
            headers = {}
            if header := getattr(error, "auth_header", None):
                headers["WWW-Authenticate"] = header
            return Problem(error.status_code, detail=str(error.detail), headers=headers)
    return None


def exception_handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """REST_FRAMEWORK["EXCEPTION_HANDLER"]."""
    problem = as_problem(error)
    if problem is None:
        return None
    return Response(
        problem.document(), status=problem.status, headers=problem.headers, content_type=MEDIA_TYPE
    )
