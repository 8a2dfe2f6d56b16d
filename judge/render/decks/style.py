"""Style sheets of pages: on a phone, on a screen in light and dark, and on paper."""

from __future__ import annotations

from typing import Final

# Colours are named once; dark screens and paper only give the names other values.
REPORT: Final = """
:root { color-scheme: light dark; --ink: #1c1e21; --dim: #5c6370; --page: #fff; --card: #f6f7f9;
  --line: #d5d9e0;
  --link: #0b57b7; --good: #11692f; --bad: #b3141c; --doubt: #8a5300; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e6ea; --dim: #a0a7b4; --page: #15171a;
  --card: #1e2126;
  --line: #383d46; --link: #8ab8ff; --good: #6fd08c; --bad: #ff8d8a; --doubt: #f0b860; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem; max-width: 62rem; font: 1rem/1.45 system-ui, sans-serif;
  color: var(--ink);
  background: var(--page); overflow-wrap: anywhere; }
h1 { margin: 0; font-size: 1.5rem; line-height: 1.2; }
h2 { margin: 0; font-size: 1.1rem; }
h3 { margin: .8rem 0 .2rem; font-size: .9rem; }
p { margin: .2rem 0; }
a { color: var(--link); }
a:focus-visible, section:target { outline: 2px solid var(--link); outline-offset: 2px; }
.dim { color: var(--dim); font-size: .9rem; }
.totals { margin: .8rem 0; font-weight: 600; }
.totals span { margin-right: 1rem; white-space: nowrap; }
.cards span { margin-right: .6rem; }
.verdict { white-space: nowrap; }
.legal { color: var(--good); } .illegal, .unreadable { color: var(--bad); } .incomplete, .doubtful {
  color: var(--doubt); }
table { width: 100%; border-collapse: collapse; }
caption { padding: 0; text-align: left; font-size: 0; }
th, td { padding: .35rem .8rem .35rem 0; border-bottom: 1px solid var(--line); text-align: left;
  vertical-align: top; }
th:last-child, td:last-child { padding-right: 0; }
thead th { color: var(--dim); font-size: .85rem; font-weight: 600; }
tbody th { font-weight: 600; }
tbody th .dim { font-weight: 400; }
.n { text-align: right; font-variant-numeric: tabular-nums; }
.n, .cards, thead th { overflow-wrap: normal; white-space: nowrap; }
section { margin: 1rem 0 0; padding: .8rem 1rem; border: 1px solid var(--line); border-radius: .4rem;
  background: var(--card); }
section > header { display: flex; flex-wrap: wrap; gap: 0 1rem; justify-content: space-between;
  align-items: baseline; }
ul { margin: 0; padding: 0; list-style: none; }
section > ul > li { padding: .35rem 0; border-top: 1px solid var(--line); }
li ul { margin: .1rem 0 0 1rem; }
.where { color: var(--dim); font-size: .85rem; }
@media (max-width: 30rem) { body { padding: .7rem; } table { font-size: .85rem; } th, td {
  padding-right: .5rem; }
  td.n { white-space: normal; } .cards span { display: block; } section { padding: .6rem .7rem; } }
@page { size: A4; margin: 16mm 14mm; @bottom-right { content: counter(page) " / " counter(pages);
  font: 8pt sans-serif; } }
@media print { :root { font-size: 9.5pt; --ink: #000; --dim: #333; --page: #fff; --card: #fff; --line: #888;
  --link: #000; --good: #000;
  --bad: #000; --doubt: #000; } body { max-width: none; padding: 0; } a { text-decoration: none; }
  section { break-inside: auto; } tr, li { break-inside: avoid; } section > header { break-after: avoid; } h2, h3 { break-after: avoid; } thead { display: table-header-group; } }
"""  # noqa: E501

CONFIRM: Final = """
.confirm h2 { margin: .8rem 0 .2rem; font-size: 1rem; }
.echo { margin-bottom: .4rem; } .echo th, .echo td { padding: .2rem .8rem .2rem 0; }
.echo th.n:first-child, .echo td.n:first-child { width: 3.5rem; } .echo td:last-child { white-space: nowrap; }
.echo td[colspan] { white-space: normal; }
.sign { margin-top: 1.6rem; padding-bottom: 1.6rem; border-bottom: 1px solid var(--ink); }
@media print { .confirm { margin: 0; padding: 0; border: 0; break-inside: auto; break-before: page; }
  .confirm:first-child { break-before: auto; } .echo th, .echo td { padding-top: .1rem; padding-bottom: .1rem; }
  .listed { columns: 2; column-gap: 8mm; font-size: 8.5pt; } .listed .dim { display: inline; font-size: 7.5pt; }
  .listed div.dim::before { content: " ("; } .listed div.dim::after { content: ")"; } .sign { break-inside: avoid; } }
"""  # noqa: E501

