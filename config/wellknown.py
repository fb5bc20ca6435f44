"""What browsers and crawlers ask every site for, at paths that are not ours to choose."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.templatetags.static import static
from django.views.decorators.http import require_safe

# Everything is there to be read; the API answers the same again for programs.
ROBOTS = """User-agent: *
Disallow: /admin/
Disallow: /api/
Disallow: /ask/
Disallow: /s/*/report/
Disallow: /search/
"""


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    return HttpResponse(ROBOTS, content_type="text/plain; charset=utf-8")


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    return HttpResponseRedirect(static("icon.svg"))
