"""Everything that can be said is said in every language, with the facts that it is given and without keys."""

import ast
import copy
import json
import re
import string
from pathlib import Path

import pytest

import simulator.engine
from simulator.engine.claims import AnyClaim
from simulator.engine.playback import play_document
from simulator.engine.record import Action, Blocked, Cancelled, Chosen, Declared, Event, Prevented, kebab
from simulator.engine.sentences import LANGUAGES, Catalogue, placeholders
from simulator.games.registry import games
from tests.games.examples import EXAMPLES, document

ENGINE = Path(simulator.engine.__file__).parent
GAMES = list(games().values())
QUESTIONS = {"ask": 1, "chance": 0, "window": 0, "choose_target": 1}
"""Where each method that asks is told the kind of its question."""
KERNEL_EVENTS = (Declared, Cancelled, Blocked, Prevented)


def folder(game):
    return ENGINE.parent / "games" / package(game)


def package(game):
    return game.slug.replace("-", "_")


def trees(game):
    """The parsed sources of the engine and of a game."""
    for path in (*sorted(ENGINE.rglob("*.py")), *sorted(folder(game).rglob("*.py"))):
        yield path, ast.parse(path.read_text(encoding="utf-8"))


def keys_of(node):
    """The keys of a dict display, or None when they cannot be read off."""
    if isinstance(node, ast.Dict) and all(isinstance(key, ast.Constant) for key in node.keys):
        return frozenset(key.value for key in node.keys)
    return None


def words_of(node):
    """The texts that an expression may be: one, or one of two."""
    if isinstance(node, ast.IfExp):
        return words_of(node.body) + words_of(node.orelse)
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


def refusals(game):
    """(sentence key, names of its facts or None, where) of every refusal in the code of a game."""
    for path, tree in trees(game):
        if path.is_relative_to(ENGINE) and path.name == "smallest.py":
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Tuple) and len(node.elts) == 2 and isinstance(node.elts[1], ast.Dict):
                for key in words_of(node.elts[0]):
                    yield key, keys_of(node.elts[1]), f"{path.name}:{node.lineno}"
            if (
                isinstance(node, ast.Call)
                and getattr(node.func, "id", "") == "Refusal"
                and len(node.args) > 1
            ):
                for key in words_of(node.args[1]):
                    facts = keys_of(node.args[2]) if len(node.args) > 2 else frozenset()
                    yield key, facts, f"{path.name}:{node.lineno}"


def raised(game, name):
    """(first argument, names of the facts) of every error of a kind that is made in the code."""
    for path, tree in trees(game):
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == name and node.args:
                if isinstance(node.args[0], ast.Constant):
                    facts = keys_of(node.args[1]) if len(node.args) > 1 else None
                    yield node.args[0].value, facts, f"{path.name}:{node.lineno}"


def needs(game, key):
    """The facts that a sentence uses, in any language."""
    return frozenset(name for texts in game.catalogue.texts.values() for name in placeholders(texts[key]))


def missing(game, keys):
    return sorted(
        f"{key} in {lang}" for key in keys for lang in LANGUAGES if key not in game.catalogue.texts[lang]
    )


def events_of(game):
    known = {c for c in game.events if c not in (Event,)}
    return sorted(known, key=lambda c: c.__name__)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
