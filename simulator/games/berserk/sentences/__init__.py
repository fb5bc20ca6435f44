"""Sentences of Berserk, one file a language."""
