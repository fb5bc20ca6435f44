"""What the templates of game, entry, search and preview get, in one language."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from django.db.models import Q

from glossary import alphabet, hooks, ids, queries
from glossary.languages import LANGUAGES, pick, text
from glossary.models import Clause, Entry, Example, Game, Link
from glossary.search import Found, snippets

CLAUSE_KINDS = {
    "mechanical": {"ru": "механика", "zh": "机制", "en": "mechanics"},
    "definition": {"ru": "определение", "zh": "定义", "en": "definition"},
    "reference": {"ru": "отсылка", "zh": "参见", "en": "reference"},
    "example": {"ru": "пример", "zh": "示例", "en": "example"},
}
HOME_EXAMPLES = 6


def _original(texts: dict[str, str], shown: str, language: str) -> str:
    """The text in the game's own language when another one is shown."""
    own = texts.get(language, "")
    return own if own != shown else ""


def _kind_title(game: Game, kind: str, lang: str) -> str:
    return next((text(title, lang, game.language) for name, title in game.kinds if name == kind), kind)


def _aliases(entry: Entry, lang: str) -> list[str]:
    """In the reader's language first, then in the game's own."""
    wanted = dict.fromkeys((lang, entry.game.language))
    return list(dict.fromkeys(alias for code in wanted for alias in entry.aliases.get(code, [])))


def entry_row(entry: Entry, lang: str, boards: Iterable[str] = ()) -> dict[str, Any]:
    game = entry.game
    title = text(entry.title, lang, game.language)
    return {
        "id": entry.pk,
        "slug": entry.slug,
        "url": ids.parse(entry.pk).url,
        "title": title,
        "original": _original(entry.title, title, game.language),
        "short_html": text(entry.short_html, lang, game.language),
        "kind": entry.kind,
        "kind_title": _kind_title(game, entry.kind, lang),
        "letter": entry.letter,
        "has_board": entry.pk in boards,
        "symbol": entry.symbol,
        "aliases": _aliases(entry, lang),
    }


def home_page(lang: str) -> dict[str, Any]:
    shown = queries.examples()[:HOME_EXAMPLES]
    page = {"q": "", "examples": [queries.example_context(row, lang) for row in shown]}
    for part in hooks.HOME_PARTS:
        page |= part(lang)
    return page


def game_page(game: Game, lang: str) -> dict[str, Any]:
    boards = queries.boards(game.slug)
    entries = []
    for entry in queries.entries(game.slug):
        entry.game = game  # one object, so that its JSON is read once
        entries.append(entry_row(entry, lang, boards))
    if lang != game.language:  # the stored order and letters are those of the game's own language
        entries.sort(key=lambda row: alphabet.sort_key(row["title"], lang))
        for row in entries:
            row["letter"] = alphabet.letter(row["title"], lang)
    by_kind = defaultdict(list)
    for row in entries:
        by_kind[row["kind"]].append(row)
    groups = [
        {"kind": kind, "title": text(title, lang, game.language), "entries": by_kind[kind]}
        for kind, title in game.kinds
        if by_kind[kind]
    ]
    return {"game": queries.game_context(game, lang), "groups": groups, "entries": entries}


def entry_page(entry: Entry, lang: str) -> dict[str, Any]:
    """Three queries (clauses, links, neighbours with "see also"), and those of the badges and of other apps."""
    game = entry.game
    clauses = queries.clauses_of(entry.pk)
    badges = hooks.clause_badges(clauses)
    links = list(queries.links_to(entry.pk))
    examples, cited = _examples(links, game, lang)
    rulings = hooks.cited_in(entry.pk, lang)
    ruled = _by_clause(rulings)
    near = Entry.objects.filter(live=True).filter(
        Q(pk__in=entry.see) | Q(game=game, place__in=(entry.place - 1, entry.place + 1))
    )
    rows = {other.pk: entry_row(_with(other, game), lang) for other in near}
    places = {other.place: other.pk for other in near if other.game_id == game.pk}
    row = entry_row(entry, lang)
    return {
        "game": queries.game_context(game, lang),
        "entry": {
            **row,
            "text_lang": pick(entry.short_html, lang, game.language)[1],
            "edition": text(game.edition.title, lang, game.language) if game.edition else "",
            "moved": [
                {"slug": slug, "id": target, "url": ids.parse(target).url} for slug, target in entry.moved
            ],
        },
        "clauses": [
            {
                **clause_row(clause, game, lang, cited.get(clause.pk, [])),
                "badge": badges.get(clause.pk),
                "rulings": ruled.get(clause.pk, []),
            }
            for clause in clauses
        ],
        "see": [rows[target] for target in entry.see if target in rows],
        "backlinks": _backlinks(links, game, lang),
        "examples": examples,
        "rulings": rulings,
        "previous": rows.get(places.get(entry.place - 1, "")),
        "next": rows.get(places.get(entry.place + 1, "")),
    }


