# The two commands are `make demo` and `make test`. Everything else is a part of them.
# PYTHON=python3.12 chooses the Python; FILE=path or FILE=https://... gives the demo your programme.

PYTHON ?= python3
# As typed, not as make code: a name such as cost$5.json is a file's name.
override FILE := $(value FILE)
export PYTHON FILE
.DEFAULT_GOAL := help
.PHONY: help demo test setup check serve bench lock docs screenshot clean

help: ## say what there is
	@echo "make demo                see it: sets up, judges a sample programme, serves the site"
	@echo "make demo FILE=...       the same with your own programme file, or one on the web (https)"
	@echo "make test                set up, and run every check and every test"
	@echo "make setup               set up only, into .venv"
	@echo "make check               the checks without the tests: lint, format, types, imports"
	@echo "make serve               serve the site in ./demo-site, or SITE=folder"
	@echo "make bench               run every benchmark; each prints a ratio"
	@echo "make lock                renew the locked dependencies in requirements/"
	@echo "make docs                renew the pages in docs/ that are made from the code"
	@echo "make screenshot          renew docs/screenshot.png from the running demo"
	@echo "make clean               remove .venv and caches; the demo's site stays"

demo: ## set up, import the sample or FILE, judge, score, serve
	@scripts/setup runtime
	@exec .venv/bin/goodpapers demo -- $${FILE:+"$$FILE"}

test: ## set up with the tools for development, and run everything
	@scripts/setup dev
	@scripts/browser
	@scripts/test

setup: ## set up what the site needs
	@scripts/setup runtime

check: ## lint, format, types, imports
	@scripts/setup dev
	@scripts/check

serve: ## serve a site that is there
	@scripts/setup runtime
	@exec .venv/bin/goodpapers serve --site "$${SITE:-demo-site}"

bench: ## every benchmark
	@scripts/setup dev
	@scripts/bench

lock: ## renew requirements/
	@scripts/setup runtime
	@scripts/lock

docs: ## renew docs/settings.md and docs/commands.md
	@scripts/setup runtime
	@.venv/bin/python scripts/make_docs.py

screenshot: ## renew docs/screenshot.png
	@scripts/setup dev
	@scripts/browser
	@.venv/bin/python scripts/screenshot.py

clean: ## remove what setup and the tests made
	@rm -rf .venv build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
