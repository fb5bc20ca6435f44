"""Every change of content: loading packs, editing a clause, deciding about a proposal."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from glossary import linking, markup, search
from glossary.ids import nearest
from glossary.languages import LANGUAGES
from glossary.loading import Report, add_revision, bump, load, mark_for_index
from glossary.models import Clause, Game, Link, Proposal, Revision
from glossary.problems import BadContent

__all__ = [
    "BadContent",
    "BadEdit",
    "Report",
    "accept_proposal",
    "announce",
    "decline_proposal",
    "edit_clause",
    "load_pack",
]

load_pack = load


def announce() -> None:
    """Something that pages show beside the content changed: copies of them are old from now on."""
    bump()
    transaction.on_commit(search.refresh, robust=True)


@dataclass(frozen=True)
class EditFault:
    field: str  # text_ru, note_en, reason, …
    message: str


class BadEdit(ValueError):
    """An edit that is refused; `faults` says every reason and its field."""

    def __init__(self, faults: list[EditFault]):
        self.faults = faults
        super().__init__("; ".join(f"{fault.field}: {fault.message}" for fault in faults))


def faults_of_edit(clause: Clause, text: Mapping[str, str], note: Mapping[str, str]) -> list[EditFault]:
    """Why these texts cannot take the place of a clause's."""
    targets = linking.targets_of_site()
    merged_note = _merged(clause.note, note)
    faults = _text_faults("text", _merged(clause.text, text), targets, required=True)
    return faults + _text_faults("note", merged_note, targets, required=bool(merged_note))


@transaction.atomic
def edit_clause(
    clause_id: str,
    *,
    text: Mapping[str, str] | None = None,
    note: Mapping[str, str] | None = None,
    author: str,
    reason: str,
    source: str,
) -> Revision | None:
    """Changes the given texts of a clause, per language. None when nothing would change."""
    clause = Clause.objects.select_for_update().get(pk=clause_id, live=True)
    before = linking.content_of(clause)
    content = {
        **before,
        "text": _merged(clause.text, text),
        "note": _merged(clause.note, note),
    }
    faults = faults_of_edit(clause, text or {}, note or {})
    faults += [
        EditFault(name, "is required")
        for name, value in (("author", author), ("reason", reason), ("source", source))
        if not value.strip()
    ]
    if faults:
        raise BadEdit(faults)
    if content == before:
        return None
    targets = linking.targets_of_site()
    return _write(clause, content, edited=True, author=author, reason=reason, source=source, targets=targets)


@transaction.atomic
def accept_proposal(proposal: Proposal, author: str) -> Revision | None:
    """The pack's text takes the place of the site's."""
    proposal = _open(proposal)
    clause = Clause.objects.select_for_update().get(pk=proposal.clause_id)
    _decide(proposal, Proposal.ACCEPTED, author)
    return _write(
        clause,
        proposal.content,
        edited=False,
        author=author,
        reason=f"proposal {proposal.pk} accepted",
        source=proposal.source,
        targets=linking.targets_of_site(),
    )


@transaction.atomic
def decline_proposal(proposal: Proposal, author: str) -> None:
    """The site's text stays; the same text of the pack is not proposed again."""
    _decide(_open(proposal), Proposal.DECLINED, author)


def _merged(held: Mapping[str, str], given: Mapping[str, str] | None) -> dict[str, str]:
    """Line ends as packs have them, so that a text sent by a browser compares equal."""
    merged = dict(held)
    for lang, value in (given or {}).items():
        merged[lang] = value.replace("\r\n", "\n").strip()
    return {lang: merged[lang] for lang in LANGUAGES if merged.get(lang)}


def _text_faults(
    field: str, texts: Mapping[str, str], targets: Mapping[str, markup.Target], *, required: bool
) -> list[EditFault]:
    found = []
    for lang in LANGUAGES:
        name, value = f"{field}_{lang}", texts.get(lang, "")
        if required and not value:
            found.append(EditFault(name, "is missing"))
        found += [
            EditFault(name, f"line {fault.line + 1}: {fault.message}") for fault in markup.faults(value)
        ]
        for target in markup.links(value):
            if target not in targets:
                near = nearest(target, targets)
                hint = f"; did you mean {near}?" if near else ""
                found.append(EditFault(name, f"there is no {target}{hint}"))
    return found


def _write(
    clause: Clause,
    content: linking.Content,
    *,
    edited: bool,
    author: str,
    reason: str,
    source: str,
    targets: Mapping[str, markup.Target],
) -> Revision:
    for name, value in {**content, **linking.derived(content, targets.get), "edited": edited}.items():
        setattr(clause, name, value)
    clause.save()
    Link.objects.filter(source_id=clause.pk).delete()
    Link.objects.bulk_create(linking.links_of_clause(clause.pk, clause.entry_id, content, targets.get))
    revision = add_revision(clause.pk, content, author=author, reason=reason, source=source)
    # The next load must compare this clause with its pack even when the pack is the same.
    Game.objects.filter(entries=clause.entry_id).update(digest="")
    bump()
    mark_for_index([clause.entry_id])
    transaction.on_commit(search.refresh, robust=True)
    return revision


def _open(proposal: Proposal) -> Proposal:
    current = Proposal.objects.select_for_update().get(pk=proposal.pk)
    if current.state != Proposal.OPEN:
        raise BadEdit([EditFault("proposal", f"was already {current.state}")])
    return current


def _decide(proposal: Proposal, state: str, author: str) -> None:
    proposal.state, proposal.decided, proposal.decided_by = state, timezone.now(), author
    proposal.save(update_fields=["state", "decided", "decided_by"])
