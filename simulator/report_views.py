"""/s/{code}/report/: anybody says what is wrong with a stored scenario; the admin decides."""

from __future__ import annotations

from django import forms
from django.core.exceptions import RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import cache_control
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from config.throttling import seconds_to_wait

from . import queries, reports, services
from .views import SeeOther, gone

LONGEST = 2000


class ReportForm(forms.Form):
    why = forms.ChoiceField(
        choices=[(name, name) for name in reports.REASONS],
        error_messages={"required": gettext_lazy("Choose what is wrong."),
                        "invalid_choice": gettext_lazy("Choose what is wrong.")},
    )  # fmt: skip
    words = forms.CharField(required=False, max_length=LONGEST)
    # People do not see this field; programs that fill in everything do.
    homepage = forms.CharField(required=False)

    def clean_homepage(self) -> str:
        if self.cleaned_data["homepage"]:
            raise forms.ValidationError(_("Leave this field empty: it is there to catch robots."))
        return ""

    def clean(self) -> dict[str, str]:
        if self.cleaned_data.get("why") == "other" and not self.cleaned_data.get("words", "x"):
            self.add_error("words", _("Say in words what is wrong."))
        return self.cleaned_data


# Exempt as /new/ is: a report is open to everybody and acts in nobody's name, and the form works without cookies.
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(private=True, no_cache=True)
def report(request: HttpRequest, code: str) -> HttpResponseBase:
    shown = queries.stored(code.lower())
    if shown is None or shown.stored is None:
        raise Http404(code)
    if shown.hidden:
        return gone(request, shown)
    if request.method != "POST":
        return _page(request, shown, ReportForm(), sent="sent" in request.GET)
    try:
        form = ReportForm(request.POST)
    except RequestDataTooBig:
        form = ReportForm({})
        form.add_error(None, _("That is too much text."))
        return _page(request, shown, form, status=413)
    if not form.is_valid():
        return _page(request, shown, form, status=422)
    if wait := seconds_to_wait(request, "reports"):
        form.add_error(None, _("Too many reports at once. Try again in %(seconds)d s.") % {"seconds": wait})
        return _page(request, shown, form, status=429)
    services.report(shown.stored, form.cleaned_data["why"], form.cleaned_data["words"])
    return SeeOther(f"{request.path}?sent")


def _page(
    request: HttpRequest, shown: queries.Shown, form: ReportForm, *, sent: bool = False, status: int = 200
) -> HttpResponse:
    context = {
        "title": shown.title,
        "scenario_url": shown.url,
        "form": form,
        "sent": sent,
        "reasons": [(name, reports.reason(name)) for name in reports.REASONS],
        "longest": LONGEST,
    }
    return render(request, "simulator/report.html", context, status=status)
