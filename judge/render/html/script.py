"""What a ruling's page does by itself: it unfolds what a link leads to, and everything for paper."""

from __future__ import annotations

from typing import Final

SCRIPT: Final = """
"use strict";
function unfold(id) {
  const target = id && document.getElementById(id);
  if (!target) return;
  for (let one = target; one; one = one.parentElement) if (one.tagName === "DETAILS") one.open = true;
  target.scrollIntoView({ block: "start" });
  target.focus({ preventScroll: true });
}
function follow() {
  let id = location.hash.slice(1);
  try { id = decodeURIComponent(id); } catch (error) { /* as it is written */ }
  unfold(id);
}
addEventListener("hashchange", follow);
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href^='#']");
  if (link && link.getAttribute("href") === location.hash) { event.preventDefault(); follow(); }
});
let folded = [];
addEventListener("beforeprint", () => {
  folded = [...document.querySelectorAll("details:not([open])")];
  for (const one of folded) one.open = true;
});
addEventListener("afterprint", () => { for (const one of folded) one.open = false; });
follow();
"""
