"""The interface speaks Russian and Chinese wherever it speaks English."""

import re
from pathlib import Path

import messages  # scripts/, put on the path by conftest.py
import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from compile_catalogues import compile_all
from django.utils import translation

PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd]|%%")


@pytest.fixture(scope="module")
def wanted() -> Catalog:
    return messages.template()


def catalogue(locale: str) -> Catalog:
    with messages.po_path(locale).open("rb") as file:
        return read_po(file, locale=messages.LOCALES[locale])


def test_there_are_texts(wanted: Catalog) -> None:
    assert len(wanted) > 10


@pytest.mark.parametrize("locale", messages.LOCALES)
def test_every_text_is_translated(locale: str, wanted: Catalog) -> None:
    _text, lacking = messages.updated(locale, wanted)
    assert lacking == []


@pytest.mark.parametrize("locale", messages.LOCALES)
def test_placeholders_are_kept(locale: str) -> None:
    for message in catalogue(locale):
        if not message.id:
            continue
        ids = [message.id] if isinstance(message.id, str) else list(message.id)
        strings = [message.string] if isinstance(message.string, str) else list(message.string)
        assert all(strings), (locale, message.id)
        allowed = [sorted(PLACEHOLDER.findall(text)) for text in ids]
        for string in strings:
            assert sorted(PLACEHOLDER.findall(string)) in allowed, (locale, message.id, string)


def test_texts_of_templates_and_code_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(messages, "ROOT", tmp_path)
    (tmp_path / "templates").mkdir()
    (tmp_path / "simulator").mkdir()
    (tmp_path / "templates" / "a.html").write_text(
        "{% load i18n %}\n      <p title=\"it's\">{% translate 'One' %}</p>\n"
        "   {% blocktranslate count n=n %}{{ n }} card{% plural %}{{ n }} cards{% endblocktranslate %}\n"
        "{% translate 'May' context 'month' %}\n",
        encoding="utf-8",
    )
    (tmp_path / "simulator" / "a.py").write_text(
        "from django.utils.translation import gettext as _\nx = _('Two') + _(f(1))\n", encoding="utf-8"
    )
    assert [(message, context) for message, context, _file in messages.extracted()] == [
        ("Two", None),
        ("One", None),
        (("%(n)s card", "%(n)s cards"), None),
        ("May", "month"),
    ]


def test_catalogues_are_compiled_when_they_changed(tmp_path: Path) -> None:
    folder = tmp_path / "ru" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    header = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n\n'
    (folder / "django.po").write_text(header + 'msgid "Search"\nmsgstr "Искать"\n', encoding="utf-8")
    assert compile_all(tmp_path) == [folder / "django.mo"]
    assert compile_all(tmp_path) == []
    (folder / "django.po").write_text(header + 'msgid "Search"\nmsgstr "Найти"\n', encoding="utf-8")
    assert compile_all(tmp_path) == [folder / "django.mo"]


@pytest.mark.parametrize(
    ("code", "expected"), [("ru", "Найти правило"), ("zh-hans", "查找规则"), ("en", "Find a rule")]
)
def test_a_text_in_each_language(code: str, expected: str) -> None:
    with translation.override(code):
        assert translation.gettext("Find a rule") == expected
