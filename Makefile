# make demo   plays a game of Mille Bornes and prints it
# make check  looks at what has changed: its style, its types, its size, the quick tests beside it: half a minute
# make test   runs the quick tests, which touch everything, the style check and the type check: about two minutes
# make thorough  runs all tests there are, which takes up to 75 minutes (.ci/run: the same, of each expensive law a sample)
# make bench  measures how fast games are played
# make browsers  plays whole games in Chromium, by mouse and by keyboard
# make studio  puts the full editor into the page of `cardwright studio` (needs npm)
# make mutants  makes single mistakes in all rules that are shipped, and counts what finds them (MUTANTS=--quick: a sample)
# make sound  makes sound specs of all constructs and tries each; it goes on where it stopped (SOUND=--minutes 60)
# make playground  builds the studio as static files, build/playground/index.html; it needs Node and npm
# make docs   builds the site of the documentation, build/site/index.html, with the playground if that is built
# All need Python 3.11 or newer, and create a virtual environment in .venv.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin

.PHONY: demo check test test-all thorough bench browsers studio mutants sound docs playground clean

demo: .venv/installed
	@$(BIN)/cardwright run mille-bornes --preset single_hand --seats rollout,rollout --seed 6

test: .venv/installed-dev
	@$(BIN)/pytest -n 2 --dist worksteal -m "not thorough"

test-all: .venv/installed-dev
	@$(BIN)/python .ci/budget.py || echo "All tests run nevertheless; one of them says it again."
	@$(BIN)/pytest -n 2 --dist worksteal -m "not exhaustive"

thorough: .venv/installed-dev
	@$(BIN)/pytest -n 2 --dist worksteal

check: .venv/installed-dev
	@$(BIN)/ruff check && $(BIN)/ruff format --check && $(BIN)/mypy && $(BIN)/python .ci/budget.py
	@$(BIN)/python -m tests.changed

bench: .venv/installed-dev
	@$(BIN)/python benchmarks/run.py

browsers: .venv/installed-dev
	@npm install --silent --no-save --prefix build/axe axe-core || echo "without npm accessibility is not checked"
	@$(BIN)/python -m tests.table.serving.matrix $(MATRIX)

studio:
	@npm ci --silent --no-audit --no-fund --prefix editors/codemirror
	@cd editors/codemirror && npm run --silent check && npm run --silent build && npm run --silent licences
	@echo "the full editor is in: cardwright studio"

mutants: .venv/installed-dev
	@$(BIN)/python -m benchmarks.mutants $(MUTANTS)

sound: .venv/installed-dev
	@$(BIN)/python -m tests.fuzz sound $(SOUND)

docs: .venv/installed-docs
	@$(BIN)/python docs/site/pages.py docs build/pages $(wildcard build/playground)
	@$(BIN)/sphinx-build -q -W --keep-going -b html build/pages build/site
	@test ! -d build/playground || { rm -rf build/site/playground && cp -R build/playground build/site/; }
	@echo build/site/index.html

playground: .venv/installed-dev studio playground/node_modules/installed
	@$(BIN)/python -m playground.build build/playground
	@echo build/playground/index.html

playground/node_modules/installed: playground/package-lock.json
	@npm ci --silent --prefix playground
	@touch $@

.venv/created:
	@echo "setting up .venv (once)"
	@$(PYTHON) -c 'import sys; sys.exit("this needs Python 3.11 or newer") if sys.version_info < (3, 11) else None'
	@$(PYTHON) -m venv .venv
	@touch $@

.venv/installed: .venv/created pyproject.toml
	@$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[fast]' || $(BIN)/pip install --quiet --disable-pip-version-check --editable .
	@touch $@

.venv/installed-dev: .venv/created pyproject.toml
	@$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[test]'
	@mkdir -p build/types && ln -sfn ../../interpreter build/types/cardwright
	@touch $@ .venv/installed

.venv/installed-docs: .venv/created pyproject.toml
	@$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[docs]'
	@touch $@

clean:
	find interpreter tests -name __pycache__ -prune -exec rm -rf {} +
	rm -rf .venv build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
