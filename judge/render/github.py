"""GitHub workflow commands: what is found stands beside its line in a pull request."""

from __future__ import annotations

from judge.text.visible import visible


def command(name: str, properties: dict[str, str], message: str) -> str:
    """One command, its values escaped as GitHub reads them."""
    told = ",".join(f"{key}={_property(visible(value))}" for key, value in properties.items())
    return f"::{name} {told}::{data(message)}"


def data(text: str) -> str:
    """A text as what a command says."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return data(text).replace(":", "%3A").replace(",", "%2C")
