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
# The site looks like the house: its fonts (tools/fonts.py) and colors (web/static/site/tokens.css).
html_static_path = ["../src/feltlab/web/static/fonts"]
html_css_files = ["fonts.css"]
FACES = '"Feltlab {0}", "Feltlab Signs", "Feltlab {0} in {1}", "Feltlab {0} in DejaVu", {2}'
FONTS = {
    "font-stack": FACES.format("Sans", "Arial", "system-ui, sans-serif"),
    "font-stack--headings": FACES.format("Serif", "Times", "Georgia, serif"),
}
LIGHT = {
    "color-brand-primary": "#0e5a3e",
    "color-brand-content": "#0e5a3e",
    "color-background-primary": "#fffdf6",
    "color-background-secondary": "#f6f2e7",
    "color-background-border": "#d8d0bb",
    "color-foreground-primary": "#1c2420",
    "color-foreground-secondary": "#566058",
    "color-code-background": "#f3eede",
    "color-inline-code-background": "#f3eede",
}
DARK = {
    "color-brand-primary": "#7fcfa6",
    "color-brand-content": "#7fcfa6",
    "color-background-primary": "#0d1411",
    "color-background-secondary": "#151f1a",
    "color-background-border": "#2b3a32",
    "color-foreground-primary": "#ece8db",
    "color-foreground-secondary": "#a7b2a9",
    "color-code-background": "#151f1a",
    "color-inline-code-background": "#151f1a",
}
html_theme_options = {"light_css_variables": FONTS | LIGHT, "dark_css_variables": DARK}


def setup(app):
    """Called by Sphinx: a field of a named tuple that nobody described needs no words."""

    def leave_out(app, what, name, thing, options, lines):
        if lines and lines[0].startswith("Alias for field number"):
            lines.clear()

    app.connect("autodoc-process-docstring", leave_out)
