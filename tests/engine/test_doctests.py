"""Every example in the engine's and the games' pages runs."""

import doctest
import importlib
import pkgutil

import pytest

import simulator.engine
import simulator.games


def names():
    for package in (simulator.engine, simulator.games):
        yield package.__name__
        for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            yield info.name


@pytest.mark.parametrize("name", sorted(names()))
def test_examples(name):
    module = importlib.import_module(name)
    result = doctest.testmod(module, optionflags=doctest.FAIL_FAST)
    assert result.failed == 0


def test_there_are_examples():
    count = 0
    for name in names():
        finder = doctest.DocTestFinder(exclude_empty=True)
        count += sum(len(test.examples) for test in finder.find(importlib.import_module(name)))
    assert count > 150
