import pytest

from glossary import checks
from glossary.packs import read_packs
from glossary.problems import Problem, errors


def test_the_made_up_game_has_no_problem(problems):
    assert problems() == []


# What is changed in which file, and the problem that must be told, at its line.
CASES = [
    ("entries/moor.md", "(harbour:ship#has-a-captain)", "(harbour:ship#has-a-capitan)",
     "entries/moor.md:35: there is no harbour:ship#has-a-capitan; did you mean harbour:ship#has-a-captain?"),
    ("entries/moor.md", 'see = ["harbour:berth"]', 'see = ["harbour:birth"]',
     "entries/moor.md:5: there is no harbour:birth; did you mean harbour:berth?"),
    ("entries/moor.md", 'see = ["harbour:berth"]', 'see = ["harbour:moor"]',
     "entries/moor.md:5: “see” names the entry itself"),
    ("entries/moor.md", "## needs-a-rope ·", "## only-at-a-free-berth ·",
     "entries/moor.md:37: the clause “only-at-a-free-berth” stands already at line 23"),
    ("entries/berth.md", 'zh = "泊位"\n', "", "entries/berth.md:2: title has no text in zh"),
    ("entries/berth.md", 'en = "A place for one ship."\n', "", "entries/berth.md:2: short has no text in en"),
    ("entries/berth.md", 'en = "A place for one ship."', 'en = " "', "entries/berth.md:13: short in en is empty"),
    ("entries/berth.md", "::zh\n没有[船](harbour:ship)时，泊位是空的。\n", "",
     "entries/berth.md:16: the clause “is-free” has no text in zh"),
    ("entries/moor.md", "::note zh\n原文有误，这里如此理解。\n", "",
     "entries/moor.md:23: the note of “only-at-a-free-berth” has no text in zh"),
    ("entries/berth.md", "## is-free ·", "## Is_Free ·",
     "entries/berth.md:16: “Is_Free” is no slug: small Latin letters, digits, single hyphens"),
    ("entries/berth.md", "definition · seed", "defintion · seed",
     "entries/berth.md:16: unknown kind of clause “defintion”: mechanical, definition, reference, example;"
     " did you mean definition?"),
    ("entries/berth.md", "definition · seed", "definition · sead",
     "entries/berth.md:16: unknown origin “sead”: [origins] of content/harbour/game.toml has seed, inferred;"
     " did you mean seed?"),
    ("entries/berth.md", 'kind = "term"', 'kind = "terms"',
     "entries/berth.md:3: unknown kind of entry “terms”: [kinds] of content/harbour/game.toml has action, term;"
     " did you mean term?"),
    ("entries/berth.md", "A berth is free", "# A berth is free", "entries/berth.md:22: a heading is not used in texts"),
    ("entries/berth.md", "A berth is free", "A <b>berth</b> is free", "entries/berth.md:22: HTML is not used in texts"),
    ("entries/berth.md", "no [ship](harbour:ship)", "no [ship](ship)",
     "entries/berth.md:22: link target “ship” is no id: game:entry, game:entry#clause, example:game/name or ruling:"
     "name, of small Latin letters, digits and single hyphens"),
    ("entries/berth.md", "no [ship](harbour:ship)", "no [ship](javascript:x)",
     "entries/berth.md:22: “[ship](javascript:x)” does not become a link"),
    ("examples/full-harbour.toml", '"harbour:berth#is-free"', '"harbour:berth#is-fre"',
     "examples/full-harbour.toml:5: there is no harbour:berth#is-fre; did you mean harbour:berth#is-free?"),
    ("examples/full-harbour.toml", ', en = "A full harbour"', "",
     "examples/full-harbour.toml:1: title has no text in en"),
    ("examples/full-harbour.toml", "v = 1\n", 'v = 1\nlines = [\n  { name = "main" },\n  { name = "left" },\n]\n',
     "examples/full-harbour.toml:12: the line “left” has no title for readers; give it one in [lines]"),
    ("examples/full-harbour.toml", "berths = 2", "berths = 2024-01-01",
     "examples/full-harbour.toml:8: the scenario cannot be written as JSON:"
     " Object of type date is not JSON serializable"),
    ("redirects.toml", '= "harbour:moor"\n', '= "harbour:mor"\n',
     "redirects.toml:1: there is no harbour:mor; did you mean harbour:moor?"),
    ("redirects.toml", '"harbour:tie-up" =', '"harbour:berth" =',
     "redirects.toml:1: harbour:berth is still there; a redirect would hide it"),
    ("redirects.toml", '"harbour:tie-up" = "harbour:moor"', '"harbour:tie-up" = "harbour:anchor"',
     "redirects.toml:1: harbour:anchor is itself redirected; name the id it has now"),
    ("redirects.toml", '"harbour:tie-up" =', '"coast:tie-up" =',
     "redirects.toml:1: coast:tie-up is of another game; its redirect belongs there"),
    ("redirects.toml", ', en = "The game has no anchors any more."', "",
     "redirects.toml:4: harbour:anchor is gone, but nothing says why in en"),
    ("game.toml", ', en = "Terms"', "", "game.toml:19: “kinds.term” has no text in en"),
    ("game.toml", 'language = "ru"', 'language = "rus"', "game.toml:2: unknown language “rus”: one of ru, zh, en"),
    ("game.toml", 'slug = "harbour"', 'slug = "harbor"',
     "game.toml:1: the slug “harbor” is not the folder's name “harbour”; did you mean harbour?"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "old", "new", "expected"), CASES)
