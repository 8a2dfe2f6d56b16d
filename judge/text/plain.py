"""Names for values without a type of their own: what is written in TOML, and what a plain state holds.

The door checks what is written against the declarations of words, so code that reads it knows its form by
the word; what a state holds was proposed by such code. Both are the edges of the typed part of this program.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

TomlValue: TypeAlias = Any  # a value of a card, a fixture or a rulebook, as its word or table declares it
Fields: TypeAlias = Mapping[str, Any]  # such values by their keys
Json: TypeAlias = Any  # what a state holds: nothing, a truth value, a number, a text, tuples and tables
Scope: TypeAlias = Mapping[str, Any]  # what an instruction knows: who acts, by what, what was named before
