"""Card texts restated in words of each language, put together from their records."""

from __future__ import annotations

from simulator.engine.sentences import LANGUAGES, Catalogue

from .texts import Activated, Effect, Keyword, Shield, Text


def text_label(catalogue: Catalogue, text: Text) -> dict[str, str]:
    """A card text in every language, e.g. "instant, exhaust this card: damage 1 (target: an enemy unit)"."""
    return {language: _label(catalogue, text, language) for language in LANGUAGES}


def text_name(text: Text) -> str:
    """The permanent name of a text on its card (a keyword's own word)."""
    return text.keyword if isinstance(text, Keyword) else text.name


def _label(catalogue: Catalogue, text: Text, language: str) -> str:
    def say(key: str, **facts: object) -> str:
        return catalogue.say(language, f"text.{key}", facts)

    if isinstance(text, Keyword):
        return say("x-attacks", x=text.x) if text.keyword == "x-attacks" else say(text.keyword)
    if isinstance(text, Shield):
        less = say("becomes-zero") if text.less is None else say("less", n=text.less)
        return say("shield", against=say(f"against-{text.against}"), who=say(text.protects), less=less)
    effects = say("and").join(_effect(catalogue, effect, language) for effect in text.effects)
    if isinstance(text, Activated):
        return say(
            "activated", timing=say(f"timing-{text.timing}"), cost=say(f"cost-{text.cost}"), effects=effects
        )
    return say("automatic", when=say(f"when-{text.when}"), effects=effects)


def _effect(catalogue: Catalogue, effect: Effect, language: str) -> str:
    def say(key: str, **facts: object) -> str:
        return catalogue.say(language, f"text.{key}", facts)

    key = f"do-{effect.do}"
    if effect.do == "damage" and effect.kind == "battle":
        key = "do-battle-damage"
    gives = say("x-attacks", x=effect.amount) if effect.gives == "x-attacks" else say(effect.gives)
    if effect.do == "gain" and effect.gives not in ("atk", "hp", "stk"):
        key = "do-gain-keyword"
    what = say(key, n=effect.amount, gives=gives, until=say(f"until-{effect.until}"))
    if effect.times != "once":
        what += say("for-each-ready-unit")
    if effect.do == "draw":
        return what
    if effect.itself:
        return what + say("on-itself")
    aim = say(f"what-{effect.on.whose}-{effect.on.what}")
    return what + say("on-each" if effect.each else "on-target", what=aim)
