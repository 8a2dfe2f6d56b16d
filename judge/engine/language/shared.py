"""The registry of the words that all games share: each is declared beside its function, and stands here."""

from __future__ import annotations

from judge.engine.kernel.registry import Rules

words = Rules("shared")
