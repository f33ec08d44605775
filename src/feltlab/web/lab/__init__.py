"""The lab's pages, its API and its reports to take along."""
