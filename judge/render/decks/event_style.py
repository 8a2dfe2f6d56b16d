"""What the pages of an event look like:
as a report does, but on paper no part waits for a page of its own.
"""

from __future__ import annotations

from typing import Final

from judge.render.decks.style import REPORT

EVENT: Final = (
    REPORT
    + """
.kind { margin-top: 1rem; }
.kind li { padding: .25rem 0; border-top: 1px solid var(--line); }
.pick { padding: .6rem .8rem; border: 2px solid var(--ink); border-radius: .4rem; }
@media print { section { break-inside: auto; padding: 0; border: 0; border-top: .3mm solid #000; border-radius: 0; }
  li { break-inside: avoid; } tbody th, tbody td { padding-top: .15rem; padding-bottom: .15rem; }
  tbody th .dim { display: inline; margin-left: .6rem; } td .dim { display: inline; margin-left: .4rem; } }
"""  # noqa: E501
)

ROSTER: Final = """
.roster { font-size: 9pt; }
.roster td { padding: .5mm 3mm .5mm 0; }
.roster td small { margin-left: 1.5mm; font-size: 7.5pt; white-space: nowrap; }
.roster .told { overflow-wrap: normal; } .roster .file { min-width: 24mm; }
.roster .why td { padding-left: 6mm; font-size: 8pt; } .roster .unread td { border-bottom: 0; break-after: avoid; }
@media screen and (max-width: 190mm) { .roster td small { display: block; margin: 0; }
  .roster .file { min-width: 14mm; } .roster .who { min-width: 24mm; } .roster th, .roster td { padding-right: 2mm; } }
"""  # noqa: E501

COUNTS: Final = """
@page { size: A4 portrait; margin: 10mm 12mm 12mm; @bottom-right { content: counter(page) " / " counter(pages);
  font: 8pt sans-serif; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 4mm; max-width: 200mm; font: 9pt/1.25 system-ui, "Liberation Sans", Arial, sans-serif;
  color: #000; background: #fff; overflow-wrap: anywhere; print-color-adjust: exact; }
h1 { margin: 0; font-size: 14pt; line-height: 1.2; }
p { margin: 1mm 0; }
main { columns: 2; column-gap: 6mm; column-rule: .2mm solid #999; margin-top: 3mm; }
.none { margin: 0 0 3mm; padding: 1mm; border: .4mm solid #000; break-inside: avoid; }
table { width: 100%; margin: 0 0 3mm; border-collapse: collapse; border: .4mm solid #000; }
thead { display: table-header-group; } tfoot { display: table-row-group; } tr { break-inside: avoid; }
th, td { padding: .5mm 1mm; border-bottom: .1mm solid #999; text-align: left; vertical-align: top; font-weight: 400; }
.who { background: #ddd; font-weight: 700; } .who small, small { font-size: 7.5pt; font-weight: 400; }
.part th { border-bottom: .3mm solid #000; font-weight: 700; break-after: avoid; }
.part { break-after: avoid; }
.n { width: 7mm; text-align: right; font-variant-numeric: tabular-nums; }
.box { width: 11mm; border-left: .1mm solid #999; border-right: .1mm solid #999; }
.small { font-size: 7.5pt; color: #333; white-space: nowrap; max-width: 24mm; overflow: hidden; text-overflow: ellipsis; }
.sign td { height: 8mm; vertical-align: bottom; font-size: 7.5pt; }
@media print { body { padding: 0; max-width: none; } }
@media screen and (max-width: 160mm) { main { columns: 1; } }
"""  # noqa: E501
