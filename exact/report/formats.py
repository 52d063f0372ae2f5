"""Documents as Markdown, CSV, LaTeX and HTML.

Every table goes through ``_grid``, the only caller of tabulate: it never lets tabulate read numbers, which would
round and rewrite them.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable

from tabulate import tabulate

from exact.report.document import Block, Document, Figure, Format, Heading, Paragraph, Table
from exact.report.escape import for_csv, for_html, for_latex, for_markdown, markdown_line


def render(document: Document, form: Format) -> str:
    """The document in that format, ending in a newline."""
    if form == "md":
        return "\n\n".join(_markdown(block) for block in document.blocks) + "\n"
    if form == "latex":
        return "\n\n".join(_latex(block) for block in document.blocks) + "\n"
    if form == "html":
        return _PAGE.format(title=for_html(_title(document)), body=html_fragment(document))
    if form == "csv":
        return _csv(document.flat)
    raise ValueError(f"format {form!r}: a document is written as md, csv, latex or html")


def html_fragment(document: Document) -> str:
    """The document as HTML without the page around it, for notebooks."""
    return "\n".join(_html(block) for block in document.blocks)


def _grid(table: Table, style: str, escape: Callable[[str], str]) -> str:
    """The table through tabulate, every cell a text."""
    if not table.rows:
        return "(none)"
    columns = [escape(column) for column in table.columns]
    align = ["right" if index in table.numeric else "left" for index in range(len(columns))]
    rows = [[escape(cell) for cell in row] for row in table.rows]
    text: str = tabulate(rows, headers=columns, tablefmt=style, disable_numparse=True, colalign=align)
    return text


def _markdown(block: Block) -> str:
    match block:
        case Heading():
            return f"{'#' * block.level} {for_markdown(block.text)}"
        case Paragraph():
            return markdown_line(block.text)
        case Table():
            return _grid(block, "pipe", for_markdown)
        case Figure():
            return markdown_line(block.caption)


def _latex(block: Block) -> str:
    match block:
        case Heading():
            return f"\\{'sub' * (block.level - 1)}section*{{{for_latex(block.text)}}}"
        case Paragraph():
            return for_latex(block.text)
        case Table():
            return _grid(block, "latex_raw", for_latex)
        case Figure():
            return for_latex(block.caption)


def _html(block: Block) -> str:
    match block:
        case Heading():
            return f"<h{block.level}>{for_html(block.text)}</h{block.level}>"
        case Paragraph():
            return f"<p>{for_html(block.text)}</p>"
        case Table():
            return _grid(block, "unsafehtml", for_html)
        case Figure():
            return f"<figure>\n{block.svg}<figcaption>{for_html(block.caption)}</figcaption>\n</figure>"


def _csv(table: Table) -> str:
    """The table as CSV after RFC 4180, but with plain newlines."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([for_csv(column) for column in table.columns])
    writer.writerows([for_csv(cell) for cell in row] for row in table.rows)
    return text.getvalue()


def _title(document: Document) -> str:
    return next((block.text for block in document.blocks if isinstance(block, Heading)), "exact")


_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; }}
body {{ font-family: system-ui, sans-serif; line-height: 1.45; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; }}
h1, h2, h3 {{ line-height: 1.2; }}
h2 {{ border-bottom: 2px solid #8886; margin-top: 2.5rem; padding-bottom: .25rem; }}
p {{ max-width: 48rem; }}
table {{ border-collapse: collapse; display: block; font-variant-numeric: tabular-nums; margin: 1rem 0; overflow-x: auto; }}
th {{ text-align: left; vertical-align: bottom; }}
th, td {{ border-bottom: 1px solid #8886; padding: .25rem .75rem; }}
td {{ max-width: 30rem; vertical-align: top; }}
p, td:last-child, td:nth-child(n + 2):not([style*="right"]) {{ overflow-wrap: anywhere; }}
td[style*="right"] {{ white-space: nowrap; }}
table:has(th:nth-child(7)) {{ font-size: .85rem; }}
table:has(th:nth-child(7)) :is(th, td) {{ padding: .25rem .4rem; }}
figure {{ margin: 1rem 0; }}
figcaption {{ font-size: .9em; }}
@media (max-width: 40rem) {{
  body {{ margin: 1rem auto; }}
  th, td {{ padding: .25rem .4rem; }}
  table {{ font-size: .85rem; }}
}}
@media print {{
  @page {{ margin: 18mm 15mm; }}
  :root {{ color-scheme: light; }}
  body {{ font-size: 9pt; margin: 0; max-width: none; padding: 0; }}
  h1, h2, h3 {{ break-after: avoid; }}
  table {{ display: table; font-size: 7.5pt; overflow: visible; }}
  th, td {{ padding: .15rem .35rem; }}
  thead {{ display: table-header-group; }}
  table, tr, figure {{ break-inside: avoid; }}
}}
</style>
</head>
<body>
{body}
</body>
</html>
"""
