"""scripts/prepare.py: what need not be done again."""

from pathlib import Path

import prepare  # scripts/, put on the path by conftest.py
import pytest
from django.core.management.base import CommandError


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "requirements.lock").write_text("one==1", encoding="ascii")
    (tmp_path / "static" / "css").mkdir(parents=True)
    (tmp_path / "static" / "css" / "base.css").write_text("a{}", encoding="ascii")
    return tmp_path


def changes(project: Path, path: str, text: str) -> bool:
    before = prepare.static_digest(project)
    (project / path).write_text(text, encoding="ascii")
    return prepare.static_digest(project) != before


def test_static_files_are_collected_again_when_one_changed(project: Path) -> None:
    assert changes(project, "static/css/base.css", "b{}")
    assert changes(project, "static/css/new.css", "")
    assert changes(project, "requirements.lock", "one==2")
    assert not changes(project, "README.md", "text")


def test_usual_words_are_not_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def command(name: str, stdout, **options: object) -> None:
        stdout.write("nothing changed\nberserk:move#x: the site's text stays\n")
        if options:
            raise CommandError("refused")

    monkeypatch.setattr("django.core.management.call_command", command)
    prepare.run("load_content")
    assert capsys.readouterr().out == "berserk:move#x: the site's text stays\n"
    with pytest.raises(CommandError):
        prepare.run("load_content", force=True)
    assert "the site's text stays" in capsys.readouterr().out


@pytest.mark.django_db
def test_a_database_that_is_up_to_date_is_left_alone(capsys: pytest.CaptureFixture[str]) -> None:
    prepare.migrate()
    assert capsys.readouterr().out == ""
