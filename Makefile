# Each target does its own set-up, into .venv in this checkout. Try: make demo, make test, make check
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

.PHONY: demo test check clean

demo: export DEMO_TEXT = $(value TEXT)
demo: $(VENV)/.core  ## a sentence parsed: its actions and its tree; make demo TEXT="Any sentence of your own."
	@$(BIN)/rightmost demo $${DEMO_TEXT:+-- "$$DEMO_TEXT"}

test: $(VENV)/.dev  ## the whole suite
	OMP_NUM_THREADS=1 $(BIN)/python -m pytest -n auto  # a process a core: threads would only get in their way

check: $(VENV)/.dev  ## style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

clean:
	rm -rf $(VENV)

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

# torch first and on its own: otherwise pip may choose a build with gigabytes of CUDA.
$(VENV)/.core: pyproject.toml constraints.txt | $(VENV)/bin/python
	$(PIP) torch
	$(PIP) --editable .
	@touch $@

$(VENV)/.dev: $(VENV)/.core
	$(PIP) --editable '.[dev,plots]'
	@touch $@
