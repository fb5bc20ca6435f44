"""Card texts restated in words of each language, put together from their records."""

from __future__ import annotations

from functools import cache

from simulator.engine.sentences import Catalogue

from .texts import (
    Effect,
    Filter,
    Incarnation,
    OnMovement,
    PlacedInAuxiliary,
    Playable,
    Protection,
    RangedProtection,
    Static,
    StaysClosed,
    Text,
)

LANGUAGES = ("ru", "zh", "en")


@cache
def text_label(catalogue: Catalogue, text: Text) -> dict[str, str]:
    """A card text in every language, e.g. "closing, 1 chip: open (target: a creature)"."""
    return {language: _label(catalogue, text, language) for language in LANGUAGES}


def _label(catalogue: Catalogue, text: Text, language: str) -> str:
    def say(key: str, **facts: object) -> str:
        return catalogue.say(language, f"text.{key}", facts)

    match text:
        case OnMovement():
            return say("on-movement", n=text.chips)
        case StaysClosed():
            return say("stays-closed")
        case Protection():
            return say("protection", what=say(f"kind-{text.guard}"))
        case RangedProtection():
            return say("protection-from-ranged-attacks")
        case Incarnation():
            return say("incarnation-open" if text.open else "incarnation", n=text.x)
        case PlacedInAuxiliary():
            return say("placed-in-auxiliary")
        case Static():
            return say(text.what)
    return _playable(catalogue, text, language)


def _playable(catalogue: Catalogue, text: Playable, language: str) -> str:
    def say(key: str, **facts: object) -> str:
        return catalogue.say(language, f"text.{key}", facts)

    costs = []
    if text.cost.close:
        costs.append(say("cost-close"))
    if text.cost.chips:
        costs.append(say("cost-chips", n=text.cost.chips))
    if not costs:
        costs.append(say("cost-nothing"))
    parts = []
    if text.strength is not None:
        parts.append(say("attack", kind=say(f"kind-{text.kind}"), n="-".join(map(str, text.strength))))
    elif text.kind == "spell":
        parts.append(say("kind-spell"))
    parts += [_effect(catalogue, effect, language) for effect in text.effects]
    if text.range is not None:
        parts.append(say("range", n=text.range))
    if text.accompanying:
        parts.append(say("accompanying"))
        parts += [_effect(catalogue, effect, language) for effect in text.accompanying]
    extra = "".join(
        say(key)
        for key, wanted in (
            ("sudden", text.sudden), ("without-closing", text.without_closing), ("when-closed", text.when_closed),
        )
        if wanted
    )  # fmt: skip
    return say("playable", cost=say("comma").join(costs), effects=say("and").join(parts), extra=extra)


def _effect(catalogue: Catalogue, effect: Effect, language: str) -> str:
    facts: dict[str, object] = {"n": effect.amount}
    if effect.marker or effect.guard:
        facts["what"] = catalogue.say(language, f"text.kind-{effect.marker or effect.guard}", {})
    what = catalogue.say(language, f"text.do-{effect.do}", facts)
    if effect.itself:
        return what + catalogue.say(language, "text.on-itself", {})
    if effect.target:
        return what + catalogue.say(language, "text.on-the-target", {})
    if effect.do == "occupy":
        return what
    scope = "on-each" if effect.each else "on-target"
    return what + catalogue.say(language, f"text.{scope}", {"what": _filter(catalogue, effect.on, language)})


def _filter(catalogue: Catalogue, wanted: Filter, language: str) -> str:
    parts = [f"what-{wanted.what}"]
    parts += [f"whose-{wanted.whose}"] if wanted.whose != "any" else []
    parts += [f"state-{wanted.state}"] if wanted.state != "any" else []
    parts += [f"near-{wanted.near}"] if wanted.near else []
    parts += [f"diagonal-{wanted.diagonal}"] if wanted.diagonal else []
    parts += [] if wanted.source else ["not-itself"]
    comma = catalogue.say(language, "text.comma", {})
    return comma.join(catalogue.say(language, f"text.{part}", {}) for part in parts)
