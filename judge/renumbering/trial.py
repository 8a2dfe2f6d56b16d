"""A rulebook with other ids, tried before it is put in place: it has to load, by its own Python too."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from judge.errors import Problem
from judge.pauses.origin import play_key_of
from judge.rulebook.index import module_of
from judge.rulebook.lint import lint
from judge.rulebook.shelf import allows, copy_tables

# In a process of its own, as this one has the game's Python loaded as it was.
SCRIPT: Final = """
import importlib, json, sys
folder, parent, shadow, *modules = sys.argv[1:]
if parent:
    importlib.import_module(parent).__path__.insert(0, shadow)
else:
    sys.path.insert(0, shadow)
from judge.rulebook.lint import lint
from judge.rulebook.shelf import allows
print(json.dumps([list(one) for one in lint(folder, (), modules)]))
"""


class Trial:
    """A copy of a rulebook's folder, and of its Python where that is rewritten, with other texts in them."""

    def __init__(self, folder: str, texts: Mapping[str, str], code: Mapping[str, str]) -> None:
        self.folder = folder
        self.room = tempfile.TemporaryDirectory(prefix="judge-renumber-")
        self.copy = os.path.join(self.room.name, os.path.basename(os.path.realpath(folder)))
        copy_tables(folder, self.copy)
        for file, text in texts.items():
            below = os.path.relpath(os.path.realpath(file), os.path.realpath(folder))
            copy = Path(self.copy, below)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(text, encoding="utf-8", newline="\n")
        self.code = code

    def __enter__(self) -> Trial:
        return self

    def __exit__(self, *error: object) -> None:
        self.room.cleanup()

    def problems(self, modules: Sequence[str]) -> list[Problem]:
        """Every fault of it, placed in the folder that it was copied from."""
        module = module_of(self.folder)
        given = [*modules, *([module] if allows(self.folder, module, modules) else ())]
        found = self.by_its_code(given) if self.code else lint(self.copy, (), given)
        return [one._replace(file=one.file.replace(self.copy, self.folder, 1)) for one in found]

    def by_its_code(self, modules: Sequence[str]) -> list[Problem]:
        """The same where its Python is rewritten too."""
        parent = module_of(self.folder).rpartition(".")[0]
        call = [sys.executable, "-c", SCRIPT, self.copy, parent, self.shadowed(), *modules]
        env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        ended = subprocess.run(call, capture_output=True, text=True, check=False, env=env)
        if ended.returncode:
            last = ended.stderr.strip().rpartition("\n")[2]
            return [Problem(self.folder, 0, 0, "", "", f"the Python of the game does not load then: {last}")]
        return [Problem(*one) for one in json.loads(ended.stdout)]

    def shadowed(self) -> str:
        """A folder with the game's Python as it will be."""
        shadow = Path(self.room.name, "python")
        spec = find_spec(module_of(self.folder))
        assert spec is not None
        assert spec.origin is not None
        top = Path(spec.origin)
        if spec.submodule_search_locations:
            top = top.parent
            shutil.copytree(top, shadow / top.name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shadow.mkdir()
        for file, text in self.code.items():
            below = os.path.relpath(os.path.realpath(file), os.path.realpath(top.parent))
            (shadow / below).write_text(text, encoding="utf-8", newline="\n")
        return str(shadow)

    @property
    def key(self) -> str:
        """By which a pause is known to be of these rules."""
        return play_key_of(self.copy, ())
