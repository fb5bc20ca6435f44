"""Sentences of the engine itself, one file a language."""
