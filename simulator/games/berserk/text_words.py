"""Card texts restated in words of each language, put together from their records."""

from __future__ import annotations

from simulator.engine.sentences import Catalogue

from .texts import Effect, Filter, OnMovement, Playable, Text

LANGUAGES = ("ru", "zh", "en")


def text_label(catalogue: Catalogue, text: Text) -> dict[str, str]:
    """A card text in every language, e.g. "closing, 1 chip: open (target: a creature)"."""
    return {language: _label(catalogue, text, language) for language in LANGUAGES}


def _label(catalogue: Catalogue, text: Text, language: str) -> str:
    def say(key: str, **facts: object) -> str:
        return catalogue.say(language, f"text.{key}", facts)

    if isinstance(text, OnMovement):
        return say("on-movement", n=text.chips)
    if not isinstance(text, Playable):
        return say("stays-closed")
    costs = []
    if text.cost.close:
        costs.append(say("cost-close"))
    if text.cost.chips:
        costs.append(say("cost-chips", n=text.cost.chips))
    if not costs:
        costs.append(say("cost-nothing"))
    effects = say("and").join(_effect(catalogue, effect, language) for effect in text.effects)
    extra = "".join(
        say(key)
        for key, wanted in (
            ("sudden", text.sudden), ("without-closing", text.without_closing), ("when-closed", text.when_closed),
        )
        if wanted
    )  # fmt: skip
    return say("playable", cost=say("comma").join(costs), effects=effects, extra=extra)


def _effect(catalogue: Catalogue, effect: Effect, language: str) -> str:
    what = catalogue.say(language, f"text.do-{effect.do}", {"n": effect.amount})
    if effect.itself:
        return what + catalogue.say(language, "text.on-itself", {})
    if effect.do == "occupy":
        return what
    scope = "on-each" if effect.each else "on-target"
    return what + catalogue.say(language, f"text.{scope}", {"what": _filter(catalogue, effect.on, language)})


def _filter(catalogue: Catalogue, wanted: Filter, language: str) -> str:
    parts = [catalogue.say(language, f"text.what-{wanted.what}", {})]
    if wanted.whose != "any":
        parts.append(catalogue.say(language, f"text.whose-{wanted.whose}", {}))
    if wanted.state != "any":
        parts.append(catalogue.say(language, f"text.state-{wanted.state}", {}))
    if not wanted.source:
        parts.append(catalogue.say(language, "text.not-itself", {}))
    return catalogue.say(language, "text.comma", {}).join(parts)
