"""The trace in the README is printed by the engine."""

import doctest
from pathlib import Path

README = Path(__file__).resolve().parents[2] / "README.md"


def test_the_trace_in_the_readme_is_what_the_engine_prints():
    text = README.read_text(encoding="utf-8").replace("```", "\n")
    test = doctest.DocTestParser().get_doctest(text, {}, "README", str(README), 0)
    assert len(test.examples) == 3
    assert test.examples[-1].want.count("\n") == 5
    result = doctest.DocTestRunner(verbose=False).run(test)
    assert result.failed == 0
