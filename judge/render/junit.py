"""JUnit XML, for tools that show test results."""

from __future__ import annotations

from xml.etree.ElementTree import Element, indent, tostring


def xml_text(root: Element) -> str:
    """A report as text, what stands in another on a line of its own."""
    indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(root, encoding="unicode") + "\n"
