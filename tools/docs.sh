#!/bin/sh
# Build the site of docs/ with the environment $1 to build/docs, which is whole or not there. Warnings are errors.
set -eu
rm -rf build/docs.new
"$1/bin/sphinx-build" --quiet --fail-on-warning --keep-going --doctree-dir build/docs-cache docs build/docs.new
rm -rf build/docs
mv build/docs.new build/docs