class TestEveryGame:
    def test_every_language_has_the_same_sentences_with_the_same_facts(self, game):
        one, *others = (game.catalogue.texts[language] for language in LANGUAGES)
        for other in others:
            assert one.keys() == other.keys()
            for key in one:
                assert placeholders(one[key]) == placeholders(other[key]), key

    def test_no_sentence_is_empty_or_left_in_another_language(self, game):
        texts = game.catalogue.texts
        for key in texts["en"]:
            for language in LANGUAGES:
                plain = re.sub(r"\{\w+\}", "", texts[language][key])
                if language == "en":
                    assert not re.search("[а-яё\u4e00-\u9fff]", plain, re.I), key
                else:
                    assert not re.search("[a-z]", plain), f"{key}: {plain}"
                if language == "zh":
                    assert not re.search("[а-яё]", plain, re.I), key
            assert texts["ru"][key].strip() or key.startswith(("list.", "text."))

    def test_placeholders_are_plain_names(self, game):
        for texts in game.catalogue.texts.values():
            for template in texts.values():
                for _, name, spec, conversion in string.Formatter().parse(template):
                    assert name is None or name.isidentifier()
                    assert not spec
                    assert not conversion

    def test_every_event(self, game):
        named = {kebab(c.__name__): c for c in (*events_of(game), *KERNEL_EVENTS)}
        assert missing(game, {f"event.{name}" for name in named}) == []
        assert missing(game, {f"happening.{name}" for name in game.event_fields()}) == []
        for name, cls in named.items():
            given = {"what"} if cls in KERNEL_EVENTS else set(cls.__struct_fields__)
            assert needs(game, f"event.{name}") <= given, name

    def test_every_event_class_of_its_code_is_in_its_list(self, game):
        made = {
            node.name
            for path, tree in trees(game)
            if not path.is_relative_to(ENGINE)
            for node in ast.walk(tree)
            if isinstance(node, ast.ClassDef) and path.name == "events.py"
        }
        listed = {c.__name__ for c in game.events}
        bases = {base.__name__ for c in game.events for base in c.__mro__}
        other = made - listed - bases
        for name in other:  # what else stands in that file is no event
            module = __import__(f"simulator.games.{package(game)}.events", fromlist=[name])
            assert not issubclass(getattr(module, name), Event), name

    def test_every_action(self, game):
        procedures = {f.action.__class__ for f in game.build(_setup(game), {}).pile}
        for cls in {*game.actions, *procedures}:
            key = f"action.{kebab(cls.__name__)}"
            assert missing(game, {key}) == []

    def test_every_refusal_of_the_code_and_its_remedy(self, game):
        found = list(refusals(game))
        assert found
        assert missing(game, {f"{part}.{key}" for key, _, _ in found for part in ("refusal", "remedy")}) == []
        for key, facts, where in found:
            if facts is not None:
                for part in ("refusal", "remedy"):
                    assert needs(game, f"{part}.{key}") <= facts, f"{where}: {part}.{key}"

    def test_no_refusal_is_left_over(self, game):
        nodes = (node for _, tree in trees(game) for node in ast.walk(tree))
        used = {node.value for node in nodes if isinstance(node, ast.Constant)}
        told = {
            k.partition(".")[2] for k in game.catalogue.texts["en"] if k.startswith(("refusal.", "remedy."))
        }
        assert told - used == set()

    def test_every_limit_and_whatever_is_not_modelled(self, game):
        limits = {f"limit.{what.replace(' ', '-')}" for what, _, _ in raised(game, "LimitReached")}
        assert missing(game, limits) == []
        for key, facts, where in raised(game, "NotModelled"):
            if key == "unknown-box":  # the example of the class itself
                continue
            assert missing(game, {f"not-modelled.{key}"}) == [], where
            assert facts is None or needs(game, f"not-modelled.{key}") <= facts, where

    def test_every_question_its_answer_and_its_moment(self, game):
        kinds = asked(game)
        assert kinds
        assert missing(game, {f"{part}.{kind}" for kind in kinds for part in ("decision",)}) == []
        windows = {"response"} | asked(game, {"window": 0})
        assert missing(game, {f"choice.{kind}" for kind in kinds - windows}) == []
        assert missing(game, {f"happening.{kind}" for kind in kinds - windows}) == []
        for key in game.catalogue.texts["en"]:
            if key.startswith("decision."):
                assert needs(game, key) <= {"by", "object"}
            if key.startswith("choice."):
                assert needs(game, key) <= {"by", "option"}
        clock = game.clock(game.build(_setup(game), {})).partition(" ")[0]
        assert missing(game, {f"clock.{clock}"}) == []

    def test_every_claim_stop_and_reason_why_not(self, game):
        kinds = {c.__struct_config__.tag for c in AnyClaim.__args__}
        twofold = {"state", "offered", "hidden"}
        keys = {f"claim.{kind}" for kind in kinds - twofold}
        keys |= {f"claim.{kind}-{yes}" for kind in twofold for yes in ("yes", "no")}
        keys |= {f"stop.{kind}" for kind, _, _ in raised(game, "Stop")}
        assert len([key for key in keys if key.startswith("stop.")]) >= 8
        source = "".join(
            p.read_text(encoding="utf-8") for p in (ENGINE / "playback.py", ENGINE / "claims.py")
        )
        keys |= {f"why.{why}" for why in re.findall(r'why="([\w-]+)"', source)}
        assert missing(game, keys) == []

    def test_every_value_state_place_and_player(self, game):
        words = {*game.values, *game.states, *(p for p in game.places if p.isalpha() and p.islower())}
        assert missing(game, {f"word.{word}" for word in words} | {f"player.{p}" for p in game.players}) == []


