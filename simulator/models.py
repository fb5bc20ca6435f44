"""What is kept of a shared scenario."""

from __future__ import annotations

import json
from typing import Any

from django.db import models
from django.urls import reverse

from . import codes
from .reports import REASONS

_WHY = [(name, name) for name in REASONS]


class StoredScenario(models.Model):
    """A scenario that has a link. Its canonical document is its identity and never changes."""

    code = models.CharField(max_length=codes.LONGEST, unique=True)
    sha256 = models.CharField("SHA-256 of the canonical document", max_length=64, unique=True)
    game = models.CharField(max_length=60, db_index=True)
    document = models.TextField("canonical document (JSON)")
    created = models.DateTimeField(auto_now_add=True)
    hidden = models.BooleanField(
        default=False, help_text="Taken down: the link answers 410, the code stays taken."
    )
    hidden_why = models.CharField("taken down why", max_length=20, blank=True, choices=_WHY)

    # Beside the identity: how the document played when it was stored (see standing.py).
    engine = models.CharField("engine version when stored", max_length=60)
    resolved = models.JSONField("every answer taken, defaults and dice too")
    digest = models.JSONField("a short digest of each step")

    class Meta:
        ordering = ["-created"]

    def __str__(self) -> str:
        return f"{self.game}: {self.code}"

    def get_absolute_url(self) -> str:
        return reverse("simulator:scenario", args=[self.code])

    @property
    def scenario(self) -> dict[str, Any]:
        document: dict[str, Any] = json.loads(self.document)
        return document


class Report(models.Model):
    """Somebody asks to take a stored scenario down. The same report sent again is counted, not lost."""

    OPEN, UPHELD, DISMISSED = "open", "upheld", "dismissed"
    STATES = [(OPEN, "open"), (UPHELD, "scenario taken down"), (DISMISSED, "dismissed")]

    scenario = models.ForeignKey(StoredScenario, on_delete=models.PROTECT, related_name="reports")
    why = models.CharField(max_length=20, choices=_WHY)
    words = models.TextField(blank=True)
    times = models.PositiveIntegerField(default=1)
    created = models.DateTimeField(auto_now_add=True)
    state = models.CharField(max_length=10, choices=STATES, default=OPEN)
    decided = models.DateTimeField(null=True, blank=True)
    decided_by = models.CharField(max_length=150, blank=True)

    class Meta:
        ordering = ["-created", "-pk"]

    def __str__(self) -> str:
        return f"{self.scenario.code}: {self.why}"


class ExampleCoverage(models.Model):
    """What an example shows and cannot do without, kept until the example or its game's rules change."""

    example = models.CharField(primary_key=True, max_length=140)
    game = models.CharField(max_length=60, db_index=True)
    digest = models.CharField("of the example and of the rules that played it", max_length=64)
    shown = models.JSONField(default=list)
    load_bearing = models.JSONField(default=list)

    class Meta:
        verbose_name_plural = "example coverage"

    def __str__(self) -> str:
        return self.example


class ClauseCoverage(models.Model):
    """One row of the clause matrix. Computed from rules and examples, never written by hand."""

    clause = models.CharField(primary_key=True, max_length=190)
    game = models.CharField(max_length=60, db_index=True)
    implemented_by = models.JSONField(default=list)  # [{verb, rule, about}, …]
    shown_by = models.JSONField(default=list)  # ids of examples, those that cite the clause first
    load_bearing = models.JSONField(default=list)

    class Meta:
        verbose_name_plural = "clause coverage"

    def __str__(self) -> str:
        return self.clause


class CoverageState(models.Model):
    """Of which content and which rules the matrix of a game is: the next start sees that nothing is to do."""

    game = models.CharField(primary_key=True, max_length=60)
    digest = models.CharField(max_length=64)

    def __str__(self) -> str:
        return self.game
