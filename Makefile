# Takuroku 卓録. `make` or `make help` lists what there is.

PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
PYBABEL := $(PY) -m babel.messages.frontend
# What is compiled once, however the environment is set, is not compiled again by each worker, by each server that the
# tests start, and at the next run.
# A module stays with one worker, for what its tests share.
PYTEST := PYTHONDONTWRITEBYTECODE= $(PY) -m pytest -n auto --dist loadfile --no-loadscope-reorder --durations 10
# What pip says of a network that is not there is many lines long, and the last one names a package.
UNREACHABLE := NewConnectionError|NameResolutionError|ConnectTimeoutError|ProxyError|Network is unreachable
PIP_INSTALL = said=$(VENV)/pip.log; $(PY) -m pip install --quiet --disable-pip-version-check -r $< 2>"$$said" || { \
	if grep -qE '$(UNREACHABLE)' "$$said"; then \
	echo 'Some packages must come from the internet, which cannot be reached. Connect this machine and run the same again.'; \
	else cat "$$said"; fi >&2; exit 1; }

# What `make test` leaves to `make test-all`, besides what is marked `thorough` or asks a server of PostgreSQL.
LEFT_TO_ALL := api_clients bench faults machines operating pocket store/move \
	$(addprefix browser/,games pages phones pocket pocket_shell step sync)

CODE := $(wildcard app.py scoring record store web bench pocket tests)
TEMPLATES := $(wildcard templates)
CATALOGUES := $(patsubst %.po,%.mo,$(wildcard translations/*/LC_MESSAGES/*.po))
POT := $(VENV)/messages.pot
KEYWORDS := -k _ -k gettext -k ngettext:1,2 -k lazy_gettext -k _l -k pgettext:1c,2 -k say -k count:1,2

# What a record in PostgreSQL needs besides; its address may have a $ in it.
SERVED := $(if $(filter postgres%,$(firstword $(value TAKUROKU_DATABASE))),$(VENV)/.postgresql)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help run backup restore pocket pocket-run test test-all lint check format bench docs translations clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-13s %s\n", $$1, $$2 }' Makefile
	@echo
	@echo 'make test ARGS="-k koi_koi" runs some tests, see tests/README.md; PYTHON=python3.12 make run makes $(VENV) with that Python.'

run: $(VENV)/.runtime $(SERVED) $(CATALOGUES) ## keep score: serve the site to this network (TAKUROKU_PORT=8001 make run)
	@exec $(PY) -m web.serve

backup: $(VENV)/.runtime $(SERVED) ## copy the record and its key into one checked file while the site runs (FILE=…; default: data/backups/…)
	@$(PY) -m store backup $(if $(FILE),'$(FILE)')

restore: $(VENV)/.runtime $(SERVED) ## restore a backup where there is no record yet (FILE=…; ALTHOUGH_DAMAGED=1: even if its checksum is wrong)
	@$(if $(FILE),,echo 'Which one? make restore FILE=data/backups/takuroku-….db' >&2; exit 1)
	@$(PY) -m store restore $(if $(ALTHOUGH_DAMAGED),--although-damaged) '$(FILE)'

pocket: $(VENV)/.pocket $(CATALOGUES) ## build the site for a phone without a server: a folder of static files (build/pocket)
	@$(PY) -m pocket build

pocket-run: $(VENV)/.runtime ## serve that folder on localhost, to try it (TAKUROKU_PORT=8001 make pocket-run)
	@exec $(PY) -m pocket serve

test: $(VENV)/.dev $(CATALOGUES) ## run the tests that every change must pass (REQUIRE_BROWSER=1, REQUIRE_POSTGRESQL=1: fail without these)
	@$(PYTEST) -m 'not (thorough or postgresql or long)' $(LEFT_TO_ALL:%=--ignore=tests/%) $(ARGS)

test-all: $(VENV)/.dev $(CATALOGUES) ## run all tests but those that take their time (LONG=1: these too)
	@$(PYTEST) $(if $(filter 1,$(LONG)),,-m 'not long') $(ARGS)

lint: $(VENV)/.dev ## check formatting, lint, types and templates
	@$(PY) -m ruff format --check --quiet . || { echo 'Some files are not formatted. "make format" does it.' >&2; exit 1; }
	@$(PY) -m ruff check --quiet .
	@$(PY) -m mypy --no-error-summary $(CODE)
	@$(if $(TEMPLATES),$(PY) -m djlint --lint --quiet $(TEMPLATES))

check: lint test ## lint and test: what every change must pass

format: $(VENV)/.dev ## format the code and fix what lint can fix
	@$(PY) -m ruff check --quiet --fix-only .
	@$(PY) -m ruff format --quiet .

bench: $(VENV)/.dev $(CATALOGUES) ## measure taps, bytes, paths and speed (ARGS="rates --short": one topic, a try)
	@$(PY) -m bench $(ARGS)

docs: $(VENV)/.dev ## write the tables of house rules, commands, settings and the like into docs
	@$(PY) docs/games/house_rules.py
	@$(PY) docs/operating/tables.py

translations: $(VENV)/.runtime ## update translations/*/LC_MESSAGES/messages.po from the code
	@$(PYBABEL) --quiet extract -F babel.cfg $(KEYWORDS) --ignore-dirs '.* node_modules' \
		--add-comments NOTE: --add-location=file --sort-by-file --no-wrap --project Takuroku -o $(POT) .
	@$(PYBABEL) --quiet update -i $(POT) -d translations -l ja --init-missing --no-wrap \
		--no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date

clean: ## remove what commands made; the record in data/ stays
	@rm -rf $(VENV) .hypothesis .mypy_cache .pytest_cache .ruff_cache screenshots
	@rm -f $(CATALOGUES)
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

%.mo: %.po | $(VENV)/.runtime
	@$(PYBABEL) --quiet compile -i $< -o $@ -l $(word 2,$(subst /, ,$<))

# The stamps are written last, so that an interrupted installation is taken up again.
$(VENV)/.made:
	@command -v $(PYTHON) >/dev/null || \
		{ echo 'There is no $(PYTHON) here. Install Python 3.11 or newer, or name one: PYTHON=python3.12 make run' >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or newer is needed; $(PYTHON) is $$($(PYTHON) -V 2>&1). Name another: PYTHON=python3.12 make run" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
		{ echo 'This Python cannot make virtual environments. On Debian and Ubuntu: sudo apt install python3-venv' >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.runtime: requirements.txt | $(VENV)/.made
	@echo 'Installing what the site needs (only now and when requirements.txt changes) …'
	@$(PIP_INSTALL)
	@touch $@

$(VENV)/.postgresql: requirements-postgresql.txt requirements.txt | $(VENV)/.made
	@echo 'Installing what a record in PostgreSQL needs (only now and when the requirements change) …'
	@$(PIP_INSTALL)
	@touch $(VENV)/.runtime $@

$(VENV)/.pocket: requirements-pocket.txt requirements.txt | $(VENV)/.made
	@echo 'Installing what building the pocket needs (only now and when the requirements change) …'
	@$(PIP_INSTALL)
	@touch $(VENV)/.runtime $@

$(VENV)/.dev: requirements-dev.txt requirements-pocket.txt requirements-postgresql.txt requirements.txt | $(VENV)/.made
	@echo 'Installing what the tests need (only now and when the requirements change) …'
	@$(PIP_INSTALL)
	@touch $(VENV)/.runtime $(VENV)/.pocket $(VENV)/.postgresql $@
