"""All paths. They are as final as clause ids: links to them are printed and shared.

Each app's `urls` names its pages and its part of /api/v1/. The glossary comes last: /{game}/ takes any word.
"""

from importlib.util import find_spec

from django.contrib import admin
from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView

urlpatterns = [
    path("admin/", admin.site.urls),
    path("api/v1/schema/", SpectacularAPIView.as_view(), name="schema"),
]
for app in ("simulator", "glossary"):  # TEMPORARY: until both are there
    if find_spec(f"{app}.urls"):
        urlpatterns.append(path("", include(f"{app}.urls")))

handler400 = "config.errors.bad_request"
handler403 = "config.errors.forbidden"
handler404 = "config.errors.not_found"
handler500 = "config.errors.server_error"
