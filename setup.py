"""The build's one step of its own: the site's fonts are made before the package's files are gathered."""

from pathlib import Path
from runpy import run_path

from setuptools import setup
from setuptools.command.build_py import build_py

FONTS = "feltlab.web.static.fonts"


class BuildWithFonts(build_py):
    def run(self) -> None:
        run_path(str(Path(__file__).parent / "tools" / "fonts.py"))["build"]()
        if FONTS not in self.packages:  # the folder was not there when folders were looked for
            self.packages.append(FONTS)
        super().run()


setup(cmdclass={"build_py": BuildWithFonts})
