"""The examples of the content packs, read straight from their files."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from simulator.engine.playback import Playback
from simulator.games.playing import parse

CONTENT = Path(__file__).resolve().parents[2] / "content"
EXAMPLES = sorted(CONTENT.glob("*/examples/*.toml"))


def name_of(path: Path) -> str:
    return f"{path.parts[-3]}/{path.stem}"


@cache
def read(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


@cache
def document(path: Path) -> dict[str, Any]:
    return {"game": path.parts[-3], **read(path)["scenario"]}


@cache
def played(path: Path) -> Playback:
    return Playback(parse(document(path)))
