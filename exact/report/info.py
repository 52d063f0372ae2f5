"""What a report of a problem needs: the versions of exact, of Python, and of the libraries it found."""

from __future__ import annotations

from typing import NamedTuple

from exact.report.document import Document, Heading, Table

LIBRARIES = ("click", "more-itertools", "mpmath", "pydantic", "sympy", "tabulate", "tqdm", "tree-sitter", "tree-sitter-toml")
"""What exact is installed with. Without the last two faults of game files come without line numbers."""

OPTIONAL = ("numpy", "numba", "scipy", "pyarrow", "typst", "xlsxwriter", "cryptography", "distributed")
"""What only some commands use; each is imported under the name that it is installed by."""

NOT_INSTALLED = "not installed"


class Info(NamedTuple):
    """The versions found; None for a library that is not there."""

    exact: str
    python: str
    implementation: str
    platform: str
    libraries: dict[str, str | None]
    optional: dict[str, str | None]


def gather(version: str) -> Info:
    """The versions of this installation of exact, which has the given one."""
    import platform

    return Info(
        exact=version,
        python=platform.python_version(),
        implementation=platform.python_implementation(),
        platform=platform.platform(),
        libraries={name: _version(name) for name in LIBRARIES},
        optional={name: _version(name) for name in OPTIONAL},
    )


def _version(name: str) -> str | None:
    """The version of a library that can be imported, looked up without importing it."""
    from importlib.metadata import PackageNotFoundError, version
    from importlib.util import find_spec

    try:
        found = version(name)
    except PackageNotFoundError:
        return None
    return found if find_spec(name.replace("-", "_")) else None


def info_document(info: Info) -> Document:
    """The versions, a line each."""
    rows = [
        ("exact", info.exact),
        (info.implementation, info.python),
        ("platform", info.platform),
        *((name, found or NOT_INSTALLED) for name, found in info.libraries.items()),
    ]
    optional = [(f"{name}", found or NOT_INSTALLED) for name, found in info.optional.items()]
    blocks = (Table.of("what|version", rows), Heading("Optional libraries"), Table.of("library|version", optional))
    return Document(blocks, Table.of("what|version", [*rows, *optional]))


def info_json(info: Info) -> dict[str, object]:
    """The same as JSON, null for what is not installed."""
    return {"schema": "exact.info/1", **info._asdict()}
