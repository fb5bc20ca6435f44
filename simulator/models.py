"""What is kept of a shared scenario."""

from __future__ import annotations

import json
from typing import Any

from django.db import models
from django.urls import reverse

from . import codes


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
