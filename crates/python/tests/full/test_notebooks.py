"""The lessons as notebooks, executed as Jupyter does it."""

import kinrow as kr
import nbformat
import pytest
from nbclient import NotebookClient


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("name", kr.lessons.NAMES)
def test_a_lesson_is_executed(name, lang, tmp_path):
    kr.lessons.write(tmp_path, lang, solutions=True)
    book = nbformat.read(tmp_path / f"{name}.ipynb", as_version=4)
    nbformat.validate(book)
    NotebookClient(book, timeout=600, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}).execute()
    outputs = [output for cell in book.cells if cell.cell_type == "code" for output in cell.outputs]
    assert any("application/vnd.jupyter.widget-view+json" in output.get("data", {}) for output in outputs)
    assert not any(output.output_type == "error" for output in outputs)
