"""The wheel brings its rulebooks checked: the first run by an installed judge is as fast as every other."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CheckedRulebooks(BuildHookInterface):
    """Checks every rulebook and puts its tables beside it. A fault of one stops the build, and so does a
    phrase that one language has and another lacks.
    """

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Before a wheel is put together; an editable install reads the checkout's rulebooks,
        and checks them itself.
        """
        if version == "editable":
            return
        sys.path.insert(0, self.root)
        from judge.errors import BadInput
        from judge.rulebook.checked import KEPT, keep_shipped
        from judge.speech.parity import check_languages

        problems = check_languages()
        if problems:
            raise BadInput(problems)
        target = Path(self.directory).parent / "build" / "checked"
        for game in keep_shipped(target):
            build_data["force_include"][str(target / game / KEPT)] = f"judge/_rulebooks/{game}/{KEPT}"
