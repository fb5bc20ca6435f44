"""Pages and documents for errors outside any view: the API answers with problems, the site with pages."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import render
from django.views import defaults

from config.problems import Problem, problem_response


def _api(request: HttpRequest) -> bool:
    return request.path.startswith("/api/")


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    if _api(request):
        return problem_response(Problem(400, detail="The request could not be read."))
    return defaults.bad_request(request, exception)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    if _api(request):
        return problem_response(Problem(403, detail=str(exception)))
    return render(request, "403.html", status=403)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    if _api(request):
        return problem_response(Problem(403, detail=reason))
    # Only the admin reads forms in somebody's name; whatever else asks for a token takes no such method at all.
    if not request.path.startswith("/admin/"):
        return HttpResponseNotAllowed(["GET", "HEAD"])
    return render(request, "403.html", {"csrf": True}, status=403)


class MethodPage:
    """A page for "405 Method Not Allowed", which Django answers with nothing."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code != 405 or _api(request) or response.content:
            return response
        page = render(request, "405.html", status=405)
        page.headers["Allow"] = response.headers["Allow"]
        return page


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    if _api(request):
        return problem_response(Problem(404, detail=f"There is nothing at {request.path}"))
    return render(request, "404.html", {"path": request.path}, status=404)


def server_error(request: HttpRequest, *args: Any) -> HttpResponse:
    if _api(request):
        return problem_response(Problem(500, detail="The server failed; the fault is in its log."))
    return defaults.server_error(request)
