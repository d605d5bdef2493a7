"""The examples in the docstrings of robokit, which its pages show, give what they say."""

import doctest
import importlib
import pkgutil

import pytest

import robokit

MODULES = [found.name for found in pkgutil.walk_packages(robokit.__path__, "robokit.")]


@pytest.mark.parametrize("name", MODULES)
def test_examples_of_a_module(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_there_are_examples():
    finder = doctest.DocTestFinder()
    found = sum(len(test.examples) for name in MODULES
                for test in finder.find(importlib.import_module(name)))
    assert found > 30
