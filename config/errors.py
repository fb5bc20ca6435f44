"""Pages and documents for errors outside any view: the API answers with problems, the site with pages."""

from typing import Any

from django.http import HttpRequest, HttpResponse
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
    return defaults.permission_denied(request, exception)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    if _api(request):
        return problem_response(Problem(403, detail=reason))
    from django.views.csrf import csrf_failure as page

    return page(request, reason)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    if _api(request):
        return problem_response(Problem(404, detail=f"There is nothing at {request.path}"))
    return render(request, "404.html", {"path": request.path}, status=404)


def server_error(request: HttpRequest, *args: Any) -> HttpResponse:
    if _api(request):
        return problem_response(Problem(500, detail="The server failed; the fault is in its log."))
    return defaults.server_error(request)
