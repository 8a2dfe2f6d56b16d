"""HTML from texts that anybody may have written: escaped, in isolation, and what steers is written out."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from html import escape

from judge.text.visible import visible


def text(value: object) -> str:
    """A text as HTML: nothing in it is markup, and none of its characters turns the direction of writing."""
    return escape(visible(str(value)))


def text_lines(value: str) -> str:
    """A text of several lines as HTML, for elements that show them as they are."""
    return "\n" + "\n".join(map(text, value.split("\n")))


def apart(value: object) -> str:
    """A text from a file, isolated from the words around it, whatever its direction of writing."""
    return f"<bdi>{text(value)}</bdi>"


def tag(name: str, content: str, kind: str = "", /, **attributes: str) -> str:
    """An element around HTML; its attributes are plain texts."""
    pairs = {"class": kind, **attributes}
    told = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{text(value)}"' for key, value in pairs.items() if value
    )
    return f"<{name}{told}>{content}</{name}>"


def styled(value: str) -> str:
    """A text as a CSS string; every character but plain letters and digits is escaped."""
    plain = (char if char.isascii() and char.isalnum() else f"\\{ord(char):x} " for char in visible(value))
    return f'"{"".join(plain)}"'


def page(title: str, style: str, body: str, lang: str = "en", script: str = "", sends: bool = False) -> str:
    """A whole page that loads nothing from elsewhere and runs no script but `script`; one that `sends` has
    forms for the server that it came from.
    """
    told = f"\n<script>{script}</script>" if script else ""
    return (
        f'<!DOCTYPE html>\n<html lang="{text(lang)}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy(style, script, sends)}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{text(title)}</title>\n<style>{style}</style>\n</head>\n<body>\n{body}{told}\n</body>\n</html>\n"
    )


def policy(style: str, script: str = "", sends: bool = False) -> str:
    """The content security policy: this style and this script, and nothing else."""
    scripts = f"; script-src {fingerprint(script)}" if script else ""
    forms = "'self'" if sends else "'none'"
    return (
        f"default-src 'none'; style-src {fingerprint(style)}{scripts}; base-uri 'none'; form-action {forms}"
    )


def fingerprint(code: str) -> str:
    """The hash by which a policy names a style or a script."""
    return f"'sha256-{b64encode(sha256(code.encode()).digest()).decode()}'"
