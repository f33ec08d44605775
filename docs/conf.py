"""How the pages of this folder become a site: `make docs`."""

import sys
from pathlib import Path

from feltlab import __version__

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))

project = html_title = "feltlab"
version = release = __version__
copyright = "the authors of feltlab"
language = "en"
exclude_patterns = ["notebooks"]
extensions = ["myst_parser", "sphinx.ext.autodoc", "no_inline"]

myst_heading_anchors = 4
default_role = "code"  # docstrings write names as Markdown does
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
autodoc_default_options = {"undoc-members": True, "no-value": True}

toc_object_entries = False
html_theme = "furo"
html_favicon = "../src/feltlab/web/static/site/mark.svg"
html_use_index = html_domain_indices = html_copy_source = False
html_show_copyright = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#175c3f", "color-brand-content": "#175c3f"},
    "dark_css_variables": {"color-brand-primary": "#8fd0b0", "color-brand-content": "#8fd0b0"},
}


def setup(app):
    """Called by Sphinx: a field of a named tuple that nobody described needs no words."""

    def leave_out(app, what, name, thing, options, lines):
        if lines and lines[0].startswith("Alias for field number"):
            lines.clear()

    app.connect("autodoc-process-docstring", leave_out)
