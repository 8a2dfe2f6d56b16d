"""Looking at pages as a reader does: what goes wrong while they open, what is too wide, pale or unnamed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

PHONE, DESK = (360, 740), (1100, 800)
LEAST = 4.5  # WCAG 2, level AA, text of any size

CONTRAST = """
() => {
  const parts = (value) => (value.match(/[\\d.]+/g) || []).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((c) => c / 255)
    .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const ground = (one) => {
    for (let at = one; at; at = at.parentElement) {
      const found = parts(getComputedStyle(at).backgroundColor);
      if (found.length < 4 || found[3] > 0) return found;
    }
    return parts(getComputedStyle(document.documentElement).backgroundColor);
  };
  const found = [];
  for (const one of document.querySelectorAll("body *")) {
    const own = [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (!own || !one.checkVisibility()) continue;
    const ink = parts(getComputedStyle(one).color), paper = ground(one);
    const [a, b] = [light(ink), light(paper)];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < %s) found.push(one.tagName + "." + one.className + " " + ratio.toFixed(2));
  }
  return [...new Set(found)];
}
"""

UNNAMED = """
() => [...document.querySelectorAll(
    "a, button, input:not([type=hidden]), select, summary, section, nav, textarea")]
  .filter((one) => !(one.textContent.trim() || one.getAttribute("aria-label")
    || (one.labels && [...one.labels].some((label) => label.textContent.trim()))))
  .map((one) => one.outerHTML.slice(0, 80))
"""

LOST = """
() => [...document.querySelectorAll("a[href^='#']")].map((one) => one.getAttribute("href").slice(1))
  .filter((id) => !document.getElementById(decodeURIComponent(id)))
"""

WIDTH = "() => document.documentElement.scrollWidth - innerWidth"
UNFOLD = "() => document.querySelectorAll('details').forEach((one) => { one.open = true; })"


@contextmanager
def looking(
    browser: Any, path: Path | str, size: tuple[int, int] = PHONE, scheme: str = "light"
) -> Iterator[Any]:
    """A page on a screen of that size; whatever it asks for, or complains of, is in `page.complaints`."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, color_scheme=scheme, offline=True
    )
    page = context.new_page()
    page.set_default_timeout(5000)
    page.complaints = []
    page.on("console", lambda one: page.complaints.append(f"console: {one.text}"))
    page.on("pageerror", lambda one: page.complaints.append(f"error: {one}"))
    page.on("request", lambda one: None if local(one.url) else page.complaints.append(f"asks for {one.url}"))
    page.goto(Path(path).as_uri() if isinstance(path, Path) else path)
    yield page
    context.close()


def local(url: str) -> bool:
    """Is this a file of the page itself?"""
    return url.startswith("file:")


def faults(page: Any) -> list[str]:
    """What a reader would stumble over: everything unfolded, nothing too wide, pale, unnamed or lost."""
    page.evaluate(UNFOLD)
    found = list(page.complaints)
    over = page.evaluate(WIDTH)
    found += [f"{over} px too wide"] if over > 0 else []
    found += [f"pale: {one}" for one in page.evaluate(CONTRAST % LEAST)]
    found += [f"unnamed: {one}" for one in page.evaluate(UNNAMED)]
    return found + [f"leads nowhere: #{one}" for one in page.evaluate(LOST)]
