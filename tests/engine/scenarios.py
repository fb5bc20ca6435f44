"""Documents that the tests of scenarios share: Berserk's, and the playroom's (it has dice)."""

import copy
import tomllib
from pathlib import Path
from typing import Any

import msgspec

from simulator.engine.playback import Playback
from simulator.engine.playback import play_document as play_of
from simulator.engine.record import to_json
from simulator.engine.rulebook import Rulebook
from simulator.engine.scenario import BadScenario, Problem
from simulator.engine.scenario import canonical as canonical_of
from simulator.engine.scenario import parse as parse_of
from simulator.engine.sentences import Catalogue
from simulator.games.registry import games
from tests.engine.toy.board import Toy, playroom
from tests.engine.toy.game import PlayroomGame
from tests.engine.toy.keywords import KEYWORDS
from tests.engine.toy.rules import rules

CONTENT = Path(__file__).resolve().parents[2] / "content"


def examples() -> dict[str, dict[str, Any]]:
    """Every example of the packs, as documents."""
    found = {}
    for path in sorted(CONTENT.glob("*/examples/*.toml")):
        game = path.parts[-3]
        read = tomllib.loads(path.read_text(encoding="utf-8"))
        found[f"{game}/{path.stem}"] = {"game": game, **read["scenario"]}
    return found


EXAMPLES = examples()


# --- the playroom as documents ------------------------------------------------------------------------------


class ToySetup(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A position of the playroom."""

    toys: tuple[Toy, ...]


class Sentences(dict[str, str]):
    """Refusals of the playroom are said by their keys."""

    def get(self, key: str, default: Any = None) -> Any:
        head, _, name = key.partition(".")
        return super().get(key, name if head in ("refusal", "remedy") else default)


def _sentences(game: PlayroomGame) -> Catalogue:
    words = Catalogue.read("simulator.engine.words").texts["en"]
    words |= {f"event.{name}": name for name in game.event_names()}
    words |= {f"happening.{name}": name for name in game.event_names()}
    words |= {f"action.{name}": name for name in ("poke", "fetch", "hug", "squeak", "spin", "wind", "rounds")}
    words |= {f"decision.{kind}": f"{{by}}: {kind}" for kind in ("act", "respond", "spin", "squeak-at")}
    words |= {f"choice.{kind}": f"{{by}}: {{option}} ({kind})" for kind in ("spin", "squeak-at")}
    words |= {f"happening.{kind}": kind for kind in ("spin", "squeak-at")}
    return Catalogue(dict.fromkeys(("ru", "zh", "en"), Sentences(words)), game)


class PlayroomOnPaper(PlayroomGame):
    """The playroom, written down."""

    setup_type = ToySetup
    values = ("dents",)
    states = ("tired",)
    places = ("shelf", "box", "lost")
    default_edition = "first"
    options = {"room": (9, 2)}

    def __init__(self) -> None:
        self.editions = {"first": Rulebook.of("first", rules, *KEYWORDS, game=self)}
        self.catalogue = _sentences(self)

    def event_names(self) -> list[str]:
        from simulator.engine.record import kebab

        return [kebab(event.__name__) for event in self.events]

    def build(self, setup: ToySetup, options: dict[str, Any]) -> Any:
        return playroom(*setup.toys, room=options.get("room", 9))

    def units(self, setup: ToySetup) -> int:
        return len(setup.toys)

    def base_value(self, look: Any, name: str, subject: str) -> Any:
        if name == "dents":
            return look.board.toys[subject].dents
        return super().base_value(look, name, subject)

    def state(self, look: Any, obj: str, name: str) -> bool:
        return bool(look.board.toys[obj].tired)

    def hidden(self, board: Any, obj: str, player: str) -> bool:
        toy = board.toys[obj]
        return toy.place == "box" and toy.owner != player

    def picture(self, look: Any) -> dict[str, Any]:
        return {"toys": {toy.id: to_json(toy) for toy in look.board.toys.values()}}

    def about(self, action: Any) -> str | None:
        return getattr(action, "toy", None)


ALL_GAMES = {**games(), "toy": PlayroomOnPaper()}


def toys(*lines: dict[str, Any], claims: Any = (), toys: Any = None, **more: Any) -> dict[str, Any]:
    """A document of the playroom: a bear of ann and an owl of bob, both on the shelf."""
    given = toys or [{"id": "bear", "owner": "ann"}, {"id": "owl", "owner": "bob"}]
    return {
        "v": 1,
        "game": "toy",
        "setup": {"toys": given},
        "lines": list(lines),
        "claims": list(claims),
        **more,
    }


def line(*answers: Any, name: str = "main", **more: Any) -> dict[str, Any]:
    """A line; an answer is (moment, take), or a take at the next `act`."""
    rows = [
        {"at": a[0], "take": a[1]} if isinstance(a, tuple) else {"at": {"kind": "act"}, "take": a}
        for a in answers
    ]
    return {"name": name, "answers": rows, **more}


PASS = {"type": "pass"}
SPIN = {"type": "spin", "toy": "bear"}


# --- Berserk ------------------------------------------------------------------------------------------------


def step(card: str, to: str, **more: Any) -> dict[str, Any]:
    return {"type": "move", "card": card, "to": to, **more}


def use(card: str, feature: str, *targets: str, **more: Any) -> dict[str, Any]:
    return {"type": "use-feature", "card": card, "feature": feature, "targets": list(targets), **more}


def card(name: str, /, cell: str = "C2", controller: str = "p1", **more: Any) -> dict[str, Any]:
    return {"id": name, "controller": controller, "cell": cell, "life": 4, **more}


def battle(*lines: dict[str, Any], cards: Any = None, claims: Any = (), **more: Any) -> dict[str, Any]:
    """A document of Berserk; by default a scout with a supply of 3 on C2."""
    setup = {"cards": list(cards or [card("scout", movement=3)]), **more}
    return {"v": 1, "game": "berserk", "setup": setup, "lines": list(lines), "claims": list(claims)}


BIND = {"text": "playable", "name": "bind", "cost": {"close": True}, "effects": [{"do": "close"}]}
SPARK = {
    "text": "playable",
    "name": "spark",
    "cost": {"chips": 1},
    "effects": [{"do": "wound"}],
    "sudden": True,
}


# --- reading and playing ------------------------------------------------------------------------------------


def parse(document: Any, **more: Any) -> Any:
    return parse_of(document, ALL_GAMES, **more)


def canonical(document: Any) -> bytes:
    return canonical_of(document, ALL_GAMES)


def play(document: Any, **more: Any) -> dict[str, Any]:
    return play_of(document, ALL_GAMES, **more)


def played(document: Any, **more: Any) -> Playback:
    return Playback(parse(document), **more)


def problems(document: Any, **more: Any) -> list[Problem]:
    """What is wrong with a document ([] = nothing)."""
    try:
        parse(document, **more)
    except BadScenario as bad:
        return bad.problems
    return []


def places(document: Any) -> list[str]:
    return [problem.pointer for problem in problems(document)]


def the_problem(document: Any, pointer: str) -> str:
    """What is said at a place, which must be the only one."""
    found = problems(document)
    assert [p.pointer for p in found] == [pointer], found
    return found[0].detail


def changed(document: Any, path: str, value: Any) -> Any:
    """A copy of a document with one place set, by JSON pointer."""
    new = copy.deepcopy(document)
    *parents, last = [int(part) if part.isdigit() else part for part in path.strip("/").split("/")]
    here = new
    for part in parents:
        here = here[part]
    here[last] = value
    return new
