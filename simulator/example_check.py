"""An example of a pack is played whenever content is checked or loaded: it is content and a test at once."""

from __future__ import annotations

from glossary.checks import PackExample
from glossary.problems import Problem
from glossary.toml_file import TomlFile

from .engine.playback import Playback, tell
from .engine.scenario import BadScenario
from .games.playing import parse
from .play import LIMITS


def check_example(example: PackExample) -> list[Problem]:
    """Why the example does not show what it says: unplayable, stopped, a false claim, a clause nothing shows."""
    toml = TomlFile(example.path, example.source, [])

    def problem(pointer: str, message: str) -> Problem:
        return Problem(example.path, toml.line_at(pointer, "scenario"), message)

    try:
        playback = Playback(parse(example.scenario, limits=LIMITS), limits=LIMITS)
    except BadScenario as bad:
        return [problem(each.pointer, f"scenario{each.pointer}: {each.detail}") for each in bad.problems]
    play = tell(playback)
    found = []
    for line in play["lines"]:
        if stop := line["stop"]:
            found.append(problem(stop["place"], f"line “{line['name']}” stops: {stop['sentence']['en']}"))
    for number, claim in enumerate(play["claims"]):
        if not claim["holds"]:
            pointer = f"/claims/{number}"
            found.append(problem(pointer, f"scenario{pointer} does not hold: {claim['sentence']['en']}"))
    shown = playback.cited()
    for cite in example.cites:
        if cite not in shown and cite not in example.situations:
            line_number = example.cite_lines[cite]
            found.append(
                Problem(example.path, line_number, f"{cite} is cited, but no step or refusal shows it")
            )
    return found
