"""Entries, clauses, their links and editions: the reference that everything else cites."""
