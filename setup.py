"""The build's own steps: the site's fonts are made first, and the docs are added where they are built."""

from pathlib import Path
from runpy import run_path
from shutil import copytree

from setuptools import setup
from setuptools.command.build_py import build_py

FONTS = "feltlab.web.static.fonts"
DOCS = Path(__file__).parent / "build" / "docs"


class BuildWithFonts(build_py):
    def run(self) -> None:
        run_path(str(Path(__file__).parent / "tools" / "fonts.py"))["build"]()
        if FONTS not in self.packages:  # the folder did not exist when packages were found
            self.packages.append(FONTS)
        super().run()
        if not self.editable_mode and (DOCS / "index.html").is_file():  # `make docs` has run
            copytree(DOCS, Path(self.build_lib) / "feltlab" / "web" / "docs", dirs_exist_ok=True)


setup(cmdclass={"build_py": BuildWithFonts})
