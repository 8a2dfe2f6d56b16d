"""The style of a ruling's page: for phones first, for wide screens, in light and dark, on paper."""

from __future__ import annotations

from typing import Final

COLOURS: Final = """
:root { color-scheme: light dark; --ink: #1c1e21; --dim: #5c6370; --page: #fff; --card: #f4f5f7; --line: #d5d9e0;
  --link: #0b57b7; --good: #11692f; --bad: #b3141c; --doubt: #8a5300; --glow: #fff6df; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e6ea; --dim: #a0a7b4; --page: #15171a; --card: #1e2126;
  --line: #383d46; --link: #8ab8ff; --good: #6fd08c; --bad: #ff8d8a; --doubt: #f0b860; --glow: #2b2416; } }
"""  # noqa: E501

BASE: Final = (
    COLOURS
    + """
* { box-sizing: border-box; }
html { scroll-padding-top: 6.5rem; }
body { margin: 0 auto; padding: 0 .75rem 2rem; max-width: 46rem; font: 1rem/1.45 system-ui, sans-serif;
  color: var(--ink); background: var(--page); overflow-wrap: anywhere; }
h1 { margin: .5rem 0 .2rem; font-size: 1.25rem; line-height: 1.3; }
h2, summary.part { margin: 0; font-size: .8rem; font-weight: 700; letter-spacing: .06em; text-transform: uppercase;
  color: var(--dim); }
h3 { margin: .8rem 0 .1rem; font-size: .9rem; }
p { margin: .25rem 0; }
ul, ol, dl, dd { margin: 0; padding: 0; list-style: none; }
a { color: var(--link); text-decoration: none; }
a:hover { text-decoration: underline; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
:target { background: var(--glow); }
.dim { color: var(--dim); }
.no, .fails { color: var(--bad); } .yes, .holds { color: var(--good); }
.mixed, .not-yet, .undecided, strong.open, span.open, .decides h3 { color: var(--doubt); }
section { padding: .4rem 0; border-top: 1px solid var(--line); }
section:not(:has(> h2)) { padding: 0; }
section > details[open] { padding-bottom: .55rem; }
summary { min-height: 2.75rem; padding: .6rem 0; cursor: pointer; }
button { min-height: 2.75rem; padding: 0 1.4rem; font: inherit; color: var(--link); background: var(--card);
  border: 1px solid var(--line); border-radius: .4rem; cursor: pointer; }
pre { margin: 0; white-space: pre-wrap; font-size: .85rem; }
"""  # noqa: E501
)

BOARD: Final = """
.zone { padding: .35rem 0; border-top: 1px solid var(--line); }
.zone dt { font-size: .85rem; color: var(--dim); }
.zone dd { padding-left: .5rem; }
.was::before, .now::before { display: inline-block; min-width: 3.4rem; color: var(--dim); font-size: .8rem;
  content: attr(data-when); }
.card { display: inline-block; margin: .1rem .4rem .1rem 0; padding: .05rem .45rem; background: var(--card);
  border: 1px solid var(--line); border-radius: .3rem; }
.card .dim { font-size: .85rem; }
@media (min-width: 40rem) { .sides { display: grid; grid-template-columns: 1fr 1fr; gap: 0 2rem; } }
"""

RULING: Final = (
    BASE
    + BOARD
    + """
.bar { position: sticky; top: 0; z-index: 1; margin: 0 -.75rem; padding: .4rem .75rem 0; background: var(--page);
  border-bottom: 1px solid var(--line); }
.bar p { display: flex; justify-content: space-between; gap: 1rem; margin: 0; }
.bar strong { font-size: 1.1rem; letter-spacing: .03em; }
nav { display: flex; }
nav a { flex: 1; min-height: 2.75rem; padding-top: .7rem; text-align: center; font-size: .9rem; }
.title { margin: .1rem 0 .4rem; font-size: .85rem; line-height: 1.35; }
.asked li, .steps li { display: flex; gap: .4rem .8rem; justify-content: space-between; padding: .25rem 0; }
.asked li + li, .next li + li { border-top: 1px solid var(--line); }
.asked b, .steps .by { flex: none; max-width: 45%; text-align: right; }
.asked .wrong { flex-basis: 100%; }
.reason > details > summary { min-height: 0; padding: .35rem 0 .1rem; font-weight: 600; }
.reason p { margin: 0; } .reason + .reason { margin-top: .5rem; }
.reason .text { padding: .4rem .7rem; border-left: 3px solid var(--line); }
.steps li { padding: .25rem 0; }
.steps .n { flex: none; width: 1.6rem; text-align: right; font-variant-numeric: tabular-nums; }
.steps .n a { color: var(--dim); } .steps .said { flex: 1; }
.steps .d1 .said { padding-left: 1rem; } .steps .d2 .said { padding-left: 2rem; }
.steps .d3 .said { padding-left: 3rem; } .steps .d4 .said { padding-left: 4rem; }
.by { font-size: .85rem; }
.by a { display: inline-block; padding: .15rem 0; }
.open > .decides { padding: .5rem .7rem; background: var(--glow); border-left: 3px solid var(--doubt); }
.ways li { padding: .3rem 0 .3rem 1rem; text-indent: -1rem; }
code { font-size: .85rem; color: var(--dim); }
.views { display: flex; flex-wrap: wrap; gap: 0 .5rem; }
.views input { position: absolute; opacity: 0; }
.views label { min-height: 2.75rem; padding: .65rem .9rem; border-bottom: 3px solid transparent; cursor: pointer; }
.views input:checked + label { border-color: var(--link); font-weight: 600; }
.views input:focus-visible + label { outline: 2px solid var(--link); }
.view { display: none; flex-basis: 100%; }
#v-all:checked ~ .of-all, #v-A:checked ~ .of-A, #v-B:checked ~ .of-B { display: block; }
.articles li { padding: .5rem 0; border-top: 1px solid var(--line); }
.uses { font-size: .9rem; } .uses li { padding: .1rem 0 .1rem 1rem; border: 0; }
footer { margin-top: 1.5rem; padding-top: .7rem; border-top: 1px solid var(--line); font-size: .85rem; }
@media (min-width: 40rem) { body { padding: 0 1.5rem 3rem; } .bar { margin: 0 -1.5rem; padding: .5rem 1.5rem 0; }
  nav { max-width: 26rem; }}
@page { margin: 15mm 14mm; }
@media print { :root { font-size: 9.5pt; color-scheme: light; --ink: #000; --dim: #333; --page: #fff; --card: #fff; --line: #888;
    --link: #000; --good: #000; --bad: #000; --doubt: #000; --glow: #fff; }
  body { max-width: none; padding: 0; } .bar { position: static; margin: 0; padding: 0; } nav, .views label, .text .by, summary:not(.part, .reason summary) { display: none; }
  .view { display: none !important; } .of-all { display: block !important; } .views.one .view { display: block !important; }
  details::details-content { content-visibility: visible; height: auto; display: block; }
  summary { min-height: 0; padding: .2rem 0; list-style: none; } li, .zone, .reason { break-inside: avoid; }
  h2, h3, summary { break-after: avoid; } }
"""  # noqa: E501
)
