"""Certificates: canonical JSON, digests, and the sums of a folder of files.

Canonical JSON is that of RFC 8785. Python's ``json`` writes it byte for byte where three rules hold, which are
enforced here: keys are ASCII (then the order of code points is that of UTF-16), no number is a float, and every
integer is one that a double holds exactly.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping

LARGEST = 2**53 - 1
"""The largest integer that JSON numbers may have (RFC 8785, section 3.2.2.3, RFC 7493, section 2.2)."""

SUMS = "SHA256SUMS"
_SUM = re.compile(r"([0-9a-f]{64})  (\S+)")


def canonical_json(value: object) -> bytes:
    """The value as canonical JSON after RFC 8785, in UTF-8 and without a newline.

    >>> canonical_json({"b": ["1/3", None], "a": 2})
    b'{"a":2,"b":["1/3",null]}'
    """
    import json

    _check(value)
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode("utf-8")


def _check(value: object) -> None:
    """Refuses what Python's ``json`` would not write as RFC 8785 asks."""
    match value:
        case None | bool() | str():
            return
        case int():
            if abs(value) > LARGEST:
                raise ValueError(f"{value}: a JSON number holds at most {LARGEST} exactly: write it as a string")
        case Mapping():
            for key, item in value.items():
                if not isinstance(key, str) or not key.isascii():
                    raise ValueError(f"key {key!r}: write keys in ASCII")
                _check(item)
        case list() | tuple():
            for item in value:
                _check(item)
        case _:
            raise ValueError(f"{value!r}: {type(value).__name__} has no canonical form here: write exact numbers as strings")


def sha256(content: bytes) -> str:
    """The SHA-256 of some bytes in hexadecimal."""
    return hashlib.sha256(content).hexdigest()


def digest(document: object) -> str:
    """The SHA-256 of a document's canonical JSON: what a game file says, whatever its spaces and comments."""
    return sha256(canonical_json(document))


def sums(files: Mapping[str, bytes]) -> bytes:
    """The SHA-256 of every file in the form that ``sha256sum -c`` reads, sorted by path."""
    return "".join(f"{sha256(files[path])}  {path}\n" for path in sorted(files)).encode("utf-8")


def read_sums(content: bytes) -> dict[str, str] | None:
    """The SHA-256 by path; None for anything that is not written as ``sums`` writes it.

    >>> read_sums(sums({"a.md": b"x"})) == {"a.md": sha256(b"x")}
    True
    """
    found: dict[str, str] = {}
    for line in content.decode("utf-8", "replace").splitlines():
        match = _SUM.fullmatch(line)
        if not match or match[2] in found:
            return None
        found[match[2]] = match[1]
    return found
