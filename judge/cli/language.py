"""In which language a command speaks: by `--lang`, else by the environment."""

from __future__ import annotations

import os
import re
from typing import Final

HOME: Final = "en"  # that of the program
SETTINGS: Final = ("JUDGE_LANG", "LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set counts
PLAIN: Final = ("", "c", "posix", HOME)


def spoken(given: str = "") -> str:
    """The language that was asked for, as it was written; else that of the environment, English where it
    names none that there are sentences in.
    """
    if given:
        return given
    named = next((found for one in SETTINGS if (found := os.environ.get(one, ""))), "")
    code = re.split(r"[_.@-]", named)[0].lower()  # fr_CA.UTF-8
    if code in PLAIN:
        return HOME
    from judge.speech.catalogue import languages

    return code if code in languages() else HOME
