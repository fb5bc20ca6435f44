"""Sentences of Gate Ruler, one file a language."""
