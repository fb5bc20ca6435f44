"""What the site serves. Packs are the source; an edit made here is kept and offered back as a proposal.

A value per language is a JSON object with the keys ru, zh, en. `html` and `plain` are made from the texts
when they change, never in a request.
"""

from django.db import models


class Game(models.Model):
    slug = models.SlugField(primary_key=True, max_length=60)
    title = models.JSONField(default=dict)
    about = models.JSONField(default=dict)
    language = models.CharField(max_length=2)
    accent = models.CharField(max_length=30)
    order = models.IntegerField(default=0)
    origins = models.JSONField(default=dict)  # origin -> label per language
    kinds = models.JSONField(default=list)  # [[kind, title per language], …] in the order of the groups
    edition = models.ForeignKey("Edition", null=True, on_delete=models.PROTECT, related_name="+")
    count = models.IntegerField(default=0)
    # The number and time of the last change of any content: what pages and the index are as new as.
    version = models.IntegerField(default=0)
    changed = models.DateTimeField(null=True)
    digest = models.CharField(max_length=64, blank=True)  # of the packs and of the code that loaded them

    class Meta:
        ordering = ["order", "slug"]

    def __str__(self) -> str:
        return self.slug


class Edition(models.Model):
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="editions")
    name = models.CharField(max_length=60)
    title = models.JSONField(default=dict)
    date = models.DateField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "name"], name="edition_once")]

    def __str__(self) -> str:
        return f"{self.game_id} {self.name}"


class Entry(models.Model):
    id = models.CharField(primary_key=True, max_length=130)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="entries")
    slug = models.SlugField(max_length=60)
    kind = models.CharField(max_length=40)
    symbol = models.CharField(max_length=20, blank=True)
    title = models.JSONField(default=dict)
    aliases = models.JSONField(default=dict)  # language -> list
    short = models.JSONField(default=dict)
    short_html = models.JSONField(default=dict)
    short_plain = models.JSONField(default=dict)
    see = models.JSONField(default=list)
    place = models.IntegerField(default=0)  # in the alphabet of the game's language
    letter = models.CharField(max_length=4, blank=True)
    moved = models.JSONField(default=list)  # [[clause slug once here, id it has now], …]
    path = models.CharField(max_length=200, blank=True)
    live = models.BooleanField(default=True)

    class Meta:
        ordering = ["game", "place"]
        verbose_name_plural = "entries"

    def __str__(self) -> str:
        return self.id


class Clause(models.Model):
    id = models.CharField(primary_key=True, max_length=190)
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="clauses")
    slug = models.SlugField(max_length=60)
    kind = models.CharField(max_length=20)
    origin = models.CharField(max_length=40)
    number = models.IntegerField(default=0)  # its place in the entry: for display only
    text = models.JSONField(default=dict)
    note = models.JSONField(default=dict)
    reason = models.JSONField(default=dict)  # why a clause that could act is not carried out
    html = models.JSONField(default=dict)
    plain = models.JSONField(default=dict)
    note_html = models.JSONField(default=dict)
    reason_html = models.JSONField(default=dict)
    old = models.JSONField(default=list)  # slugs that this clause had in this entry
    edited = models.BooleanField(default=False)  # on the site, in a way the pack does not have
    live = models.BooleanField(default=True)

    class Meta:
        ordering = ["entry", "number"]

    def __str__(self) -> str:
        return self.id


class Revision(models.Model):
    """What a clause said from a date on, and who changed it, why and from which source."""

    clause = models.ForeignKey(Clause, on_delete=models.CASCADE, related_name="revisions")
    number = models.IntegerField()
    content = models.JSONField()  # kind, origin, text, note, reason
    author = models.CharField(max_length=150)
    reason = models.TextField()
    source = models.CharField(max_length=400)
    date = models.DateTimeField()

    class Meta:
        ordering = ["clause", "-number"]
        constraints = [models.UniqueConstraint(fields=["clause", "number"], name="revision_once")]

    def __str__(self) -> str:
        return f"{self.clause_id} r{self.number}"


class Proposal(models.Model):
    """A pack's text that an edit made on the site kept out."""

    OPEN, ACCEPTED, DECLINED = "open", "accepted", "declined"
    STATES = [(OPEN, "open"), (ACCEPTED, "accepted"), (DECLINED, "declined")]

    clause = models.ForeignKey(Clause, on_delete=models.CASCADE, related_name="proposals")
    content = models.JSONField()
    source = models.CharField(max_length=400)
    state = models.CharField(max_length=10, choices=STATES, default=OPEN)
    filed = models.DateTimeField()
    decided = models.DateTimeField(null=True, blank=True)
    decided_by = models.CharField(max_length=150, blank=True)

    class Meta:
        ordering = ["-filed"]

    def __str__(self) -> str:
        return f"proposal {self.pk} for {self.clause_id}"


class Example(models.Model):
    id = models.CharField(primary_key=True, max_length=140)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="examples")
    slug = models.SlugField(max_length=60)
    title = models.JSONField(default=dict)
    text = models.JSONField(default=dict)
    text_html = models.JSONField(default=dict)
    text_plain = models.JSONField(default=dict)
    line_titles = models.JSONField(default=dict)
    cites = models.JSONField(default=list)
    scenario = models.JSONField(default=dict)
    live = models.BooleanField(default=True)

    class Meta:
        ordering = ["game", "slug"]

    def __str__(self) -> str:
        return self.id


class Link(models.Model):
    """One thing names another: the backlinks. Links of a text, of "see also", of an example's citations."""

    source_kind = models.CharField(max_length=20)  # clause | note | short | see | example
    source_id = models.CharField(max_length=190)
    target_id = models.CharField(max_length=190)
    target_entry = models.CharField(max_length=130, db_index=True)
    entry = models.ForeignKey(Entry, null=True, on_delete=models.CASCADE, related_name="links")
    example = models.ForeignKey(Example, null=True, on_delete=models.CASCADE, related_name="links")
    context = models.JSONField(default=dict)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["source_kind", "source_id", "target_id"], name="link_once")
        ]

    def __str__(self) -> str:
        return f"{self.source_id} -> {self.target_id}"


class Redirect(models.Model):
    """An id that was published once and the one it has now; without a target it is gone, and `words` say why."""

    source = models.CharField(primary_key=True, max_length=190)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="redirects")
    target = models.CharField(max_length=190, blank=True)
    words = models.JSONField(default=dict)

    def __str__(self) -> str:
        return f"{self.source} -> {self.target or 'gone'}"


class IndexChange(models.Model):
    """An entry or example whose search documents are older than the database: written with the change itself."""

    owner = models.CharField(max_length=140)

    def __str__(self) -> str:
        return self.owner
