"""What no card text can say: every mistake of a text at its place."""

from __future__ import annotations

from collections.abc import Iterator

from .lives_setup import lives_problems
from .text_effects import TO_A_CELL, Effect, Filter
from .texts import Accompanying, Modifier, Part, Playable, Text, Triggered

Problem = tuple[str, str]
"""(pointer, what is wrong)."""


def text_problems(here: str, text: Text) -> Iterator[Problem]:
    """What is wrong with one text."""
    yield from lives_problems(here, text)
    match text:
        case Playable():
            yield from _ability(here, text, part=False)
            for n, part in enumerate(text.then):
                yield from _ability(f"{here}/then/{n}", part, part=True)
                if part.depends_on is not None and part.depends_on > n + 1:
                    yield (
                        f"{here}/then/{n}/depends_on",
                        f"this is ability {n + 2}: it can depend on ability 1 to {n + 1}",
                    )
        case Accompanying():
            yield from _accompanying(here, text)
        case Triggered():
            yield from _triggered(here, text)
        case Modifier() if text.amount == 0:
            yield f"{here}/amount", "a modifier of 0 changes nothing"


def _ability(here: str, text: Playable | Part, *, part: bool) -> Iterator[Problem]:
    is_attack = text.kind not in ("influence", "spell")
    if is_attack and text.strength is None:
        yield here, f"a {text.kind} needs its strength, the wounds it deals"
    if not is_attack and not text.effects:
        yield f"{here}/effects", f"a text of kind {text.kind} needs effects"
    if not is_attack and text.strength is not None:
        yield f"{here}/strength", f"a {text.kind} has no strength: it is no attack; give it effects"
    if is_attack and text.effects:
        yield f"{here}/effects", "an attack has a strength and accompanying effects"
    if is_attack and text.on.what == "cell":
        yield f"{here}/on/what", "an attack is declared at cards"
    yield from _filter(f"{here}/on", text.on, part=part, aimed=False)
    for k, effect in enumerate(text.effects):
        yield from _effect(here, k, effect)
        yield from _filter(f"{here}/effects/{k}/on", effect.on, part=part, aimed=False)
        if effect.target and not part:
            yield here, f"effect {k + 1}: `target` belongs to accompanying effects"
    for k, effect in enumerate(text.accompanying):
        yield from _effect(here, len(text.effects) + k, effect)
        yield from _filter(f"{here}/accompanying/{k}/on", effect.on, part=part, aimed=True)


def _effect(here: str, k: int, effect: Effect) -> Iterator[Problem]:
    """What no effect can say, wherever it stands; `k`: its place among the effects of its ability."""
    if effect.on.what == "cell":
        yield here, f"effect {k + 1}: `on` names cards; cells are chosen without it"
    if effect.do == "finish" and (effect.each or effect.target or effect.itself):
        yield here, f"effect {k + 1}: finishing takes one chosen target"
    if effect.do in TO_A_CELL and (effect.each or effect.target):
        yield here, f"effect {k + 1}: {effect.do} takes one chosen card to one cell"
    if effect.do == "mark" and effect.marker is None:
        yield here, f"effect {k + 1} needs its marker"
    if effect.do in ("guard", "unguard") and effect.guard is None:
        yield here, f"effect {k + 1} needs its guard"
    if effect.do == "put":
        yield from _put(here, k, effect)
    elif effect.into is not None or effect.out_of != "battle-zone":
        yield here, f"effect {k + 1}: `out_of` and `into` belong to put"


def _put(here: str, k: int, effect: Effect) -> Iterator[Problem]:
    if effect.into is None:
        yield here, f"effect {k + 1}: put needs `into`, the zone to which the card goes"
    if effect.into == effect.out_of:
        yield here, f"effect {k + 1}: the card is in the {effect.into} already"
    if effect.out_of == "battle-zone":
        return
    if effect.each or effect.itself or effect.target:
        yield (
            here,
            f"effect {k + 1}: out of the {effect.out_of} goes a chosen card (of a deck: the top cards)",
        )
    if effect.on.near or effect.on.diagonal or effect.on.state != "any" or effect.on.chosen != "any":
        yield (
            here,
            f"effect {k + 1}: a card in the {effect.out_of} stands nowhere and is neither open nor closed",
        )
    if effect.from_a_deck and effect.on.whose == "any":
        yield here, f"effect {k + 1}: say whose deck: `on` with whose own or enemy"


def _filter(here: str, wanted: Filter, *, part: bool, aimed: bool) -> Iterator[Problem]:
    """`part`: earlier abilities of a composite feature can be spoken of; `aimed`: a target of its own ability."""
    for name in ("near", "diagonal"):
        said = getattr(wanted, name)
        if said == "previous" and not part:
            yield f"{here}/{name}", "only the abilities in `then` have a previous target"
        if said == "target" and not aimed:
            yield (
                f"{here}/{name}",
                "only accompanying effects speak of the target; in a later ability: previous",
            )
    if wanted.chosen != "any" and not part:
        yield f"{here}/chosen", "only the abilities in `then` come after others"


def _accompanying(here: str, text: Accompanying) -> Iterator[Problem]:
    for k, effect in enumerate(text.effects):
        yield from _effect(here, k, effect)
        yield from _filter(f"{here}/effects/{k}/on", effect.on, part=False, aimed=True)
        if effect.targets and effect.do != "finish":
            yield here, f"effect {k + 1}: a text that accompanies chooses nothing: each, itself or target"


def _triggered(here: str, text: Triggered) -> Iterator[Problem]:
    if text.to is not None:
        if text.to.what == "cell":
            yield f"{here}/to/what", "it happens to a card, not to a cell"
        yield from _filter(f"{here}/to", text.to, part=False, aimed=False)
    for k, effect in enumerate(text.effects):
        yield from _effect(here, k, effect)
        yield from _filter(f"{here}/effects/{k}/on", effect.on, part=False, aimed=False)
        if effect.target and text.when == "death":
            yield here, f"effect {k + 1}: `target` is the attacking card; a death has none"
        if effect.do in ("finish", "wound-diagonal"):
            yield (
                here,
                f"effect {k + 1}: {effect.do} is declared at a target; a triggered feature declares none",
            )
