"""The shape of the package: imports go one way, modules are small, every public name is told of."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path

import pytest

import exact
from exact.cli import COMMANDS

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "exact"
ROOMS = ["errors", "rounding", "game", "odds", "shoes", "simulation", "audit", "report", "api", "cli"]
"""The rooms from left to right: a module imports from its own room or from one to the left."""

MODULES = sorted(PACKAGE.rglob("*.py"))
IDS = [str(path.relative_to(PACKAGE)) for path in MODULES]


def room(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported(path: Path) -> set[str]:
    """The rooms that a module imports from, at its top or inside a function."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        names = [node.module] if isinstance(node, ast.ImportFrom) and node.module else []
        names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        found |= {name.split(".")[1] for name in names if name.startswith("exact.")}
    return found


@pytest.mark.parametrize("path", [path for path in MODULES if room(path) in ROOMS], ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_go_one_way(path: Path) -> None:
    own = ROOMS.index(room(path))
    assert all(ROOMS.index(name) <= own for name in imported(path)), imported(path)


def test_every_module_is_in_a_room() -> None:
    assert {room(path) for path in MODULES} == {*ROOMS, "__init__", "__main__"}


HOT_LOOPS = {"compiled.py", "dealer.py"}
"""Compiled by numba, which does not inline what it should: their loops stay in one function."""


@pytest.mark.parametrize("path", MODULES, ids=IDS)
def test_modules_and_functions_are_small_and_documented(path: Path) -> None:
    text = path.read_text("utf-8")
    tree = ast.parse(text)
    assert len(text.splitlines()) <= 400
    assert ast.get_docstring(tree)
    most = 80 if path.name in HOT_LOOPS else 40
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            first = node.body[1] if ast.get_docstring(node) and len(node.body) > 1 else node.body[0]
            assert (node.end_lineno or 0) - first.lineno + 1 <= most or "json" in node.name, node.name


@pytest.mark.parametrize("name", exact.__all__)
def test_every_public_name_has_a_docstring_and_stands_in_the_readme(name: str) -> None:
    assert inspect.getdoc(getattr(exact, name))
    assert name in (ROOT / "README.md").read_text("utf-8")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_stands_in_the_readme(command: str) -> None:
    assert f"exact {command}" in (ROOT / "README.md").read_text("utf-8")


def test_only_one_place_calls_the_table_library() -> None:
    assert [path.name for path in MODULES if "tabulate" in imported_names(path)] == ["formats.py"]


def imported_names(path: Path) -> set[str]:
    nodes = ast.walk(ast.parse(path.read_text("utf-8")))
    return {node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module}


def test_the_top_level_holds_what_was_agreed() -> None:
    agreed = {"pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", "exact", "tests", "tables", "scripts"}
    seen = {path.name for path in ROOT.iterdir() if not path.name.startswith(".") and path.name not in ("build", "dist")}
    assert seen <= agreed
