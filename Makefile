# Kontor: one command each. `make run` plays, `make test` tests; both set up what they need first.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
# Tests start the program again and again: without bytecode each start would compile all of it anew.
unexport PYTHONDONTWRITEBYTECODE
# The files that keep secrets: what a seat may see, and what the log hides.
SECRETS := engine/*/views.py,engine/*/views/*,engine/*/hosting.py,engine/*/hosting/*
INSTALL = $(PYTHON) -m pip --python $(BIN)/python install --quiet --disable-pip-version-check
COMPILE := build/lock/bin/uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes \
	--no-header --no-annotate --no-emit-index-url --quiet

.PHONY: run test long check coverage bench torture texts lock clean

$(READY): requirements-dev.lock pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Kontor needs Python 3.11 or later (set PYTHON=…)")'
	$(PYTHON) -m venv --clear --without-pip $(VENV)
	$(INSTALL) --require-hashes --requirement requirements-dev.lock
	$(INSTALL) --no-deps --no-build-isolation --editable .
	touch $@

run: $(READY)
	@$(BIN)/python -m bot run

test: $(READY)
	$(BIN)/python -m pytest -n auto --dist worksteal

long: $(READY)
	$(BIN)/python -m pytest -n auto --dist worksteal -m long

check: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

coverage: $(READY)
	$(BIN)/python -m coverage erase
	$(BIN)/python -m coverage run -m pytest -n 0 -m 'long or not long' tests/engine tests/example
	$(BIN)/python -m coverage combine --quiet
	$(BIN)/python -m coverage report --fail-under=98
	$(BIN)/python -m coverage report --fail-under=100 --include='$(SECRETS)'

bench: $(READY)
	$(BIN)/python -m tests.bench

torture: $(READY)
	$(BIN)/python -m tests.torture

texts: $(READY)
	$(BIN)/python -m bot.texts.extract

# Keeps every version that is locked already; `make lock UPGRADE=--upgrade` takes the newest ones.
lock:
	$(PYTHON) -m venv --clear build/lock
	build/lock/bin/python -m pip install --quiet --disable-pip-version-check uv
	$(COMPILE) --all-extras $(UPGRADE) --output-file requirements-dev.lock
	$(COMPILE) --extra build --extra film --constraint requirements-dev.lock --output-file requirements.lock

clean:
	rm -rf $(VENV) build *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .coverage .coverage.*
