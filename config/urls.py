"""All paths. They are as final as clause ids: links to them are printed and shared.

Each app's `urls` names its pages and its part of /api/v1/. The glossary comes last: /{game}/ takes any word.
"""

from django.contrib import admin
from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView

from config.parts import parts
from config.wellknown import favicon, robots

urlpatterns = [
    path("admin/", admin.site.urls),
    path("robots.txt", robots),
    path("favicon.ico", favicon),
    path("parts/", parts, name="parts"),
    path("api/v1/schema/", SpectacularAPIView.as_view(), name="schema"),
    path("", include("simulator.urls")),
    path("", include("rulings.urls")),
    path("", include("glossary.urls")),
]

handler400 = "config.errors.bad_request"
handler403 = "config.errors.forbidden"
handler404 = "config.errors.not_found"
handler500 = "config.errors.server_error"
