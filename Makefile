# The work is done by tools/book.py; tools/run.sh finds a Python for it.
#   make book PYTHON=/path/to/python3   names the Python
#   make serve PORT=8001                names the port
export PYTHON PORT

.DEFAULT_GOAL := help
.PHONY: help book serve lab test check shots pdf bench experiments clean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z]+:.*## /{printf "make %-11s %s\n", $$1, $$2}' Makefile

book: ## build the site into _build/html, unless nothing has changed
	@sh tools/run.sh book

serve: ## build the site if needed and serve it on 127.0.0.1 (PORT=8000)
	@sh tools/run.sh serve

lab: ## open the book in JupyterLab, chapters as notebooks (PORT=8888)
	@sh tools/run.sh lab

test: ## run everything: style, types, strict build, unit, notebook and browser tests
	@sh tools/run.sh test

check: ## run the fast part: style, types, unit tests, doctests
	@sh tools/run.sh check

shots: ## build the site if needed and photograph its pages
	@sh tools/run.sh shots

pdf: ## build the site if needed and print the whole book into it, for readers on paper
	@sh tools/run.sh pdf

bench: ## measure sizes and times and print them beside their bars
	@sh tools/run.sh bench

experiments: ## make the stored tables of the experiments anew, some minutes, each from its own seed
	@sh tools/run.sh experiments

clean: ## remove the site and the caches; .venv stays
	@rm -rf _build .pytest_cache .ruff_cache .mypy_cache .benchmarks