SHEET: Final = """
@page { size: A4 portrait; margin: 10mm 12mm; }
* { box-sizing: border-box; }
body { margin: 0; font: 9.5pt/1.25 system-ui, "Liberation Sans", Arial, sans-serif; color: #000;
  background: #fff;
  overflow-wrap: anywhere; print-color-adjust: exact; }
main > section { width: 186mm; margin: 6mm auto; }
.sheet { display: flex; flex-direction: column; min-height: 276mm; }
h1 { margin: 0 0 1.5mm; font-size: 14pt; line-height: 1.15; }
h2 { margin: 0; font-size: 10pt; break-after: avoid; }
p { margin: 0; }
.long { display: block; }
.head { display: grid; grid-template-columns: 1fr 22mm; gap: 2mm 5mm; }
.fields { display: grid; grid-template-columns: 3fr 2fr; gap: 1mm 5mm; align-self: end; }
.field { display: flex; gap: 2mm; align-items: baseline; border-bottom: .3mm solid #000; min-height: 6mm;
  padding-top: 1mm; }
.field b, .small { font-size: 7.5pt; font-weight: 400; color: #333; white-space: nowrap; }
.initial { border: .6mm solid #000; height: 22mm; align-self: end; text-align: center; }
.initial b { display: block; padding-top: .5mm; font-size: 6pt; font-weight: 400; }
.initial span { font-size: 38pt; line-height: 16mm; font-weight: 700; }
.remark { margin-top: 2mm; padding: 1.2mm 2mm; border: .6mm solid #000; font-weight: 700; }
.totals { margin: 3mm 0 2mm; font-weight: 700; }
.cards { flex: 1; column-gap: 6mm; column-rule: .2mm solid #999; }
.two { columns: 2; } .three { columns: 3; font-size: 8.5pt; }
.group { margin-bottom: 3mm; }
.whole { break-inside: avoid; }
.group h2 { display: flex; justify-content: space-between; padding: .6mm 1mm; background: #ddd; }
ol { margin: 0; padding: 0; list-style: none; }
li { display: grid; grid-template-columns: 6mm 1fr auto; gap: 0 2mm; padding: .55mm 1mm;
  border-bottom: .1mm solid #999;
  break-inside: avoid; }
li span:first-child, .n { text-align: right; font-variant-numeric: tabular-nums; }
li span:last-child { font-size: 7.5pt; white-space: nowrap; align-self: center; max-width: 34mm;
  overflow: hidden; text-overflow: ellipsis; }
.dense li { padding: .15mm 1mm; line-height: 1.15; } .dense .group { margin-bottom: 1.5mm; }
.foot { margin-top: 3mm; display: grid; grid-template-columns: 1fr 1fr; gap: 5mm; break-inside: avoid; }
.sign { align-self: end; border-top: .3mm solid #000; padding-top: .5mm; }
.judge { border: .4mm solid #000; padding: 1.5mm 2mm; display: grid; grid-template-columns: 1fr 2fr;
  gap: 0 4mm; }
.judge h2 { grid-column: 1 / -1; font-size: 8pt; }
.base { margin-top: 2mm; display: flex; justify-content: space-between; gap: 5mm; font-size: 7.5pt; }
table { width: 100%; margin-top: 4mm; border-collapse: collapse; }
th, td { padding: 1mm 3mm 1mm 0; border-bottom: .2mm solid #999; text-align: left; vertical-align: top; }
th { font-size: 8pt; } .n, .once, th { overflow-wrap: normal; white-space: nowrap; } thead {
  display: table-header-group; } tr { break-inside: avoid; }
@media print { main > section { width: auto; margin: 0; break-before: page; } main > section:first-child {
  break-before: auto; } }
@media screen and (max-width: 190mm) { main > section { width: auto; margin: 3mm; }
  .sheet { min-height: 0; } .two, .three { columns: 1; } .fields, .foot { grid-template-columns: 1fr; } }
"""


# --- pages of an event: as a report, but on paper a part does not begin a new page ---------------------
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
