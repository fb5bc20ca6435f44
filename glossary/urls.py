"""Paths of the reference, on the site and in the API. They are final: links to them are shared."""

from django.urls import path, register_converter

from glossary import api, ids, views


class SlugConverter:
    regex = ids.SLUG

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


class EntryIdConverter(SlugConverter):
    regex = r"[^/]+"  # what is no id is answered with a problem that says so


register_converter(SlugConverter, "slug_of_id")
register_converter(EntryIdConverter, "entry_id")

app_name = "glossary"
urlpatterns = [
    path("", views.home, name="home"),
    path("search/", views.search_page, name="search"),
    path("preview/", views.preview, name="preview"),
    path("api/v1/entries/", api.EntriesView.as_view(), name="api-entries"),
    path("api/v1/entries/<entry_id:entry>/", api.EntryView.as_view(), name="api-entry"),
    path("api/v1/search/", api.SearchView.as_view(), name="api-search"),
    path("api/v1/examples/", api.ExamplesView.as_view(), name="api-examples"),
    path(
        "api/v1/examples/<slug_of_id:game>/<slug_of_id:slug>/", api.ExampleView.as_view(), name="api-example"
    ),
    path("<slug_of_id:game>/", views.game, name="game"),
    path("<slug_of_id:game>/<slug_of_id:slug>/", views.entry, name="entry"),
]
