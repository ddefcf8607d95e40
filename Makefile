# Needs Python 3.11 or newer with venv, and make. Everything else comes into .venv.
SHELL := bash
.SHELLFLAGS := -o pipefail -c
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PLAYABLE := $(VENV)/.playable
READY := $(VENV)/.ready

.DEFAULT_GOAL := help
.PHONY: help sim demo page docs style check test behaviour explore pico machine pi soak hardware bench counted board deb image release lock clean

help: ## say what each target does
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

sim: $(PLAYABLE) ## play on the simulated gadget in the browser
	$(BIN)/cdgdevice sim

demo: $(PLAYABLE) ## watch one scripted turn and get its pictures
	$(BIN)/cdgdevice demo

page: $(READY) ## build the game as a page for any web server into dist/page/
	@echo "The page: ten seconds."
	$(BIN)/python -m tools.make_page dist/page

docs: $(READY) ## build the documentation as pages with a search into dist/docs/
	@.ci/environment docs
	$(BIN)/python -m tools.make_docs dist/docs

# A test that hangs says where and ends the run, long before whoever waits for it gives up.
HANGS := -o faulthandler_timeout=300 -o faulthandler_exit_on_timeout=true
# In as many processes as tests/conftest.py says. Each takes what the others have left of their share.
WORKERS ?= auto
PARALLEL := --numprocesses=$(WORKERS) --dist=worksteal
# Folders whose tests start few processes; the property tests take longer than all the others.
FAST := -m 'not hypothesis' $(addprefix tests/,rules sheets ui render tomlform web house config sheet_tools drivers)

style: $(READY)
	@echo "Style and types: 10 seconds, or a minute the first time."
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/mypy
	@MYPYPATH=firmware:cdgdevice/drivers/reader $(BIN)/mypy firmware/*.py
	@$(BIN)/mypy --explicit-package-bases firmware/simulated/*.py
	@MYPYPATH=. $(BIN)/mypy --explicit-package-bases tests/dice_on_air tests/machine tests/pi hardware

check: style ## check style, types and what tests fast
	@echo "The fast tests: a minute on two processors."
	@$(BIN)/pytest $(HANGS) $(PARALLEL) $(FAST)

test: $(READY) ## check style, types and all behaviour
	@echo "All tests: about ten minutes on two processors; longer if they are busy."
	@$(MAKE) --no-print-directory --jobs=2 style behaviour

# Options and paths for pytest; empty: all tests.
TESTS ?=

behaviour: $(READY)
	@$(BIN)/pytest $(HANGS) $(PARALLEL) $(TESTS)

# Each run has a seed of its own, which repeats it: make explore ROUNDS=1 SEED=12345
ROUNDS ?= 10

explore: $(READY) ## look for new counterexamples, ROUNDS times
	@for round in $$(seq $(ROUNDS)); do \
	  seed=$${SEED:-$$($(BIN)/python -c 'import random; print(random.getrandbits(32))')}; \
	  echo "Round $$round: SEED=$$seed"; \
	  $(BIN)/pytest $(HANGS) -m hypothesis --hypothesis-profile=explore --hypothesis-seed="$$seed" || exit; \
	done

pico: $(READY) ## run the die reader's firmware on an emulated Pico
	@echo "The firmware on an emulated Pico: 20 minutes; the first time it also builds MicroPython."
	.ci/pico

machine: $(READY) ## boot the gadget in QEMU on Debian 12 and 13, as root
	@echo "The gadget on Debian 12 and 13 in QEMU: 15 minutes."
	.ci/machine

pi: $(READY) ## boot the card image on an emulated Raspberry Pi, as root
	@echo "The card image on an emulated Pi: half an hour, most of it to build the image."
	.ci/pi

# Empty: 15,000, as tests/soak.py has it.
SOAK_ROUNDS ?=

soak: $(READY) ## play 15,000 rounds, and see that nothing grows
	@echo "The soak: ten minutes; all it prints comes at the end."
	$(BIN)/python -m tests.soak $(SOAK_ROUNDS)

hardware: $(READY) ## make the case, drawings, parts lists and pictures
	@echo "The case, drawings, lists and pictures: ten minutes; the first time it fetches a gigabyte."
	.ci/hardware --write
	.ci/board --renew

board: $(READY) ## make the board under the panel with KiCad, and check it (as root)
	@echo "The board: three minutes; the first time it fetches half a gigabyte."
	.ci/board --write

bench: $(READY) ## compare with the script a maker would write
	@echo "The comparison: a minute."
	$(BIN)/python -m bench

counted: $(READY) ## count a press's instructions on an emulated Pi, as root
	@echo "The counts on an emulated Pi: half an hour, most of it to build the image."
	.ci/counted

deb: | $(BIN)/pip ## build the Debian packages into dist/
	@echo "The packages: a minute."
	.ci/deb

image: $(READY) ## build the card image for a Raspberry Pi into dist/, as root
	@echo "The card image: 15 minutes; the first time ten more."
	.ci/image

release: $(READY) ## gather all that a release has in dist/, as root
	@echo "All of a release: half an hour."
	.ci/release

lock: | $(BIN)/pip ## take the newest versions for tests and builds
	@echo "The newest versions: a minute."
	.ci/lock --upgrade

clean: ## remove the virtual environment and caches
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis

PIP := $(BIN)/python -m pip install --disable-pip-version-check --progress-bar off
# A dot for each package, so that nobody waits in silence; pip's errors go to the terminal.
DOTS := awk '/^Collecting|^Obtaining/ { printf "."; fflush() } /^Installing/ { printf " installing"; fflush() } END { print "" }'

# pip comes last: without it an attempt was cut short, and is made again.
$(BIN)/pip:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "cdgdevice needs Python 3.11 or newer; try: make PYTHON=python3.13 $(MAKECMDGOALS)"; exit 1; }
	@echo "Making $(VENV): ten seconds, once."
	@$(PYTHON) -m venv $(VENV)

# To play, whatever versions the project allows serve.
$(PLAYABLE): pyproject.toml | $(BIN)/pip
	@echo "Installing what it takes to play into $(VENV): a minute, once."
	@$(PIP) --editable '.[panel,print,reader,share]' | $(DOTS)
	@touch $(PLAYABLE)

# The tests take the versions that were tried, and are held to their bytes.
$(READY): pyproject.toml requirements/test.txt | $(BIN)/pip
	@echo "Installing what the tests need into $(VENV): a minute, once."
	@$(PIP) --require-hashes --requirement requirements/test.txt | $(DOTS)
	@$(PIP) --quiet --no-deps --no-build-isolation --editable .
	@touch $(PLAYABLE) $(READY)
