"""Who made a deck's file: a player, or a program that writes its own name where a player's belongs."""

from __future__ import annotations

import re
from typing import Final

from judge.text.folded_words import fold

_PROGRAM: Final = re.compile(  # of letters and digits alone, whatever version follows
    r"(?:ygo(?:pro|omega|mobile|build|deck|vi|core)|yugioh|projectignis|dueling(?:book|nexus|network)).*"
    r"|(?:(?:edo|md|dev|koishi)pro|duellinks|masterduel|mycard|tdoane|neuron|deck(?:builder|editor|maker))v?\d*"
)
# What programs write for somebody whom they do not know, and what stands for nobody.
_NOBODY: Final = re.compile(
    r"(?:player|user|duelist|guest|joueur|duelliste|invite)\d*"
    r"|unknown|anonymous|unnamed|untitled|nobody|none|null|nil|me|moi|inconnu|anonyme|"
)
_DECOR: Final = re.compile(r"[\W_]+")


def is_player(maker: str) -> bool:
    """Whether what a file was created by may be a player: it is no program's name, and it names somebody."""
    plain = _DECOR.sub("", fold(maker))
    return not (_PROGRAM.fullmatch(plain) or _NOBODY.fullmatch(plain))
