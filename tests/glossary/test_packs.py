import datetime

from glossary.packs import digest, read_packs


def test_a_pack_is_read_with_the_line_of_everything(content):
    (pack,), problems = read_packs(content)
    assert problems == []
    assert (pack.slug, pack.language, pack.order) == ("harbour", "ru", 7)
    assert pack.edition_date == datetime.date(2024, 5, 1)
    assert list(pack.kinds) == ["action", "term"]
    entry = next(e for e in pack.entries if e.slug == "moor")
    lines = (content / "harbour/entries/moor.md").read_text(encoding="utf-8").split("\n")
    assert entry.path == "content/harbour/entries/moor.md"
    assert lines[entry.title["zh"].line - 1] == 'zh = "系泊（船）"'
    assert [clause.slug for clause in entry.clauses] == [
        "only-at-a-free-berth",
        "needs-a-rope",
        "seen-at-dusk",
    ]
    first = entry.clauses[0]
    assert lines[first.line - 1].startswith("## only-at-a-free-berth")
    assert lines[first.text["en"].line - 1] == first.text["en"].text
    assert lines[first.note["zh"].line - 1] == first.note["zh"].text
    assert (first.kind, first.origin) == ("mechanical", "seed")
    assert entry.clauses[1].text["ru"].text.endswith("- **лишний** канат возвращают.")


def test_an_example_carries_its_game_into_the_scenario(content):
    (pack,), _ = read_packs(content)
    (example,) = pack.examples
    assert example.scenario == {
        "v": 1,
        "edition": "first",
        "setup": {"ships": 3, "berths": 2},
        "game": "harbour",
    }
    assert example.cite_lines == {"harbour:moor#only-at-a-free-berth": 4, "harbour:berth#is-free": 5}


def test_windows_line_ends_and_a_byte_order_mark_read_the_same(content):
    before, _ = read_packs(content)
    path = content / "harbour/entries/berth.md"
    text = path.read_text(encoding="utf-8")
    path.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    assert read_packs(content) == (before, [])


def test_every_fault_of_form_is_collected_not_only_the_first(content, change):
    change("entries/moor.md", "::zh\n没有缆绳", "::cn\n没有缆绳")
    change("entries/moor.md", "## seen-at-dusk · example · inferred", "## seen-at-dusk - example")
    change("entries/berth.md", "[short]", "[shrot]")
    change("entries/ship.md", 'slug = "ship"', "slug = ship")
    change("redirects.toml", '"harbour:tie-up" = "harbour:moor"', '"harbour:tie-up" = 7')
    (content / "harbour/entries/blank.md").write_text("text\n", encoding="utf-8")
    (content / "other").mkdir()
    _, problems = read_packs(content)
    found = sorted(str(problem).removeprefix("content/") for problem in problems)
    expected = [
        ("harbour/entries/berth.md:10: ", "unknown key “shrot”; did you mean short?"),
        ("harbour/entries/berth.md:2: ", "“short” is missing"),
        ("harbour/entries/blank.md:1: ", "starts with a line +++"),
        ("harbour/entries/moor.md:43: ", "unknown block “::cn”"),
        ("harbour/entries/moor.md:48: ", "a clause's heading reads"),
        ("harbour/entries/ship.md:2: ", "not valid TOML"),
        ("harbour/redirects.toml:1: ", "must name an id"),
        ("other/game.toml:1: ", "has no game.toml"),
    ]
    for place, words in expected:
        assert any(line.startswith(place) and words in line for line in found), (place, words, found)


def test_text_outside_a_block_and_a_doubled_block_are_named(content, change):
    change("entries/berth.md", "+++\n\n## is-free", "+++\n\nstray\n\n## is-free")
    change("entries/ship.md", "::zh\n", "::ru\n")
    _, problems = read_packs(content)
    assert [str(problem) for problem in problems] == [
        "content/harbour/entries/berth.md:16: text before the first clause; it needs a line such as ::ru above it",
        "content/harbour/entries/ship.md:22: “::ru” stands twice in the clause “has-a-captain”",
    ]


def test_a_folder_without_packs_is_a_problem(tmp_path):
    assert [p.message for p in read_packs(tmp_path)[1]] == [
        "the folder holds no pack (a folder with a game.toml)"
    ]
    assert [p.message for p in read_packs(tmp_path / "none")[1]] == ["there is no such folder of packs"]


def test_a_file_that_is_not_utf8_is_named(content):
    (content / "harbour/entries/ship.md").write_bytes(b"+++\n\xff\n+++\n")
    _, problems = read_packs(content)
    assert str(problems[0]) == "content/harbour/entries/ship.md:1: not UTF-8: byte 4 cannot be read"


def test_the_digest_changes_with_any_file(content, change):
    before = digest(content)
    assert digest(content) == before
    change("examples/full-harbour.toml", "ships = 3", "ships = 4")
    assert digest(content) != before
