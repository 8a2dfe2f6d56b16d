"""What the numbers of a `cards.cdb` mean, bit by bit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

KINDS: Final = {
    0x1: "monster",
    0x2: "spell",
    0x4: "trap",
    0x10: "normal",
    0x20: "effect",
    0x40: "fusion",
    0x80: "ritual",
    0x100: "trap-monster",
    0x200: "spirit",
    0x400: "union",
    0x800: "gemini",
    0x1000: "tuner",
    0x2000: "synchro",
    0x4000: "token",
    0x8000: "maximum",
    0x10000: "quick-play",
    0x20000: "continuous",
    0x40000: "equip",
    0x80000: "field",
    0x100000: "counter",
    0x200000: "flip",
    0x400000: "toon",
    0x800000: "xyz",
    0x1000000: "pendulum",
    0x2000000: "special-summon",
    0x4000000: "link",
    0x8000000: "skill",
}
POOLS: Final = {
    0x1: "ocg", 0x2: "tcg", 0x4: "anime", 0x8: "illegal", 0x10: "video-game", 0x20: "custom", 0x40: "speed",
    0x100: "prerelease", 0x200: "rush", 0x400: "legend", 0x1000: "hidden",
}  # fmt: skip
ATTRIBUTES: Final = {
    0x1: "earth",
    0x2: "water",
    0x4: "fire",
    0x8: "wind",
    0x10: "light",
    0x20: "dark",
    0x40: "divine",
}
_RACES: Final = (
    "warrior",
    "spellcaster",
    "fairy",
    "fiend",
    "zombie",
    "machine",
    "aqua",
    "pyro",
    "rock",
    "winged-beast",
    "plant",
    "insect",
    "thunder",
    "dragon",
    "beast",
    "beast-warrior",
    "dinosaur",
    "fish",
    "sea-serpent",
    "reptile",
    "psychic",
    "divine-beast",
    "creator-god",
    "wyrm",
    "cyberse",
    "illusion",
    "cyborg",
    "magical-knight",
    "high-dragon",
    "omega-psychic",
    "celestial-warrior",
    "galaxy",
)
RACES: Final = {**{1 << at: name for at, name in enumerate(_RACES)}, 1 << 62: "yokai"}
MARKERS: Final = {
    0o1: "bottom-left", 0o2: "bottom", 0o4: "bottom-right", 0o10: "left", 0o40: "right", 0o100: "top-left",
    0o200: "top", 0o400: "top-right",
}  # fmt: skip


def words_of(bits: int, table: Mapping[int, str]) -> list[str]:
    """The words of the bits that are set."""
    return [word for bit, word in table.items() if bits & bit]


def unknown_in(bits: int, table: Mapping[int, str]) -> int:
    """The bits that are set and have no word."""
    for bit in table:
        bits &= ~bit
    return bits


def level_of(bits: int) -> int:
    """Level, rank or link rating: the low eight bits; a negative number keeps its sign."""
    return -(bits & 0xFF) if bits < 0 else bits & 0xFF


def scales_of(bits: int) -> tuple[int, int]:
    """Left and right Pendulum scale."""
    return bits >> 24 & 0xFF, bits >> 16 & 0xFF
