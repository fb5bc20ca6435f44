"""The picture of a Gate Ruler board, laid out for its template: two sides of three lines, the gate between them."""

from collections.abc import Mapping
from typing import Any

from django import template

from config.language import current
from simulator import boards

register = template.Library()

FACES = ("ready", "exhausted")


@register.simple_tag(takes_context=True)
def gate_ruler_board(context: template.Context, picture: Mapping[str, Any]) -> dict[str, Any]:
    """What templates/simulator/boards/gate-ruler.html draws."""
    lang = context.get("lang") or current()
    touched = boards.changed_cards(context.get("step"))
    words = {name: boards.say(texts, lang) for name, texts in picture["words"].items()}
    battle = picture.get("battle") or {}
    cards = {
        name: _card(card, words, name in touched, battle, lang) for name, card in picture["cards"].items()
    }
    clock = picture["clock"]
    return {
        "words": words,
        "turn": clock["turn"],
        "active": boards.player_name(picture, clock["active"], lang),
        "far": _side("p2", picture, cards, lang),
        "near": _side("p1", picture, cards, lang),
        "gate": [boards.say(item["sentence"], lang) for item in reversed(picture["gate"])],
        "waiting": [boards.say(item["sentence"], lang) for item in picture["waiting"]],
        "attack": _attack(battle, cards),
        "cards": [card for card in cards.values() if card["shown"]],
    }


def _attack(battle: Mapping[str, Any], cards: Mapping[str, Any]) -> dict[str, Any] | None:
    attacker, target = cards.get(battle.get("attacker")), cards.get(battle.get("target"))
    return {"attacker": attacker["name"], "target": target["name"]} if attacker and target else None


def _side(player: str, picture: Mapping[str, Any], cards: Mapping[str, Any], lang: str) -> dict[str, Any]:
    side, zones, facts = picture["sides"][player], picture["zones"][player], picture["players"][player]
    attack = [{"name": s["spot"], "card": cards.get(s["card"])} for s in side["attack"]]
    return {
        "player": player,
        "name": boards.player_name(picture, player, lang),
        "active": picture["clock"]["active"] == player,
        "left": attack[:1],
        "right": attack[1:],
        "defence": [{"name": s["spot"], "card": cards.get(s["card"])} for s in side["defence"]],
        "ruler": cards.get(side["ruler"]),
        "life": facts["life"],
        "taken": facts["taken"],
        "lost": facts["lost"],
        "deck": zones["deck"],
        "hand": len(zones["hand"]),
        "graveyard": [cards[name] for name in zones["graveyard"]],
    }


def _card(
    card: Mapping[str, Any], words: Mapping[str, str], touched: bool, battle: Mapping[str, Any], lang: str
) -> dict[str, Any]:
    shown = dict(card) | {
        "name": boards.say(card["name"], lang),
        "side": "near" if card["controller"] == "p1" else "far",
        "touched": touched,
        "labels": [boards.say(label["text"], lang) for label in card["labels"]],
        "features": [
            (boards.say(label["text"], lang), boards.address(label["feature"])) for label in card["labels"]
        ],
        "state": words[FACES[not card["ready"]]],
        "attacking": battle.get("attacker") == card["id"],
        "attacked": battle.get("target") == card["id"],
        "shown": card["zone"] in ("attack", "defence", "ruler"),
    }
    numbers = [f"ATK {card.get('atk')}", f"HP {card.get('left')}", f"STK {card.get('stk')}"]
    if card["type"] == "ruler":
        numbers[1] = f"{words['damage']} {card['taken']}/{card['life']}"
    shown["souls"] = len(card.get("souls") or ())
    shown["spoken"] = ", ".join((shown["name"], *numbers, shown["state"], *shown["labels"]))
    return shown
