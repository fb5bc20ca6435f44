"""Loads packs into the database: everything is validated first, then written in one transaction.

Loading twice changes nothing. A text that was edited on the site is kept: the pack's text becomes a proposal.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.db import models, transaction
from django.utils import timezone

from glossary import alphabet, checks, hooks, linking, markup, search
from glossary.models import (
    Clause,
    Edition,
    Entry,
    Example,
    Game,
    IndexChange,
    Link,
    Proposal,
    Redirect,
    Revision,
)
from glossary.packs import Pack, PackClause, PackEntry, Texts, digest, read_packs
from glossary.problems import BadContent, Problem, errors

PACK_AUTHOR = "pack"
# What a load makes depends on this code too: after an update of it, a load does its work again.
_CODE = ("glossary", "simulator", "rulings")


@dataclass
class Report:
    counts: Counter[str] = field(default_factory=Counter)  # "entries new", "clauses changed", …
    proposals: list[tuple[int, str]] = field(default_factory=list)  # number, clause
    warnings: list[Problem] = field(default_factory=list)
    untouched: list[str] = field(default_factory=list)  # games of the site that the folder does not hold

    @property
    def changed(self) -> bool:
        return sum(self.counts.values()) > 0


def stamp(content: Path) -> str:
    found = hashlib.sha256(digest(content, (part.pattern for part in hooks.PACK_PARTS)).encode())
    root = Path(__file__).resolve().parent.parent
    for package in _CODE:
        for path in sorted((root / package).rglob("*.py")):
            found.update(path.read_bytes())
    return found.hexdigest()


def load(content: Path, *, force: bool = False) -> Report:
    """Raises BadContent with every problem; then nothing was changed."""
    now = stamp(content)
    if not force and _is_loaded(content, now):
        return Report(proposals=_open_proposals(), untouched=_untouched(_folders(content)))
    packs, problems = read_packs(content)
    parts = list(hooks.read_parts(content, packs, problems))
    slugs = [pack.slug for pack in packs]
    elsewhere = linking.targets_of_site(_untouched(slugs))
    for part, read in parts:
        elsewhere |= part.made_here(slugs) | part.targets(read, packs)
    problems += checks.check(packs, elsewhere)
    known = checks.published(packs, elsewhere)
    for part, read in parts:
        problems += part.check(read, packs, known) + part.clashes(read, packs)
    if not errors(problems):
        problems += checks.played(packs)
        for part, read in parts:
            problems += part.played(read, packs)
    problems += checks.vanished(packs, _held(slugs))
    if errors(problems):
        raise BadContent(sorted(set(problems)))
    with transaction.atomic():
        loader = _Loader(packs, parts, {**elsewhere, **linking.targets_of_packs(packs)})
        loader.run()
        Game.objects.filter(pk__in=slugs).update(digest=now)
        transaction.on_commit(search.refresh, robust=True)
    report = loader.report
    report.proposals = _open_proposals()
    report.warnings = [problem for problem in problems if problem.level == "warning"]
    report.untouched = _untouched(slugs)
    return report


def _folders(content: Path) -> list[str]:
    return [path.parent.name for path in content.glob("*/game.toml")] if content.is_dir() else []


def _is_loaded(content: Path, now: str) -> bool:
    folders = _folders(content)
    return bool(folders) and Game.objects.filter(pk__in=folders, digest=now).count() == len(folders)


def _untouched(slugs: Iterable[str]) -> list[str]:
    return list(Game.objects.exclude(pk__in=list(slugs)).values_list("pk", flat=True))


def _open_proposals() -> list[tuple[int, str]]:
    return list(Proposal.objects.filter(state=Proposal.OPEN).order_by("pk").values_list("pk", "clause_id"))


def _held(games: list[str]) -> list[str]:
    """Every id that was ever published for these games."""
    held = list(Entry.objects.filter(game__in=games).values_list("pk", flat=True))
    held += Clause.objects.filter(entry__game__in=games).values_list("pk", flat=True)
    held += Example.objects.filter(game__in=games).values_list("pk", flat=True)
    return held


def bump() -> None:
    """Content changed: pages, their validators and the index are older than this from now on."""
    version = Game.objects.aggregate(models.Max("version"))["version__max"] or 0
    Game.objects.update(version=version + 1, changed=timezone.now())


def mark_for_index(owners: Iterable[str]) -> None:
    IndexChange.objects.bulk_create(IndexChange(owner=owner) for owner in sorted(set(owners)))


def pack_content(clause: PackClause) -> linking.Content:
    return {
        "kind": clause.kind,
        "origin": clause.origin,
        "text": _texts(clause.text),
        "note": _texts(clause.note),
        "reason": _texts(clause.reason),
    }


def _texts(texts: Texts) -> dict[str, str]:
    return {lang: passage.text for lang, passage in texts.items()}


class _Loader:
    """One load. Rows are compared with what stands, and only differing ones are written."""

    def __init__(
        self, packs: list[Pack], parts: list[tuple[hooks.PackPart, Any]], targets: dict[str, markup.Target]
    ):
        self.packs, self.parts, self.resolve = packs, parts, targets.get
        self.report = Report()
        self.links: list[Link] = []
        self.stale: set[str] = set()  # owners of search documents
        self.slugs = [pack.slug for pack in packs]
        self.moves = {r.source: r.target for pack in packs for r in pack.redirects if r.target}

    def run(self) -> None:
        for pack in self.packs:
            self._game(pack)
        self._entries()
        self._clauses()
        self._examples()
        self._store_links()
        self._redirects()
        for part, read in self.parts:
            self.report.counts.update(part.store(read, self.packs, self.resolve))
        if self.report.changed:
            for game in Game.objects.filter(pk__in=self.slugs):
                game.count = game.entries.filter(live=True).count()
                game.save(update_fields=["count"])
            bump()
            mark_for_index(self.stale)

    def _store(
        self, name: str, model: type[models.Model], wanted: dict[str, dict[str, Any]], held: models.QuerySet
    ) -> set[str]:
        """Creates, changes and retires rows until they are as wanted; gives the keys of all that differed."""
        rows = {row.pk: row for row in held}
        fresh, touched = [], set()
        for key, fields in wanted.items():
            fields = {"live": True, **fields}
            row = rows.get(key)
            if row is None:
                fresh.append(model(pk=key, **fields))
                touched.add(key)
                continue
            differing = [part for part, value in fields.items() if getattr(row, part) != value]
            if differing:
                for part in differing:
                    setattr(row, part, fields[part])
                row.save(update_fields=differing)
                touched.add(key)
                self.report.counts[f"{name} changed"] += 1
        model._default_manager.bulk_create(fresh)
        retired = [row.pk for row in rows.values() if row.live and row.pk not in wanted]
        held.filter(pk__in=retired).update(live=False)
        for what, number in (("new", len(fresh)), ("retired", len(retired))):
            if number:
                self.report.counts[f"{name} {what}"] += number
        return touched | set(retired)

    def _game(self, pack: Pack) -> None:
        fields = {
            "title": pack.title,
            "about": pack.about,
            "language": pack.language,
            "accent": pack.accent,
            "order": pack.order,
            "origins": pack.origins,
            "kinds": [[kind, title] for kind, title in pack.kinds.items()],
        }
        game, created = Game.objects.get_or_create(pk=pack.slug, defaults=fields)
        edition_fields = {"title": pack.edition_title, "date": pack.edition_date}
        edition, edition_created = Edition.objects.get_or_create(
            game=game, name=pack.edition_name, defaults=edition_fields
        )
        changed = created or edition_created
        for row, wanted in ((edition, edition_fields), (game, {**fields, "edition": edition})):
            differing = [part for part, value in wanted.items() if getattr(row, part) != value]
            for part in differing:
                setattr(row, part, wanted[part])
            if differing:
                row.save(update_fields=differing)
                changed = True
        if changed:
            self.report.counts["games new" if created else "games changed"] += 1

    # --- entries ---

    def _entries(self) -> None:
        wanted: dict[str, dict[str, Any]] = {}
        for pack in self.packs:
            titles = {e.id: e.title[pack.language].text for e in pack.entries}
            ordered = sorted(pack.entries, key=lambda e: alphabet.sort_key(titles[e.id], pack.language))
            for place, entry in enumerate(ordered, 1):
                letter = alphabet.letter(titles[entry.id], pack.language)
                wanted[entry.id] = self._entry(entry, place, letter)
        self.stale |= self._store("entries", Entry, wanted, Entry.objects.filter(game__in=self.slugs))

    def _entry(self, entry: PackEntry, place: int, letter: str) -> dict[str, Any]:
        short = _texts(entry.short)
        plain = markup.plain_all(short, self.resolve)
        self.links += linking.links_of_texts("short", entry.id, entry.id, short, plain)
        self.links += linking.links_of_see(entry.id, entry.see)
        return {
            "game_id": entry.game,
            "slug": entry.slug,
            "kind": entry.kind,
            "symbol": entry.symbol,
            "title": _texts(entry.title),
            "aliases": {lang: list(names) for lang, names in entry.aliases.items()},
            "short": short,
            "short_html": markup.render_all(short, self.resolve, line=True),
            "short_plain": plain,
            "see": list(entry.see),
            "place": place,
            "letter": letter,
            "moved": self._moved(entry.id),
            "path": entry.path,
        }

    def _moved(self, entry: str) -> list[list[str]]:
        """Clauses that were here once and stand in another entry now: their old anchors still answer."""
        return [
            [source.partition("#")[2], target]
            for source, target in self.moves.items()
            if source.startswith(f"{entry}#") and not target.startswith(f"{entry}#")
        ]

    # --- clauses ---

    def _clauses(self) -> None:
        held = Clause.objects.filter(entry__game__in=self.slugs)
        rows = {row.pk: row for row in held}
        edited = {row.pk: row for row in rows.values() if row.edited and row.live}
        wanted: dict[str, dict[str, Any]] = {}
        contents: dict[str, tuple[linking.Content, str]] = {}
        kept: list[tuple[str, linking.Content, str]] = []  # clauses whose text stays the site's
        for pack in self.packs:
            for entry in pack.entries:
                for number, clause in enumerate(entry.clauses, 1):
                    name, offered = entry.clause_id(clause), pack_content(clause)
                    source = f"{clause.path}:{clause.line}"
                    site = edited.get(name) or self._carried(name, rows, edited)
                    content = linking.content_of(site) if site else offered
                    stays = content != offered
                    if stays:
                        kept.append((name, offered, clause.path))
                    contents[name] = content, source
                    self.links += linking.links_of_clause(name, entry.id, content, self.resolve)
                    wanted[name] = {
                        "entry_id": entry.id,
                        "slug": clause.slug,
                        "number": number,
                        "old": self._old(name, entry.id),
                        "edited": stays,
                        **content,
                        **linking.derived(content, self.resolve),
                    }
        before = {pk: linking.content_of(row) for pk, row in rows.items()}
        touched = self._store("clauses", Clause, wanted, held)
        self.stale |= {name.partition("#")[0] for name in touched}
        for name, (content, source) in contents.items():
            if before.get(name) != content:
                add_revision(name, content, author=PACK_AUTHOR, reason="loaded from the pack", source=source)
        self._propose(kept)

    def _carried(self, name: str, rows: dict[str, Clause], edited: dict[str, Clause]) -> Clause | None:
        """The edited clause that now has this name: an edit survives a renaming in the pack."""
        if name in rows:
            return None
        entry, _, slug = name.partition("#")
        for source, target in self.moves.items():
            old = source if target == name else f"{source}#{slug}" if target == entry else ""
            if old in edited:
                return edited[old]
        return None

    def _old(self, name: str, entry: str) -> list[str]:
        return [
            source.partition("#")[2]
            for source, target in self.moves.items()
            if target == name and source.startswith(f"{entry}#")
        ]

    def _propose(self, kept: list[tuple[str, linking.Content, str]]) -> None:
        now = timezone.now()
        known = [name for name, _, _ in kept]
        filed = list(Proposal.objects.filter(clause__in=known))
        for name, offered, source in kept:
            mine = [p for p in filed if p.clause_id == name]
            if any(p.content == offered and p.state != Proposal.ACCEPTED for p in mine):
                continue  # it waits already, or was declined
            # The pack's newer text takes the place of one that still waits.
            Proposal.objects.filter(pk__in=[p.pk for p in mine if p.state == Proposal.OPEN]).delete()
            Proposal.objects.create(clause_id=name, content=offered, source=source, filed=now)
            self.report.counts["proposals new"] += 1
        agreed = Proposal.objects.filter(state=Proposal.OPEN, clause__entry__game__in=self.slugs)
        agreed.exclude(clause__in=known).update(state=Proposal.ACCEPTED, decided=now, decided_by=PACK_AUTHOR)

    # --- the rest ---

    def _examples(self) -> None:
        wanted: dict[str, dict[str, Any]] = {}
        for pack in self.packs:
            for example in pack.examples:
                self.links += linking.links_of_example(example.id, example.cites)
                wanted[example.id] = {
                    "game_id": example.game,
                    "slug": example.slug,
                    "title": example.title,
                    "text": example.text,
                    "text_html": markup.render_all(example.text, self.resolve),
                    "text_plain": markup.plain_all(example.text, self.resolve),
                    "cites": list(example.cites),
                    "line_titles": example.line_titles,
                    "scenario": example.scenario,
                }
        self.stale |= self._store("examples", Example, wanted, Example.objects.filter(game__in=self.slugs))

    def _store_links(self) -> None:
        def key(link: Link) -> tuple[str, str, str]:
            return link.source_kind, link.source_id, link.target_id

        mine = models.Q(entry__game__in=self.slugs) | models.Q(example__game__in=self.slugs)
        held = {key(link): link for link in Link.objects.filter(mine)}
        wanted = {key(link): link for link in self.links}
        gone = [
            link.pk
            for name, link in held.items()
            if name not in wanted or wanted[name].context != link.context
        ]
        fresh = [
            link for name, link in wanted.items() if name not in held or held[name].context != link.context
        ]
        Link.objects.filter(pk__in=gone).delete()
        Link.objects.bulk_create(fresh)
        if gone or fresh:
            self.report.counts["links changed"] += max(len(gone), len(fresh))

    def _redirects(self) -> None:
        wanted = {r.source: (pack.slug, r.target, r.words) for pack in self.packs for r in pack.redirects}
        held = {r.pk: (r.game_id, r.target, r.words) for r in Redirect.objects.filter(game__in=self.slugs)}
        if wanted == held:
            return
        Redirect.objects.filter(game__in=self.slugs).delete()
        Redirect.objects.bulk_create(
            Redirect(source=source, game_id=game, target=target, words=words)
            for source, (game, target, words) in wanted.items()
        )
        self.report.counts["redirects changed"] += len(
            set(map(repr, wanted.items())) ^ set(map(repr, held.items()))
        )


def add_revision(clause: str, content: linking.Content, *, author: str, reason: str, source: str) -> Revision:
    last = Revision.objects.filter(clause=clause).aggregate(models.Max("number"))["number__max"] or 0
    return Revision.objects.create(
        clause_id=clause,
        number=last + 1,
        content=content,
        author=author,
        reason=reason,
        source=source,
        date=timezone.now(),
    )
