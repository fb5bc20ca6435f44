"""The Content-Security-Policy header: everything from this site only, and in no frame but the embed's."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

HEADER = "Content-Security-Policy"
POLICY = {
    "default-src": "'self'",
    "img-src": "'self' data:",
    "object-src": "'none'",
    "base-uri": "'self'",
    "form-action": "'self'",
}


class ContentSecurityPolicy:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if HEADER not in response.headers:
            # One mark for both headers: Django's @xframe_options_exempt on the view that may be embedded.
            ancestors = "*" if getattr(response, "xframe_options_exempt", False) else "'none'"
            policy = POLICY | {"frame-ancestors": ancestors}
            response.headers[HEADER] = "; ".join(f"{name} {value}" for name, value in policy.items())
        return response
