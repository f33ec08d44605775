# feltlab: `make run` to see it, `make test` to prove it. Both set themselves up.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Besides the modules, a package is built from these files: a change to one of them installs it again.
BUILT := pyproject.toml constraints.txt setup.py tools/setup.sh tools/fonts.py src/feltlab/web/static/site/marks.json
PAGES := $(wildcard docs/*.* docs/images/* docs/notebooks/*) CHANGELOG.md CONTRIBUTING.md tools/docs.sh tools/no_inline.py
COMPILED := $(wildcard src/feltlab/hands/*.* src/feltlab/kernels/*.* src/feltlab/games/*/*.py)
# The tests of compiled code.
PLAIN := tests/hands tests/kernels tests/games tests/test_golden_rounds.py $(wildcard tests/test_vectors_*.py)
# Ignore the environment: the tests start hundreds of processes, and each would compile the project again.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.PHONY: help run test plain coverage check docs soak bench clean

help: ## show this help
	@grep -E '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/  make \1\t\2/' | expand -t 14

# The docs are built while the server runs, and appear some seconds later: nobody waits for them.
run: $(VENV)/.compiled ## set up and open the tables at http://localhost:8000 (play money, this machine only)
	@nice $(MAKE) --silent build/docs/index.html &
	@$(BIN)/feltlab serve --demo

# Two more workers than cores: tests with a browser, a server or a disk mostly wait.
test: $(VENV)/.dev $(VENV)/.compiled-all ## set up and run every test
	@sh tools/debian.sh
	@$(BIN)/python -m pytest -n 4 --dist loadscope --no-loadscope-reorder -m "not soak"

# Tests that take too long without machine code have the mark `compiled`, with the reason.
plain: $(VENV)/.dev ## run the tests of hands, kernels and games without the compiler
	@NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -n 2 --dist worksteal -m "not soak and not compiled" $(PLAIN)

# Coverage sees inside compiled functions only in the plain tests. To measure fewer tests, name them in COVERED, and in
# LEFT_OUT, for the page, say which are missing. Figures are in build/coverage.
coverage: $(VENV)/.dev $(VENV)/.compiled-all ## measure lines and branches that the tests run, and write docs/coverage.md
	@sh tools/debian.sh
	@rm -rf build/coverage
	@mkdir -p build/coverage
	@$(BIN)/coverage run -m pytest -n 2 --dist loadscope --no-loadscope-reorder -m "not soak" $(COVERED)
	@NUMBA_DISABLE_JIT=1 $(BIN)/coverage run -m pytest -n 2 --dist worksteal -m "not soak and not compiled" $(PLAIN)
	@$(BIN)/coverage combine --quiet
	@$(BIN)/coverage json --quiet -o build/coverage/figures.json
	@$(BIN)/python tools/coverage_page.py $(LEFT_OUT)

check: $(VENV)/.dev node_modules/.made ## run ruff and mypy --strict, and ESLint and tsc on the pages' scripts
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@node_modules/.bin/eslint src/feltlab/web/static
	@node_modules/.bin/tsc

docs: $(VENV)/.run ## build the docs as a site, build/docs; a running server has it under /docs
	@sh tools/docs.sh $(VENV)

soak: $(VENV)/.dev $(VENV)/.compiled-all ## run the long batteries
	@sh tools/debian.sh
	@$(BIN)/python -m pytest -m soak

bench: $(VENV)-bench/.bench ## measure speed, beside other libraries, and write docs/benchmarks.md
	@$(VENV)-bench/bin/python -m bench

clean: ## remove the environment, caches and compiled code
	rm -rf $(VENV) $(VENV)-bench node_modules build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
	rm -rf src/*.egg-info src/feltlab/web/static/fonts

$(VENV)/.run: $(BUILT)
	@PYTHON=$(PYTHON) sh tools/setup.sh $(VENV) ".[serve,report,docs]"
	@touch $@

# Includes everything for a run: nothing is installed twice.
$(VENV)/.dev: $(BUILT)
	@PYTHON=$(PYTHON) sh tools/setup.sh $(VENV) ".[dev]"
	@touch $(VENV)/.run $@

$(VENV)-bench/.bench: $(BUILT)
	@PYTHON=$(PYTHON) sh tools/setup.sh $(VENV)-bench ".[bench]"
	@touch $@

build/docs/index.html: $(VENV)/.run $(PAGES)
	@sh tools/docs.sh $(VENV)

node_modules/.made: package.json tools/node.sh
	@sh tools/node.sh
	@touch $@

$(VENV)/.compiled: $(VENV)/.run $(COMPILED)
	@echo "compiling for this machine, once (about 40 seconds on two cores)"
	@$(BIN)/feltlab compile
	@touch $@

# Tests use this code from many processes at once, and none of them should compile it.
$(VENV)/.compiled-all: $(VENV)/.compiled
	@$(BIN)/feltlab compile --all
	@touch $@
