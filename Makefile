# Each target does its own set-up, into .venv in this checkout. Try: make demo, make test, make check
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
LOWEST := .venv-lowest
PIP := -m pip install --quiet --disable-pip-version-check
PYTEST := -m pytest -n auto
FAILED := { echo "make: pip could not set this up; its lines above say why. It needs a package index, once." >&2; exit 1; }
# What a new version of a dependency breaks first: the command line, text, models on disk, encoders, training, drawing.
LOWEST_TESTS := tests/cli tests/drawing tests/text tests/trees tests/test_parser.py tests/modelfile/test_folder.py \
	tests/encoding/test_pretrained.py tests/encoding/test_tokenizer.py tests/training/test_config_file.py \
	tests/training/test_main.py tests/training/run/test_one_run.py
# transformers 4 writes another file beside a tokenizer, which does no harm.
LOWEST_TESTS += --deselect tests/modelfile/test_folder.py::test_a_model_that_was_loaded_is_saved_as_it_was

.PHONY: demo test test-slow test-lowest check resolve clean

demo: export DEMO_TEXT = $(value TEXT)
demo: $(VENV)/.core  ## a sentence parsed: its actions and its tree; make demo TEXT="Any sentence of your own."
	@$(BIN)/rightmost demo $${DEMO_TEXT:+-- "$$DEMO_TEXT"}

# One process a core, one thread a process: more threads would only get in their way.
test: $(VENV)/.dev  ## the suite, but for the tests that take long
	OMP_NUM_THREADS=1 $(BIN)/python $(PYTEST) -m "not slow"

test-slow: $(VENV)/.dev  ## the tests that take long
	OMP_NUM_THREADS=1 $(BIN)/python $(PYTEST) -m slow

test-lowest: $(LOWEST)/.done  ## a part of the suite, with the lowest version of each dependency that pyproject.toml allows
	OMP_NUM_THREADS=1 $(LOWEST)/bin/python $(PYTEST) -m "not slow" --override-ini filterwarnings= -W ignore $(LOWEST_TESTS)

check: $(VENV)/.dev  ## style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

resolve: $(VENV)/.dev  ## can the pins be installed from the package index alone?
	$(BIN)/python tools/resolve.py

clean:
	rm -rf $(VENV) $(LOWEST)

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit("make: %s is Python %d.%d, and 3.11 or newer is needed; try: make PYTHON=python3.13 ..." % (sys.executable, *sys.version_info[:2]) if sys.version_info < (3, 11) else 0)'
	@echo "make: setting up $(VENV); this takes minutes, once" >&2
	@$(PYTHON) -m venv $(VENV)

# torch first and by itself: a CPU build that is at hand is then taken, and not the index's with its gigabytes of CUDA.
$(VENV)/.core: pyproject.toml constraints.txt | $(VENV)/bin/python
	@$(BIN)/python $(PIP) --constraint constraints.txt torch || $(FAILED)
	@$(BIN)/python $(PIP) --constraint constraints.txt --editable . || $(FAILED)
	@touch $@

$(VENV)/.dev: $(VENV)/.core
	@$(BIN)/python $(PIP) --constraint constraints.txt --editable '.[dev,plots,data]' || $(FAILED)
	@touch $@

# Warnings of libraries about one another's newest versions are no errors there.
$(LOWEST)/.done: pyproject.toml $(VENV)/.dev
	$(PYTHON) -m venv $(LOWEST)
	$(BIN)/uv pip compile --quiet --resolution lowest-direct --extra plots --output-file $(LOWEST)/pins.txt pyproject.toml
	@$(LOWEST)/bin/python $(PIP) --constraint $(LOWEST)/pins.txt --editable '.[plots]' pytest pytest-xdist hypothesis || $(FAILED)
	@touch $@
