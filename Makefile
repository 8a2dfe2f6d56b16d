# demo, test and bench set up what they need in $(VENV): only Python 3.11 or newer, git and make must be there.

VENV ?= .venv
PYTHON ?= $(shell for one in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$one -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$one && break; done)

BIN := $(VENV)/bin
DISPUTE := fixtures/dbs/counter-window/the-actor-may-not-start-a-window.toml

# So many of each game by `make soak`.
GAMES ?= 500
PAIRS ?= 2000

export PIP_DISABLE_PIP_VERSION_CHECK := 1

# The compiled engine is the same sources; what they are built from is a copy, as the compiler writes beside them.
COMPILED := build/compiled
SOURCES := pyproject.toml hatch_build.py $(shell find judge rulebooks -name '*.py' -o -name '*.toml')

.PHONY: help demo test bench compiled test-compiled soak fuzz mutants docs coverage versions clean

help:
	@echo 'make demo           print the ruling of a real dispute'
	@echo 'make test           form, lint, types and tests'
	@echo 'make bench          how fast it is'
	@echo 'make compiled       the engine as machine code, in build/compiled; takes a C compiler and some minutes'
	@echo 'make test-compiled  every ruling and game by the compiled engine'
	@echo 'make soak           all cases of every test, whole games at random, every outcome counted, pairs of boards that a player cannot tell apart; some hours, less with PAIRS=200, more with GAMES=5000 (of each game)'
	@echo 'make fuzz           200,000 hostile deck lists, each illegal: none may be called legal; 100,000 broken inputs of every kind: nothing may break'
	@echo 'make mutants        410 small faults in the engine, the games and their tables: which are seen by a ruling or a test?'
	@echo 'make docs           docs/rulebook.md, games.md, vocabulary.md and json.md, from what is declared and used'
	@echo 'make coverage       docs/coverage.md: how far the rulings go with each article, and which faults they notice; some minutes'
	@echo 'make versions       docs/versions.md: what each version of a rulebook changes in the rulings; some minutes'
	@echo 'make clean          remove what the others have built'

demo: $(VENV)/.installed
	$(BIN)/judge run $(DISPUTE)

test: $(VENV)/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check --quiet .
	MYPY_NUM_WORKERS=2 $(BIN)/mypy --strict judge || $(BIN)/mypy --strict judge # a busy machine may start no workers
	$(BIN)/pytest -q -n 2

bench: $(VENV)/.installed-dev
	$(BIN)/python -m bench

compiled: $(COMPILED)/.built

test-compiled: $(VENV)/.installed-dev $(COMPILED)/.built
	JUDGE_COMPILED=$(CURDIR)/$(COMPILED) PYTHONPATH=$(CURDIR)/$(COMPILED) $(BIN)/python -P -m pytest -q -n 2

soak: $(VENV)/.installed-dev
	JUDGE_SOAK=1 $(BIN)/pytest -q -n 2 --dist worksteal
	$(BIN)/python -m bench.soak $(GAMES)
	$(BIN)/python -m bench.unseen $(PAIRS)
	$(BIN)/python -m bench.outcomes --check
	$(BIN)/python -m bench.coverage --check
	$(BIN)/judge lint --fixtures fixtures

fuzz: $(VENV)/.installed-dev
	$(BIN)/python -m bench.fuzz --jobs 2
	$(BIN)/python -m bench.fuzzing

mutants: $(VENV)/.installed-dev
	$(BIN)/python -m bench.mutants

docs: $(VENV)/.installed
	$(BIN)/python -m judge.tables.documents > docs/rulebook.md
	$(BIN)/python -m bench.games > docs/games.md
	$(BIN)/python -m bench.words > docs/vocabulary.md
	$(BIN)/python -m bench.open_questions > docs/open-questions.md
	$(BIN)/python -m bench.reliability > docs/reliability.md
	$(BIN)/python -m judge.render.schema > docs/json.md
	$(BIN)/python -m bench.minutes > docs/new.md.part && mv docs/new.md.part docs/new.md

# Written when it is whole: the scores take minutes.
coverage: $(VENV)/.installed
	$(BIN)/python -m bench.coverage > docs/.coverage.md
	mv docs/.coverage.md docs/coverage.md

versions: $(VENV)/.installed
	$(BIN)/python -m bench.versions > docs/.versions.md
	mv docs/.versions.md docs/versions.md

$(COMPILED)/.built: $(VENV)/.installed $(SOURCES)
	rm -rf build/source $(COMPILED)
	mkdir -p build/source
	cp -R judge rulebooks pyproject.toml hatch_build.py README.md build/source
	HATCH_BUILD_HOOK_ENABLE_MYPYC=1 $(BIN)/python -m pip install --quiet --no-deps --target $(COMPILED) ./build/source
	rm -rf build/source
	@touch $@

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache

# A stamp says what was installed; only a change of pyproject.toml makes it stale.
$(VENV)/.installed: pyproject.toml
	@test -n '$(PYTHON)' || { echo 'judge needs Python 3.11 or newer; make PYTHON=/path/to/python' >&2; exit 1; }
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --editable .
	@touch $@

$(VENV)/.installed-dev: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	@touch $@