def _by_clause(rows: Iterable[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        for clause in row["cites"]:
            found[clause].append(row)
    return found


def _with(entry: Entry, game: Game) -> Entry:
    if entry.game_id == game.pk:
        entry.game = game
    return entry


def clause_row(clause: Clause, game: Game, lang: str, examples: list[dict[str, Any]]) -> dict[str, Any]:
    html, text_lang = pick(clause.html, lang, game.language)
    return {
        "id": clause.pk,
        "slug": clause.slug,
        "number": clause.number,
        "kind": clause.kind,
        "kind_label": text(CLAUSE_KINDS.get(clause.kind, {}), lang, "en") or clause.kind,
        "mechanical": clause.kind == "mechanical",
        "html": html,
        "text_lang": text_lang,
        "original_html": "" if text_lang == game.language else clause.html.get(game.language, ""),
        "origin": clause.origin,
        "origin_label": text(game.origins.get(clause.origin, {}), lang, game.language) or clause.origin,
        "note_html": text(clause.note_html, lang, game.language),
        "reason": text(clause.reason_html, lang, game.language),
        "examples": examples,
        "old": clause.old,
        "edited": clause.edited,
        "url": ids.parse(clause.pk).url,
    }


def _examples(
    links: Iterable[Link], game: Game, lang: str
) -> tuple[list[dict[str, Any]], dict[str, list[dict[str, Any]]]]:
    """The examples that cite the entry, and by clause."""
    shown: dict[str, dict[str, Any]] = {}
    cited: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for link in links:
        example = link.example
        if link.source_kind != "example" or example is None or not example.live:
            continue
        if example.pk not in shown:
            shown[example.pk] = queries.example_context(_of(example, game), lang)
        cited[link.target_id].append(shown[example.pk])
    return list(shown.values()), cited


def _of(example: Example, game: Game) -> Example:
    if example.game_id == game.pk:
        example.game = game
    return example


def _backlinks(links: Iterable[Link], game: Game, lang: str) -> list[dict[str, Any]]:
    """One row per place that names this entry; "see also" alone only where no text says more."""
    rows: dict[str, dict[str, Any]] = {}
    entries_with_text = {link.entry_id for link in links if link.source_kind != "see"}
    for link in links:
        source = link.entry
        if source is None or not source.live or link.source_id in rows:
            continue
        if link.source_kind == "see" and link.entry_id in entries_with_text:
            continue
        rows[link.source_id] = {
            "id": link.source_id,
            "title": text(source.title, lang, game.language),
            "url": ids.parse(link.source_id).url,
            "clause": link.target_id if "#" in link.target_id else "",
            "context": text(link.context, lang, game.language),
        }
    return sorted(rows.values(), key=lambda row: (row["title"], row["id"]))


def preview(name: ids.Id, lang: str) -> dict[str, Any] | None:
    """The fragment for hover and tap; None when the id is not live."""
    if name.kind in hooks.PREVIEWS:
        return hooks.PREVIEWS[name.kind](str(name), lang)
    entry = queries.entry(name.entry) if name.entry else None
    if entry is None:
        return None
    language = entry.game.language
    shown: dict[str, Any] = {
        "id": str(name),
        "title": text(entry.title, lang, language),
        "short_html": text(entry.short_html, lang, language),
        "text_lang": pick(entry.short_html, lang, language)[1],
        "html": "",
        "url": name.url,
        "accent": entry.game.accent,
    }
    if name.kind == "clause":
        clause = Clause.objects.filter(pk=str(name), live=True).first()
        if clause is None:
            return None
        shown["html"], shown["text_lang"] = pick(clause.html, lang, language)
        shown["title"] = f"{shown['title']} § {clause.number}"
        shown["number"] = clause.number
    return shown


# --- search ------------------------------------------------------------------------------------------------


def results(found: Found, lang: str) -> list[dict[str, Any]]:
    """Entries, then clauses, then what other apps hold, then examples, each with the part of its text that answers."""
    entry_ids = [row.candidate.id for row in found.entries]
    clause_ids = [row.candidate.id for row in found.clauses]
    example_ids = [row.candidate.id for row in found.examples]
    owners = {name.partition("#")[0] for name in clause_ids}
    entries = {e.pk: e for e in queries.entries().filter(pk__in=[*entry_ids, *owners])}
    # The clauses of the entries found: an entry's snippet is its sentence that answers best.
    clauses: dict[str, Clause] = {}
    of_entry: dict[str, list[Clause]] = defaultdict(list)
    for clause in Clause.objects.filter(live=True, entry__in=entries).order_by("number"):
        clauses[clause.pk] = clause
        of_entry[clause.entry_id].append(clause)
    examples = {e.pk: e for e in queries.examples().filter(pk__in=example_ids)}
    rows = [_entry_result(entries[pk], of_entry[pk], found, lang) for pk in entry_ids if pk in entries]
    rows += [_clause_result(clauses[pk], entries, found, lang) for pk in clause_ids if pk in clauses]
    rows += _other_results(found, lang)
    rows += [_example_result(examples[pk], found, lang) for pk in example_ids if pk in examples]
    return rows


FIRST, LIFTED, ANSWERED = 3, 3, 0.6


def results_page(found: Found, lang: str) -> list[dict[str, Any]]:
    """The same as people read it: what answers most of the question and is no entry itself, such as a ruling,
    comes right after the first entries instead of after all of them."""
    rows = results(found, lang)
    ranked = [row for held in found.others.values() for row in held]
    strong = {row.candidate.id for row in ranked if row.coverage >= ANSWERED}
    lifted = [row for row in rows if row["id"] in strong][:LIFTED]
    rest = [row for row in rows if row not in lifted]
    return rest[:FIRST] + lifted + rest[FIRST:]


def _entry_result(entry: Entry, clauses: list[Clause], found: Found, lang: str) -> dict[str, Any]:
    shown, snippet_lang = _speaking(
        [entry.short_plain, *(clause.plain for clause in clauses)], entry.game, found, lang
    )
    title = text(entry.title, lang, entry.game.language)
    return {
        "kind": "entry",
        "id": entry.pk,
        "entry": entry.pk,
        "title": title,
        "original": _original(entry.title, title, entry.game.language),
        "url": ids.parse(entry.pk).url,
        "snippet_html": snippets.snippet(shown, found.wanted),
        "snippet_lang": snippet_lang,
        **_of_game(entry.game, lang),
    }


def _clause_result(clause: Clause, entries: dict[str, Entry], found: Found, lang: str) -> dict[str, Any]:
    entry = entries[clause.entry_id]
    shown, snippet_lang = _speaking([clause.plain], entry.game, found, lang)
    title = text(entry.title, lang, entry.game.language)
    original = _original(entry.title, title, entry.game.language)
    return {
        "kind": "clause",
        "id": clause.pk,
        "entry": entry.pk,
        "title": f"{title} § {clause.number}",
        "original": f"{original} § {clause.number}" if original else "",
        "url": ids.parse(clause.pk).url,
        "snippet_html": snippets.snippet(shown, found.wanted),
        "snippet_lang": snippet_lang,
        **_of_game(entry.game, lang),
    }


def _example_result(example: Example, found: Found, lang: str) -> dict[str, Any]:
    shown, snippet_lang = _speaking([example.text_plain], example.game, found, lang)
    title = text(example.title, lang, example.game.language)
    first = example.cites[0] if example.cites else ""
    return {
        "kind": "example",
        "id": example.pk,
        "entry": first.partition("#")[0],
        "title": title,
        "original": _original(example.title, title, example.game.language),
        "url": ids.parse(example.pk).url,
        "snippet_html": snippets.snippet(shown, found.wanted),
        "snippet_lang": snippet_lang,
        **_of_game(example.game, lang),
    }


def _other_results(found: Found, lang: str) -> list[dict[str, Any]]:
    rows = []
    for searched in hooks.SEARCHED:
        names = [row.candidate.id for row in found.others.get(searched.kind, [])]
        held = searched.rows(names, lang) if names else {}
        for name in names:
            if row := held.get(name):
                game, plain = row.pop("game"), row.pop("plain")
                shown, snippet_lang = _speaking(plain, game, found, lang)
                rows.append(
                    {
                        **row,
                        "kind": searched.kind,
                        "id": name,
                        "snippet_html": snippets.snippet(shown, found.wanted),
                        "snippet_lang": snippet_lang,
                        **_of_game(game, lang),
                    }
                )
    return rows


def _of_game(game: Game, lang: str) -> dict[str, str]:
    return {"game": game.slug, "game_title": text(game.title, lang, game.language), "accent": game.accent}


def _speaking(texts: list[dict[str, str]], game: Game, found: Found, lang: str) -> tuple[list[str], str]:
    """The texts in the reader's language, unless the question was put, and is answered, in another one only."""
    spoken = {
        code: versions
        for code in dict.fromkeys((lang, game.language, *LANGUAGES))
        if (versions := [version[code] for version in texts if version.get(code)])
    }
    for code, versions in spoken.items():
        if any(snippets.found_in(version, found.wanted) for version in versions):
            return versions, code
    return next(((versions, code) for code, versions in spoken.items()), ([""], lang))
