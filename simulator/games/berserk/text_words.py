"""Card texts restated in words of each language, put together from their records."""

from __future__ import annotations

from functools import cache

from simulator.engine.sentences import Catalogue

from .text_effects import Effect, Filter
from .texts import (
    Accompanying,
    Experience,
    Incarnation,
    Lives,
    Modifier,
    OnMovement,
    PlacedInAuxiliary,
    Playable,
    Protection,
    RangedProtection,
    Static,
    StaysClosed,
    Text,
    Triggered,
    parts_of,
)

LANGUAGES = ("ru", "zh", "en")


@cache
def text_label(catalogue: Catalogue, text: Text) -> dict[str, str]:
    """A card text in every language, e.g. "closing, chip ×1: open (target: creature)"."""
    return {language: _label(catalogue, text, language) for language in LANGUAGES}


@cache
def ability_label(catalogue: Catalogue, text: Playable) -> dict[str, str]:
    """One ability without its cost, in every language, e.g. "shot 2-2-2"."""
    return {language: _ability(catalogue, text, language) for language in LANGUAGES}


def _label(catalogue: Catalogue, text: Text, language: str) -> str:
    def say(key: str, **facts: object) -> str:
        return catalogue.say(language, f"text.{key}", facts)

    match text:
        case OnMovement():
            return say("on-movement", n=text.chips)
        case StaysClosed():
            return say("stays-closed")
        case Protection():
            return say("protection", what=say(f"of-{text.guard}"))
        case RangedProtection():
            return say("protection-from-ranged-attacks")
        case Incarnation():
            return say("incarnation-open" if text.open else "incarnation", n=text.x)
        case PlacedInAuxiliary():
            return say("placed-in-auxiliary")
        case Experience():
            return say(f"experience-in-{text.part}", n=text.x)
        case Lives():
            whose = say("on-itself") if text.itself else _each(catalogue, text.on, language)
            return say(f"{text.what}-lives", n=text.amount) + whose
        case Static():
            return say(text.what)
        case Modifier():
            return _modifier(catalogue, text, language)
        case Accompanying():
            kinds = say("comma").join(say(f"kind-{kind}") for kind in text.of)
            return say("on-ability", what=kinds, effects=_effects(catalogue, text.effects, language))
        case Triggered():
            return _triggered(catalogue, text, language)
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
    told = [_ability(catalogue, text, language)]
    for part, ability in zip(text.then, parts_of(text)[1:], strict=True):
        said = _ability(catalogue, ability, language)
        if part.may:
            said = say("may", effects=said)
        told.append(say("then") if part.depends_on is None else say("then-if", n=part.depends_on))
        told[-1] += said
    extra = "".join(
        say(key)
        for key, wanted in (
            ("sudden", text.sudden), ("without-closing", text.without_closing), ("when-closed", text.when_closed),
        )
        if wanted
    )  # fmt: skip
    return say("playable", cost=say("comma").join(costs), effects="".join(told), extra=extra)


def _ability(catalogue: Catalogue, text: Playable, language: str) -> str:
    def say(key: str, **facts: object) -> str:
        return catalogue.say(language, f"text.{key}", facts)

    parts = []
    if text.strength is not None:
        parts.append(say("attack", kind=say(f"kind-{text.kind}"), n="-".join(map(str, text.strength))))
        if text.on != Filter(what="card"):
            parts[-1] += say("on-target", what=_filter(catalogue, text.on, language))
    elif text.kind == "spell":
        parts.append(say("kind-spell"))
    parts += [_effect(catalogue, effect, language) for effect in text.effects]
    if text.range is not None:
        parts.append(say("range", n=text.range))
    if text.accompanying:
        parts.append(say("accompanying", effects=_effects(catalogue, text.accompanying, language)))
    return say("and").join(parts)


def _effects(catalogue: Catalogue, effects: tuple[Effect, ...], language: str) -> str:
    return catalogue.say(language, "text.and", {}).join(_effect(catalogue, e, language) for e in effects)


def _modifier(catalogue: Catalogue, text: Modifier, language: str) -> str:
    def say(key: str, **facts: object) -> str:
        return catalogue.say(language, f"text.{key}", facts)

    kinds = say("comma").join(say(f"kind-{kind}") for kind in text.of)
    return say(
        "modifier-by" if text.by else "modifier-on", what=kinds, n=f"{text.amount:+d}".replace("-", "−")
    )


def _triggered(catalogue: Catalogue, text: Triggered, language: str) -> str:
    def say(key: str, **facts: object) -> str:
        return catalogue.say(language, f"text.{key}", facts)

    effects = _effects(catalogue, text.effects, language)
    if text.may:
        effects = say("may", effects=effects)
    if text.to is None:
        return say(f"on-{text.when}", effects=effects)
    return say(f"on-{text.when}-of", what=_filter(catalogue, text.to, language), effects=effects)


def _effect(catalogue: Catalogue, effect: Effect, language: str) -> str:
    def say(key: str, **facts: object) -> str:
        return catalogue.say(language, f"text.{key}", facts)

    facts: dict[str, object] = {"n": effect.amount}
    if effect.into:
        facts |= {"origin": say(f"out-of-{effect.out_of}"), "to": say(f"into-{effect.into}")}
    if effect.marker:
        facts["what"] = say(f"kind-{effect.marker}")
    elif effect.guard:
        facts["what"] = say(f"of-{effect.guard}")
    said = say(f"do-{effect.do}", **facts)
    said += say(f"for-each-{effect.for_each}") if effect.for_each else ""
    said += say("until-end-of-turn") if effect.until_end_of_turn else ""
    if effect.itself:
        return said + say("on-itself")
    if effect.target:
        return said + say("on-the-target")
    if effect.do in ("occupy", "wound-diagonal"):
        return said
    if effect.from_a_deck:
        return said + say(f"deck-{effect.on.whose}", n=effect.amount)
    if effect.each:
        return said + _each(catalogue, effect.on, language)
    return said + say("on-target", what=_filter(catalogue, effect.on, language))


def _each(catalogue: Catalogue, wanted: Filter, language: str) -> str:
    """E.g. " (each own creature)"."""
    each = catalogue.say(language, f"text.each-{wanted.what}", {})
    what = _filter(catalogue, wanted, language)
    return catalogue.say(language, "text.on-each", {"each": each, "what": what})


def _filter(catalogue: Catalogue, wanted: Filter, language: str) -> str:
    """E.g. "enemy closed creature, standing near this card": the adjectives agree with their noun."""

    def say(key: str, **facts: object) -> str:
        return catalogue.say(language, f"text.{key}", facts)

    adjectives = [say(f"{word}-{wanted.what}") for word in (wanted.whose, wanted.state) if word != "any"]
    parts = [say("space").join([*adjectives, say(f"what-{wanted.what}")])]
    parts += [say(f"near-{wanted.near}")] if wanted.near else []
    parts += [say(f"diagonal-{wanted.diagonal}")] if wanted.diagonal else []
    parts += [say(f"chosen-{wanted.chosen}")] if wanted.chosen != "any" else []
    for key, n in (("lives-at-most", wanted.lives_at_most), ("lives-at-least", wanted.lives_at_least)):
        parts += [say(key, n=n)] if n is not None else []
    parts += [] if wanted.source else [say("not-itself")]
    return say("comma").join(parts)
