"""A small pack of Berserk with one ruling: a closed card does not move."""

from collections.abc import Callable
from pathlib import Path

import pytest

from glossary import checks, hooks, services
from glossary.packs import read_packs
from glossary.problems import Problem

CLOSED = "berserk:move#only-open"
SPENDS = "berserk:move#uses-movement-supply"

GAME = """
slug = "berserk"
language = "ru"
accent = "ember"
order = 1
title = { ru = "Берсерк", zh = "狂战士", en = "Berserk" }
about = { ru = "Игра.", zh = "游戏。", en = "A game." }
[edition]
name = "base-5"
title = { ru = "Пятая", zh = "第五版", en = "Fifth" }
[origins]
seed = { ru = "исходный текст", zh = "原始文本", en = "source text" }
official-answer = { ru = "официальный ответ", zh = "官方解答", en = "official answer" }
[kinds]
action = { ru = "Действия", zh = "行为", en = "Actions" }
"""
ENTRY = """+++
slug = "move"
kind = "action"
[title]
ru = "Двигаться"
zh = "移动"
en = "Move"
[aliases]
ru = []
zh = []
en = []
[short]
ru = "Ход карты."
zh = "牌的移动。"
en = "A card goes."
+++

## only-open · mechanical · seed
::ru
Ходит открытая.
::zh
竖置的才能走。
::en
An open one goes.

## uses-movement-supply · mechanical · seed
::ru
Тратит запас.
::zh
消耗移动力。
::en
It spends supply.
"""
RULING = """+++
slug = "a-closed-card"
answer = "no"
state = "official"
date = 2026-11-30
cites = ["berserk:move#only-open"]

[source]
kind = "official-answer"
url = "https://example.org/answer"
[source.title]
ru = "Ответ"
zh = "解答"
en = "An answer"

[title]
ru = "Ходит ли закрытая карта?"
zh = "横置的牌能移动吗？"
en = "Does a closed card move?"

[lines.main]
ru = "Закрытая"
zh = "横置"
en = "Closed"
[lines.open]
ru = "Открытая"
zh = "竖置"
en = "Open"

[scenario]
v = 1
edition = "base-5"
[scenario.setup]
[[scenario.setup.cards]]
id = "scout"
controller = "p1"
cell = "C1"
movement = 2
life = 4
open = false
[[scenario.setup.cards]]
id = "guard"
controller = "p1"
cell = "D1"
movement = 2
life = 4
[[scenario.lines]]
name = "main"
answers = []
[[scenario.lines]]
name = "open"
answers = [
    { at = { kind = "act" }, take = { type = "move", card = "guard", to = "E1" } },
]
[[scenario.claims]]
kind = "refused"
action = { type = "move", card = "scout", to = "C2", by = "p1" }
clause = "berserk:move#only-open"
[[scenario.claims]]
kind = "place"
line = "open"
of = "guard"
place = "E1"
+++

## question
::ru
Карта закрыта. Может ли она двигаться?
::zh
牌横置。它能移动吗？
::en
A card is closed. May it move?

## verdict
::ru
Двигается только [открытая](berserk:move#only-open).
::zh
只有[竖置](berserk:move#only-open)的牌能移动。
::en
Only an [open](berserk:move#only-open) card moves.

## why
::ru
Так говорит [](berserk:move).
::zh
见[](berserk:move)。
::en
So says [](berserk:move).
"""
NAME = "rulings/a-closed-card.md"


@pytest.fixture(autouse=True)
def _own_index(settings, tmp_path):
    settings.INDEX_DIR = tmp_path / "index"


@pytest.fixture
def content(tmp_path) -> Path:
    folder = tmp_path / "content" / "berserk"
    for name, text in (("game.toml", GAME), ("entries/move.md", ENTRY), (NAME, RULING)):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder.parent


@pytest.fixture
def change(content) -> Callable[..., None]:
    """Replaces words of a file of the pack; they must be there."""

    def replace(old: str, new: str, name: str = NAME) -> None:
        path = content / "berserk" / name
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8")

    return replace


@pytest.fixture
def problems(content) -> Callable[[], list[Problem]]:
    """Everything that check_content says."""

    def find() -> list[Problem]:
        packs, found = read_packs(content)
        parts = list(hooks.read_parts(content, packs, found))
        elsewhere = {name for part, read in parts for name in part.targets(read, packs)}
        found += checks.check(packs, elsewhere)
        known = checks.published(packs, elsewhere)
        for part, read in parts:
            found += part.check(read, packs, known)
            if not found:
                found += part.played(read, packs)
        return sorted(set(found))

    return find


@pytest.fixture
def loaded(db, content) -> services.Report:
    return services.load_pack(content)