def _setup(game):
    import msgspec

    return msgspec.convert(game.examples[0]["setup"], game.setup_type)


def asked(game, place=QUESTIONS):
    """The kinds of questions of the code: what `ask`, `chance`, `window` and `choose_target` are given."""
    found = set()
    for path, tree in trees(game):
        if path.name == "smallest.py":
            continue
        for node in ast.walk(tree):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr in place
            ):
                if len(node.args) > place[node.func.attr]:
                    kind = node.args[place[node.func.attr]]
                    if isinstance(kind, ast.Constant) and isinstance(kind.value, str):
                        found.add(kind.value)
    return found


# --- what is really said ------------------------------------------------------------------------------------


def sentences(value):
    """Every sentence of a play: what holds a text for each language."""
    if isinstance(value, dict):
        if value.keys() == set(LANGUAGES):
            yield value
        else:
            for item in value.values():
                yield from sentences(item)
    elif isinstance(value, list):
        for item in value:
            yield from sentences(item)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
class TestEveryExample:
    def test_no_sentence_shows_a_key_or_an_id(self, path):
        told = play_document(document(path), games())
        found = [told["lines"], told["claims"], told["texts"]]
        assert list(sentences(found))
        for sentence in sentences(found):
            for language, text in sentence.items():
                assert text.strip()
                assert not re.search(r"[{}_]|\bNone\b|\bTrue\b|\bFalse\b|\(\)|\[\]|#", text), text
                assert not re.search(r"\bp[12]\b", text), text
                if language == "en":
                    assert not re.search("[а-яё\u4e00-\u9fff]", text, re.I), text
                else:
                    assert not re.search("[a-z]", text), text

    def test_a_name_is_always_put_in_whole_and_in_quotation_marks(self, path):
        """So no language ever has to decline it."""
        renamed = copy.deepcopy(document(path))
        for card in renamed["setup"]["cards"]:
            card["name"] = dict.fromkeys(LANGUAGES, f"◆{card['id']}◆")
        told = play_document(renamed, games())
        marks = {"ru": "«»", "zh": "「」", "en": "“”"}
        for sentence in sentences([told["lines"], told["claims"]]):
            for language, text in sentence.items():
                left, right = marks[language]
                whole = re.sub(f"{left}◆[^◆]+◆{right}", "", text)
                assert "◆" not in whole or text == sentence["en"] == sentence["ru"], text


def test_choices_and_options_are_told_in_words():
    game = games()["berserk"]
    board = game.build(_setup(game), {})
    for option in (True, False, 3, ("scout", "C1"), "scout", "p1"):
        told = game.catalogue.event(board, Chosen("may", "p1", option))
        for text in told.values():
            assert not re.search(r"True|False|\(|'|\bp1\b", text)
            assert "scout" not in text or "scout" in json.dumps(board.cards["scout"].name)


def test_a_sentence_that_is_missing_or_lacks_a_fact_is_an_error():
    catalogue = Catalogue({"en": {"event.x": "{a}"}})
    with pytest.raises(KeyError, match="no sentence"):
        catalogue.say("en", "event.y", {})
    with pytest.raises(KeyError, match="needs the fact"):
        catalogue.say("en", "event.x", {})


def test_actions_of_the_kernel_are_said_too():
    for game in GAMES:
        assert missing(game, {"action.pass"}) == []
        assert issubclass(game.actions[0], Action)
