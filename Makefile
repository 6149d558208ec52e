# Everything one does with Signet. `make` alone lists it.
VENV := .venv
PY := $(VENV)/bin/python
COMPILE := $(VENV)/bin/uv pip compile -q --no-header --universal --python-version 3.11 --generate-hashes pyproject.toml

# A stamp is younger than its lock when the virtual environment holds that lock's packages.
PLAY_READY := $(VENV)/.ready-to-play
TEST_READY := $(VENV)/.ready-to-test

.DEFAULT_GOAL := help
.PHONY: help play test quick test-system check audit fix faults bench bench-server playthroughs sessions screenshots
.PHONY: messages lock

help: ## List these targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1|\2/p' $(MAKEFILE_LIST) | awk -F'|' '{printf "make %-14s %s\n", $$1, $$2}'

play: $(PLAY_READY) ## Start the server and say where to go (ARGS="--port 9000"; ARGS=--demo: a game against bots)
	@$(PY) -m app serve $(ARGS)

test: $(TEST_READY) test-system ## Run every test: rules, rooms, database, faults, and the browser beside them
	@$(PY) -m tools.suite $(ARGS)

quick: $(TEST_READY) test-system ## Run the cheap tests, and all of the files that you have changed (two minutes)
	@$(PY) -m tools.suite --quick $(ARGS)

test-system: ## Install the programs that the tests start (a browser, a database server, a proxy)
	@tools/install-test-system

# The second look at the types finds what Windows lacks.
check: $(TEST_READY) ## Check format, lint, types, layers, names and documents
	$(PY) -m ruff format --check
	$(PY) -m ruff check
	$(PY) -m mypy
	$(PY) -m mypy --platform win32 --cache-dir .mypy_cache/win32 app engine signet.py docs
	$(PY) -m pytest -q tests/checks

audit: $(TEST_READY) ## Check the locked packages for known vulnerabilities (needs the network)
	@$(PY) -m tools.audit

fix: $(TEST_READY) ## Format, and repair what lint can repair
	$(PY) -m ruff check --fix
	$(PY) -m ruff format

faults: $(TEST_READY) test-system ## Run the fault tests with many faults, and print the figures (about an hour)
	@$(PY) -m tools.faults

bench: $(PLAY_READY) ## Measure how fast the rules engine plays
	@$(PY) -m engine bench $(ARGS)

bench-server: $(TEST_READY) test-system ## Measure the server beside a bare one (15 minutes; ARGS="--games floor bare")
	@$(PY) -m tools.bench_server $(ARGS)

playthroughs: $(PLAY_READY) ## Write the recorded games in tests/ anew, to be reviewed as a diff
	@$(PY) -m tools.playthroughs $(ARGS)

sessions: $(TEST_READY) ## Write the recorded sessions in tests/ anew, to be reviewed as a diff
	@$(PY) -m tools.sessions $(ARGS)

screenshots: $(TEST_READY) test-system ## Take pictures of the pages (ARGS=--readme: those of the README)
	@$(PY) -m tools.screenshots $(ARGS)

messages: $(TEST_READY) ## Bring the catalogues of all languages up to date and compile them
	@$(PY) -m tools.catalogues

lock: $(TEST_READY) ## Write both lock files anew from pyproject.toml (ARGS=--upgrade takes newer versions)
	$(COMPILE) $(ARGS) -o requirements.lock
	$(COMPILE) $(ARGS) --extra test -c requirements.lock -o requirements-test.lock

$(PLAY_READY): requirements.lock
	@tools/make-venv $(VENV) requirements.lock
	@echo "Compiling the program and its pages ..."
	@$(PY) -m compileall -q app engine migrations
	@$(PY) -c "from app.web.html.environment import read_all; read_all()"
	@touch $@

# The test lock holds the runtime lock's versions and more, so its packages serve both.
$(TEST_READY): requirements-test.lock requirements.lock
	@tools/make-venv $(VENV) requirements-test.lock
	@touch $(PLAY_READY) $@
