"""The build's one step of its own: the site's fonts are made before the package's files are gathered."""

from pathlib import Path
from runpy import run_path

from setuptools import setup
from setuptools.command.build_py import build_py


class BuildWithFonts(build_py):
    def run(self) -> None:
        run_path(str(Path(__file__).parent / "tools" / "fonts.py"))["build"]()
        super().run()


setup(cmdclass={"build_py": BuildWithFonts})