def test_each_fault_is_told_at_its_line(problems, change, name, old, new, expected):
    change(name, old, new)
    assert f"content/harbour/{expected}" in [str(problem) for problem in problems()]


def test_a_game_may_not_take_the_path_of_another_page(content, problems, change):
    change("game.toml", 'slug = "harbour"', 'slug = "search"')
    (content / "harbour").rename(content / "search")
    assert any(p.message.startswith("“search” is the first part of another path") for p in problems())


def test_a_name_that_two_entries_bear_is_a_warning_only(problems, change):
    change("entries/ship.md", 'en = ["vessel"]', 'en = ["vessel", "Mooring"]')
    (problem,) = problems()
    assert str(problem) == (
        "content/harbour/entries/ship.md:11: warning: the name in en “mooring” is also one of harbour:moor"
    )
    assert errors([problem]) == []


def test_links_may_lead_to_games_that_are_loaded_from_elsewhere(content, change):
    change("entries/berth.md", "no [ship](harbour:ship)", "no [ship](coast:ship)")
    packs, _ = read_packs(content)
    assert [p.message for p in checks.check(packs)] == ["there is no coast:ship"]
    assert checks.check(packs, ["coast:ship"]) == []


def test_whoever_can_play_examples_is_asked(content, monkeypatch):
    def play(example):
        return [
            Problem(
                example.path,
                example.scenario_line,
                f"{example.scenario['setup']['ships']} ships are too many",
            )
        ]

    monkeypatch.setattr(checks, "EXAMPLE_CHECKS", [play])
    packs, _ = read_packs(content)
    assert list(map(str, checks.played(packs))) == [
        "content/harbour/examples/full-harbour.toml:8: 3 ships are too many"
    ]


def test_an_id_that_vanished_is_named_unless_it_moved(content, change):
    packs, _ = read_packs(content)
    held = ["harbour:ship", "harbour:sloop", "harbour:tie-up", "harbour:tie-up#needs-a-rope", "harbour:tie-up#other",
            "harbour:anchor#heavy", "elsewhere:x", "example:harbour/empty-harbour"]  # fmt: skip
    assert [problem.message.partition(" was published")[0] for problem in checks.vanished(packs, held)] == [
        "example:harbour/empty-harbour",
        "harbour:sloop",
        "harbour:tie-up#other",
    ]
