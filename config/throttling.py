"""The API's rate limits for pages too: a form that writes names its scope, as the API's views do."""

from __future__ import annotations

import math

from django.http import HttpRequest
from rest_framework.throttling import ScopedRateThrottle


class _Scoped:
    """What the throttle asks of a view."""

    def __init__(self, scope: str) -> None:
        self.throttle_scope = scope


def seconds_to_wait(request: HttpRequest, scope: str) -> int:
    """0 when this request is allowed (it is counted then); else after how many seconds the next one may be."""
    throttle = ScopedRateThrottle()
    if throttle.allow_request(request, _Scoped(scope)):  # type: ignore[arg-type]
        return 0
    return max(1, math.ceil(throttle.wait() or 1))
