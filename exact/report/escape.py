"""Names from a game file are data: how a text becomes harmless in each format."""

from __future__ import annotations

import re
import unicodedata

_CONTROL = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
_MARKDOWN = r"([\\`*_{}\[\]|~$])"
_MARKDOWN_START = r"^(\s*)([-+#=]|\d+(?=[.)]))"
_LATEX = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%", "_": r"\_",
    "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "|": r"\textbar{}", '"': r"\textquotedbl{}", "`": r"\textasciigrave{}", "∞": r"$\infty$",
}  # fmt: skip
_NUMBER = r"[-+]?[0-9]+(\.[0-9]+)?(/[0-9]+)?"


def visible(text: str) -> str:
    r"""The text with every control, format and unassigned character written out, so that none can act.

    >>> visible("a\x1b[31mb\n")
    'a\\x1b[31mb\\n'
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(char.encode("unicode_escape").decode() if unicodedata.category(char) in _CONTROL else char for char in text)


def for_markdown(text: str) -> str:
    """The text inside Markdown, in a paragraph or a table cell."""
    escaped = re.sub(_MARKDOWN, r"\\\1", visible(text))
    return escaped.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def markdown_line(text: str) -> str:
    """The text as a Markdown paragraph: its start cannot make a list, a heading or a rule."""
    return re.sub(_MARKDOWN_START, lambda m: f"{m[1]}{m[2]}\\" if m[2].isdigit() else f"{m[1]}\\{m[2]}", for_markdown(text))


def for_html(text: str) -> str:
    """The text inside HTML, in an element or an attribute."""
    from html import escape  # loaded here: its table of entities would slow every other format down

    return escape(visible(text))


def for_latex(text: str) -> str:
    """The text inside LaTeX."""
    return "".join(_LATEX.get(char, char) for char in visible(text))


def for_csv(text: str) -> str:
    """The text in a CSV cell: what a spreadsheet would take for a formula gets an apostrophe before it."""
    shown = visible(text)
    risky = shown[:1] in {"=", "+", "-", "@", "\t"} and not re.fullmatch(_NUMBER, shown)
    return f"'{shown}" if risky else shown
