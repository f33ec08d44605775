"""The lab's pages, its API and its downloadable reports."""
