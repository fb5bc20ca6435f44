"""Rulings, what they cite, and how their boards stand today.

A value per language is a JSON object with the keys ru, zh, en. `html` and `plain` are made from the texts when
they change, never in a request.
"""

from __future__ import annotations

from django.db import models
from django.urls import reverse

from glossary.models import Game
from simulator.models import StoredScenario

from .ruling_file import ANSWERS, STATES


class Ruling(models.Model):
    """A question and its answer. Its id is permanent: one that is outdated stays, with its successor's name."""

    PACK, SITE = "pack", "site"

    id = models.CharField(primary_key=True, max_length=130)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="rulings")
    slug = models.SlugField(max_length=120, unique=True)
    made = models.CharField(max_length=10, choices=[(PACK, "pack"), (SITE, "site")], default=PACK)
    answer = models.CharField(max_length=10, choices=[(each, each) for each in ANSWERS])
    state = models.CharField(max_length=10, choices=[(each, each) for each in STATES])
    date = models.DateField()
    language = models.CharField(max_length=2)  # to fall back on when the reader's is missing
    title = models.JSONField(default=dict)
    question = models.JSONField(default=dict)
    verdict = models.JSONField(default=dict)
    why = models.JSONField(default=dict)
    question_html = models.JSONField(default=dict)
    question_plain = models.JSONField(default=dict)
    verdict_html = models.JSONField(default=dict)
    verdict_plain = models.JSONField(default=dict)
    why_html = models.JSONField(default=dict)
    source = models.JSONField(default=dict)  # kind, title per language, url, date (text)
    cites = models.JSONField(default=list)
    line_titles = models.JSONField(default=dict)
    not_played = models.JSONField(default=dict)  # why there is no board
    scenario = models.JSONField(null=True)
    # The permanent link of its board.
    stored = models.ForeignKey(StoredScenario, null=True, on_delete=models.PROTECT, related_name="rulings")
    superseded_by = models.CharField(max_length=130, blank=True)
    path = models.CharField(max_length=200, blank=True)
    live = models.BooleanField(default=True)
    gone = models.JSONField(default=dict)  # of one made on the site that was withdrawn: why, per language

    class Meta:
        ordering = ["-date", "slug"]

    def __str__(self) -> str:
        return self.id

    def get_absolute_url(self) -> str:
        return reverse("rulings:ruling", args=[self.slug])


class RulingRevision(models.Model):
    """What a ruling made on the site said from a date on, and who wrote it."""

    ruling = models.ForeignKey(Ruling, on_delete=models.PROTECT, related_name="revisions")
    number = models.IntegerField()
    content = models.JSONField()
    author = models.CharField(max_length=150)
    reason = models.TextField()
    date = models.DateTimeField()

    class Meta:
        ordering = ["ruling", "-number"]
        constraints = [models.UniqueConstraint(fields=["ruling", "number"], name="ruling_revision_once")]

    def __str__(self) -> str:
        return f"{self.ruling_id} r{self.number}"


class Question(models.Model):
    """What somebody asked. Its page is private: whoever knows the token may read it."""

    RECEIVED, ANSWERED, DECLINED = "received", "answered", "declined"
    STATES = [(RECEIVED, "received"), (ANSWERED, "answered"), (DECLINED, "declined")]

    token = models.CharField(max_length=50, unique=True)
    # Of the form that sent it and of what it held: the same form sent twice is one question.
    sending = models.CharField(max_length=64, unique=True)
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="questions")
    language = models.CharField(max_length=2)  # of the page it was asked on
    text = models.TextField()
    name = models.CharField("name as given", max_length=60, blank=True)
    # The board it is about, and the line and step that the asker's link named.
    stored = models.ForeignKey(
        StoredScenario, null=True, blank=True, on_delete=models.PROTECT, related_name="questions"
    )
    line = models.CharField(max_length=200, blank=True)
    step = models.CharField(max_length=200, blank=True)
    asked = models.DateTimeField()
    state = models.CharField(max_length=10, choices=STATES, default=RECEIVED)
    ruling = models.ForeignKey(Ruling, null=True, on_delete=models.PROTECT, related_name="questions")
    declined = models.JSONField("why it was declined", default=dict)  # per language
    decided = models.DateTimeField(null=True)
    decided_by = models.CharField(max_length=150, blank=True)

    class Meta:
        ordering = ["-asked", "-pk"]

    def __str__(self) -> str:
        return f"question {self.pk}: {self.text[:60]}"

    def get_absolute_url(self) -> str:
        return reverse("rulings:asked", args=[self.token])


class Citation(models.Model):
    """A ruling cites a clause: the backlinks of entries."""

    ruling = models.ForeignKey(Ruling, on_delete=models.CASCADE, related_name="citations")
    clause = models.CharField(max_length=190)
    entry = models.CharField(max_length=130, db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["ruling", "clause"], name="citation_once")]

    def __str__(self) -> str:
        return f"{self.ruling_id} -> {self.clause}"


class Check(models.Model):
    """How the board of a ruling or an example stood when it was last played."""

    subject = models.CharField(primary_key=True, max_length=140)  # ruling:… or example:…
    game = models.CharField(max_length=60, db_index=True)
    document = models.CharField("digest of the document", max_length=64)
    rules = models.CharField("digest of the rules that played it", max_length=64)
    engine = models.CharField(max_length=60)
    result = models.CharField(max_length=20)  # holds | other-clauses | different | stops
    line = models.CharField(max_length=60, blank=True)
    step = models.IntegerField(null=True)
    clause = models.CharField(max_length=190, blank=True)
    at = models.DateTimeField("last played")
    since = models.DateTimeField("so since")
    # The play that today's is compared with: the first that held, or the one a judge accepted since.
    accepted = models.JSONField(null=True)
    accepted_at = models.DateTimeField(null=True)
    accepted_engine = models.CharField(max_length=60, blank=True)

    def __str__(self) -> str:
        return f"{self.subject}: {self.result}"


class PastCheck(models.Model):
    """A result that a board had for a while: its history, newest first."""

    subject = models.CharField(max_length=140, db_index=True)
    result = models.CharField(max_length=20)
    line = models.CharField(max_length=60, blank=True)
    step = models.IntegerField(null=True)
    clause = models.CharField(max_length=190, blank=True)
    engine = models.CharField(max_length=60)
    since = models.DateTimeField()
    until = models.DateTimeField()

    class Meta:
        ordering = ["-until"]

    def __str__(self) -> str:
        return f"{self.subject}: {self.result} until {self.until:%Y-%m-%d}"
