"""Collect the interface's texts into locale/*/LC_MESSAGES/django.po with Babel; translations are kept.

Source texts are English, so English needs no catalogue.
"""

import io
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_python
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parents[1]
LOCALES = {"ru": "ru", "zh_Hans": "zh_Hans_CN"}
CODE = ("config", "glossary", "rulings", "simulator")
TEMPLATES = ("templates", "glossary/templates", "rulings/templates", "simulator/templates")
KEYWORDS = DEFAULT_KEYWORDS | {
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext_lazy": (1, 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext_lazy": ((1, "c"), 2, 3),
    "_": None,
}
# They change with every run and say nothing that the history does not.
NOISE = (
    '"Report-Msgid-Bugs-To',
    '"POT-Creation-Date',
    '"PO-Revision-Date',
    '"Generated-By',
    '"Last-Translator',
    '"Language-Team',
)

Found = tuple[str | tuple[str, ...], str | None, str]


def extracted() -> Iterator[Found]:
    """(message or its forms, context, file) of every text marked for translation."""
    for folder in CODE:
        for path in sorted((ROOT / folder).rglob("*.py")):
            yield from _messages(path, path.read_text(encoding="utf-8"))
    for folder in TEMPLATES:
        for path in sorted((ROOT / folder).rglob("*.html")):
            yield from _messages(path, _python_of_template(path))


def _python_of_template(path: Path) -> str:
    from django.utils.translation.template import templatize

    # The brackets keep the template's indentation from being read as Python's.
    return f"({templatize(path.read_text(encoding='utf-8'), origin=str(path))}\n)"


def _messages(path: Path, source: str) -> Iterator[Found]:
    name = str(path.relative_to(ROOT))
    stream = io.BytesIO(source.encode())
    for _line, function, texts, _comments in extract_python(
        stream, list(KEYWORDS), [], {"encoding": "utf-8"}
    ):
        spec = KEYWORDS[function] or (1,)
        given = texts if isinstance(texts, tuple) else (texts,)
        context, forms = None, []
        for place in spec:
            index = (place[0] if isinstance(place, tuple) else place) - 1
            text = given[index] if index < len(given) else None
            if not text:
                break  # not a literal: there is nothing to collect
            if isinstance(place, tuple):
                context = text
            else:
                forms.append(text)
        else:
            yield (forms[0] if len(forms) == 1 else tuple(forms)), context, name


def template() -> Catalog:
    catalogue = Catalog(project="judgeboard", version="1", charset="utf-8", fuzzy=False)
    for message, context, name in extracted():
        catalogue.add(message, context=context, locations=[(name, None)])
    return catalogue


def po_path(locale: str) -> Path:
    return ROOT / "locale" / locale / "LC_MESSAGES" / "django.po"


def updated(locale: str, wanted: Catalog) -> tuple[str, list[str]]:
    """The catalogue's new text, and the messages that lack a translation."""
    path = po_path(locale)
    if path.exists():
        with path.open("rb") as file:
            catalogue = read_po(file, locale=LOCALES[locale])
    else:
        catalogue = Catalog(locale=LOCALES[locale], project="judgeboard", version="1", fuzzy=False)
    catalogue.header_comment = "# Judgeboard: texts of the interface. `make messages` keeps it complete."
    catalogue.update(wanted, no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    out = io.BytesIO()
    write_po(out, catalogue, width=110, sort_output=True, include_lineno=False)
    lines = [line for line in out.getvalue().decode().splitlines() if not line.startswith(NOISE)]
    return "\n".join(lines).rstrip() + "\n", missing(catalogue)


def missing(catalogue: Catalog) -> list[str]:
    rows = []
    for message in catalogue:
        forms = message.string if isinstance(message.string, tuple | list) else (message.string,)
        if message.id and (message.fuzzy or not all(forms)):
            rows.append(message.id if isinstance(message.id, str) else message.id[0])
    return rows


def main() -> int:
    wanted = template()
    for locale in LOCALES:
        text, lacking = updated(locale, wanted)
        path = po_path(locale)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        print(f"{path.relative_to(ROOT)}: {len(wanted)} texts, {len(lacking)} to translate")
        for message in lacking:
            print(f"  {message!r}")
    return 0


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.test")
    sys.exit(main())
