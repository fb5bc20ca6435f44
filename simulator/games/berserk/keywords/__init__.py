"""One keyword a file, found by its `rules`; nothing else names a keyword."""
