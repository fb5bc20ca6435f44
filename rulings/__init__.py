"""Rulings: questions answered with citations of clauses, and played on a board whenever rules or content change."""
