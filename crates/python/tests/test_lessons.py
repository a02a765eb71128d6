"""The lessons: every cell runs, every exercise can be solved, every check fails until it is, and both languages say the same."""

import ast
import json
import os
import subprocess
import sys

import kinrow as kr
import pytest


def run(cells):
    """Runs the cells of a lesson with solutions, and each check first without the one that it checks; how many did not notice."""
    names, unsolved, blind = {}, None, []
    for number, (kind, text) in enumerate(cells):
        if kind == "text":
            continue
        code = compile(text, f"cell {number}", "exec")
        if kind == "exercise":
            unsolved = code
            continue
        if kind == "check":
            attempt = dict(before)
            try:
                exec(unsolved, attempt)
                exec(code, attempt)
                blind.append(number)
            except Exception:
                pass
        before = dict(names)
        exec(code, names)
    return blind


def whole(name, lang):
    """The cells, with exercises as well as solutions."""
    with_exercises, with_solutions = (list(kr.lessons.cells(kr.lessons.source(name, lang), solutions=solved)) for solved in (False, True))
    cells = []
    for unsolved, solved in zip(with_exercises, with_solutions, strict=True):
        if unsolved != solved:
            assert (unsolved[0], solved[0]) == ("exercise", "solution")
            cells.append(unsolved)
        cells.append(solved)
    return cells


@pytest.mark.parametrize("name", kr.lessons.NAMES)
def test_lessons_run_and_their_checks_check(name, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    cells = whole(name, "en")
    kinds = [kind for kind, _ in cells]
    assert kinds.count("exercise") == kinds.count("check") >= 5
    assert run(cells) == []
    capsys.readouterr()


def without_words(code):
    """What a cell does, whatever language it says it in."""
    tree = ast.parse(code)
    tree.body = [line for line in tree.body if ast.unparse(line) != "kr.lang('zh')"]
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            node.value = ""
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "print":
            node.args = []
    return ast.dump(tree)


@pytest.mark.parametrize("name", kr.lessons.NAMES)
def test_both_languages_do_the_same(name):
    english, chinese = ([cell for cell in whole(name, lang)] for lang in ("en", "zh"))
    assert [kind for kind, _ in english] == [kind for kind, _ in chinese]
    for (kind, one), (_, other) in zip(english, chinese, strict=True):
        if kind != "text":
            assert without_words(one) == without_words(other), other
        else:
            assert one.count("\n#") == other.count("\n#") and any("\u4e00" <= letter <= "\u9fff" for letter in other)


def test_notebooks_are_written_by_the_command(tmp_path):
    folder = tmp_path / "课"
    call = [sys.executable, "-m", "kinrow.lessons", str(folder), "--lang", "zh"]
    told = subprocess.run(call, capture_output=True, text=True, check=True, env={**os.environ, "PYTHONUTF8": "1"})
    assert "4 个笔记本" in told.stdout
    first = json.loads((folder / "1-minimax.ipynb").read_text(encoding="utf-8"))
    assert first["nbformat"] == 4 and "第一课" in "".join(first["cells"][0]["source"])
    tags = [cell["metadata"].get("tags") for cell in first["cells"]]
    assert ["exercise"] in tags and ["solution"] not in tags and all(cell.get("outputs", []) == [] for cell in first["cells"])
    again = subprocess.run(call, capture_output=True, text=True, env={**os.environ, "PYTHONUTF8": "1"})
    assert again.returncode == 1 and "已存在" in again.stderr
    with pytest.raises(ValueError, match="was kept"):
        kr.lessons.write(folder)
    assert len(kr.lessons.write(folder, solutions=True, force=True)) == 4
    solved = json.loads((folder / "1-minimax.ipynb").read_text(encoding="utf-8"))
    assert [cell["metadata"].get("tags") for cell in solved["cells"]].count(["solution"]) == tags.count(["exercise"])
