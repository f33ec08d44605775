#!/bin/sh
# Build the site of docs/ with the environment $1 in build/docs, completely or not at all. Warnings are errors.
set -eu
rm -rf build/docs.new
"$1/bin/sphinx-build" --quiet --fail-on-warning --keep-going --doctree-dir build/docs-cache docs build/docs.new
rm -rf build/docs
mv build/docs.new build/docs
