"""Ruling files: every fault is told at its file and line."""

import pytest

from tests.rulings.conftest import CLOSED, NAME, RULING

PATH = f"content/berserk/{NAME}"


def lines_of(words, text):
    return [n for n, line in enumerate(text.splitlines(), 1) if words in line]


def test_a_good_file_has_no_problem(problems):
    assert problems() == []


FAULTS = [
    # old, new, the words at whose line it is told, what is told
    ('slug = "a-closed-card"', 'slug = "closed"', "slug =", "the slug “closed” is not the file's name"),
    ('answer = "no"', 'answer = "nope"', "answer =", "unknown answer “nope”: one of yes, no, depends, other"),
    ('state = "official"', 'state = "offical"', "state =", "did you mean official?"),
    ("date = 2026-11-30", 'date = "yesterday"', "date =", "“date” must be YYYY-MM-DD, not 'yesterday'"),
    ("date = 2026-11-30\n", "", None, "“date” is missing"),
    ('"berserk:move#only-open"]', '"berserk:move#only-opn"]', "cites =", "did you mean berserk:move#only-open?"),
    ('cites = ["berserk:move#only-open"]', "cites = []", "cites =", "“cites” names no clause"),
    ('kind = "official-answer"', 'kind = "hearsay"', "kind =", "unknown kind of source “hearsay”"),
    ("https://example.org/answer", "example.org", "url =", "“source.url” must be a web address"),
    ("[lines.open]\nru", "[lines.opne]\nru", "[lines.opne]", "“lines.opne” names no line of the scenario"),
    ("state = ", "states = ", "states =", "unknown key “states”"),
    ("(berserk:move)", "(berserk:mov)", "(berserk:mov)", "there is no berserk:mov; did you mean berserk:move?"),
    ("## why", "## reasons", "## reasons", "unknown heading “## reasons”"),
    ("::zh\n见", "::cn\n见", "::cn", "unknown block “::cn”"),
    ("::zh\n见[](berserk:move)。\n", "", None, "“## why” has no text in zh"),
    ("May it move?", "", None, None),
    ("Does a closed card move?", "x" * 111, "[title]", "the title in en has 111 characters; at most 110"),
    ('place = "E1"', 'place = "E9"', "place =", "scenario/claims/1"),
    ('type = "move", card = "guard"', 'type = "walk", card = "guard"', "answers = [", "scenario/lines/1"),
    ("## question\n", "## question\nwords\n", "words", "text without a language"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "at", "told"), FAULTS, ids=[str(n) for n in range(len(FAULTS))])
def test_each_fault_is_told_at_its_line(content, change, problems, old, new, at, told):
    change(old, new)
    found = problems()
    if told is None:
        assert found == []  # a shorter text is no fault
        return
    text = (content / "berserk" / NAME).read_text(encoding="utf-8")
    matching = [each for each in found if told in str(each)]
    assert matching, [str(each) for each in found]
    assert {each.path for each in matching} == {PATH}
    if at:
        assert set(lines_of(at, text)) & {each.line for each in matching}


def test_a_ruling_needs_a_board_or_the_reason_why_it_has_none(change, problems):
    start, end = RULING.index("[lines.main]"), RULING.index("+++\n\n## question")
    change(RULING[start:end], "")
    assert ["neither a [scenario] nor a [not_played]" in str(each) for each in problems()] == [True]
    change("[title]\n", '[not_played]\nru = "Нет."\nzh = "无。"\nen = "No such cards yet."\n\n[title]\n')
    assert problems() == []


def test_a_board_and_a_reason_for_none_do_not_go_together(change, problems):
    change("[title]\n", '[not_played]\nru = "Нет."\nzh = "无。"\nen = "None."\n\n[title]\n')
    assert ["[not_played] does not go with it" in str(each) for each in problems()] == [True]


def test_a_scenario_must_claim_something(change, problems):
    start, end = RULING.index("[[scenario.claims]]"), RULING.index("+++\n\n## question")
    change(RULING[start:end], "")
    assert ["claims nothing" in str(each) for each in problems()] == [True]


def test_a_ruling_that_does_not_hold_is_a_warning_and_says_where(change, problems):
    change('place = "E1"\n', 'place = "D1"\n')
    found = problems()
    assert [each.level for each in found] == ["warning"]
    assert "scenario/claims/1 does not hold" in found[0].message


def test_a_line_that_stops_is_a_warning_with_its_reason(change, problems):
    change('card = "guard", to = "E1"', 'card = "scout", to = "C2"')
    messages = [str(each) for each in problems()]
    assert any("stops line “open”" in message and "warning" in message for message in messages)


def test_a_mechanical_clause_that_nothing_shows_is_told(change, problems):
    change(f'cites = ["{CLOSED}"]', f'cites = ["{CLOSED}", "berserk:move#uses-movement-supply"]')
    assert problems() == []  # the second line spends supply
    change('take = { type = "move", card = "guard", to = "E1" }', 'take = { type = "pass" }')
    change('place = "E1"', 'place = "D1"')
    lost = [each for each in problems() if "uses-movement-supply is cited, but no step" in str(each)]
    assert [each.level for each in lost] == ["warning"]


def test_one_name_is_one_ruling_in_all_games(content, problems):
    other = content / "harbour"
    (other / "rulings").mkdir(parents=True)
    game = (content / "berserk" / "game.toml").read_text(encoding="utf-8")
    (other / "game.toml").write_text(game.replace('"berserk"', '"harbour"'), encoding="utf-8")
    (other / NAME).write_text(RULING, encoding="utf-8")
    assert any("ruling:a-closed-card stands already in content/berserk" in str(each) for each in problems())


@pytest.mark.parametrize(
    ("text", "told"),
    [("question", "a ruling starts with a line +++"), ("+++\nslug = 1", "+++ that ends the TOML is missing")],
)
def test_a_file_that_is_no_ruling_is_told(content, problems, text, told):
    (content / "berserk" / NAME).write_text(text, encoding="utf-8")
    assert [told in str(each) for each in problems()] == [True]


def test_broken_toml_is_told_at_its_line(change, problems):
    change('answer = "no"', "answer = no")
    assert [(each.line, "not valid TOML" in each.message) for each in problems()] == [(3, True)]
