"""Search over entries, clauses and examples.

analysis    text -> terms with their place in the text
documents   database -> what is indexed
rewrite     a query -> weighted terms
backend     what an engine must do; whoosh_backend and database_backend do it
storage     where the index lies, when it is stale, who may write it
ranking     the engine's candidates -> the order people see
snippets    the part of a text that answers, with the found words marked
finding     all of it together
"""

from glossary.search.finding import Found, search
from glossary.search.storage import build, generation, refresh

__all__ = ["Found", "build", "generation", "refresh", "search"]
