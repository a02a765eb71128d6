"""Writes the lessons as notebooks: ``python -m kinrow.lessons FOLDER``."""

import argparse
import sys

from .. import _kinrow
from . import write


def main() -> int:
    """Does what the command line says."""
    asked = argparse.ArgumentParser(prog="python -m kinrow.lessons", description="Writes Kinrow's four lessons as notebooks. 把 Kinrow 的四课写成笔记本。")
    asked.add_argument("folder", nargs="?", default="lessons", help="where to (放在哪里): lessons")
    asked.add_argument("--lang", choices=["en", "zh"], default="en", help="the language (语言)")
    asked.add_argument("--solutions", action="store_true", help="with the exercises solved (附答案)")
    asked.add_argument("--force", action="store_true", help="replace notebooks that are there (替换已有的笔记本)")
    given = asked.parse_args()
    _kinrow.lang(given.lang)
    try:
        files = write(given.folder, solutions=given.solutions, force=given.force)
    except (OSError, ValueError) as error:
        print(f"kinrow.lessons: {error}", file=sys.stderr)
        return 1
    print(_kinrow.sentence("python.lesson-written", [("count", str(len(files))), ("folder", str(given.folder))]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
