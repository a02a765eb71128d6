"""The widget in JupyterLab, in headless Chromium: clicked as a person would. Screenshots are kept under target/screenshots."""

import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import time
import urllib.request

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

SHOTS = pathlib.Path(__file__).resolve().parents[4] / "target" / "screenshots"

CELLS = {
    "play": "kr.widget.play('alphabeta', '3x3x3')",
    "replay": "kr.widget.replay(kr.Board('7x6x4:drop', 'd d c c b b a'))",
    "explore": "kr.widget.explore(kr.Board('3x3x3', 'b2 b3'), 'alphabeta')",
    "steps": "kr.widget.steps(kr.steps(kr.Board('3x3x3', 'a1 b2 a2 a3 b1'), 'alphabeta'))",
}


@pytest.fixture
def lab(tmp_path):
    """A JupyterLab with a notebook of widgets; its address."""
    sources = ["import kinrow as kr", *CELLS.values()]
    cells = [{"cell_type": "code", "id": f"c{n}", "metadata": {}, "execution_count": None, "outputs": [], "source": source} for n, source in enumerate(sources)]
    kernel = {"name": "python3", "display_name": "Python 3"}
    book = {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
    (tmp_path / "widgets.ipynb").write_text(json.dumps(book))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    own = {name: str(tmp_path / name) for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR")}
    call = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", f"--port={port}", "--ip=127.0.0.1", "--IdentityProvider.token=secret"]
    call += ["--expose-app-in-browser", f"--ServerApp.root_dir={tmp_path}", "--LabApp.news_url=None", "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate"]
    server = subprocess.Popen(call, env={**os.environ, **own}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(600):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/api?token=secret")
                break
            except OSError:
                assert server.poll() is None, "JupyterLab has ended"
                time.sleep(0.2)
        yield f"http://127.0.0.1:{port}/lab/tree/widgets.ipynb?token=secret"
    finally:
        # It would ask whether the kernels may end.
        server.kill()
        server.wait()


@pytest.fixture
def browser(tmp_path):
    """Headless Chromium."""
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium")
    for flag in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--window-size=1100,2400", f"--user-data-dir={tmp_path / 'chromium'}"):
        options.add_argument(flag)
    driver = webdriver.Chrome(options, webdriver.ChromeService(shutil.which("chromedriver")))
    driver.set_script_timeout(300)
    yield driver
    driver.quit()


def test_widgets_are_clicked(lab, browser):
    browser.get(lab)
    wait = WebDriverWait(browser, 300)
    wait.until(lambda _: browser.execute_script("return !!window.jupyterapp && !!document.querySelector('.jp-Notebook')"))
    # Asked sooner, JupyterLab opens a dialog about the kernel.
    kernel = "window.jupyterapp.shell.currentWidget?.context?.sessionContext?.session?.kernel"
    wait.until(lambda _: browser.execute_script(f"return {kernel}?.connectionStatus === 'connected' && {kernel}?.status === 'idle'"))
    browser.execute_async_script("const done = arguments[0]; window.jupyterapp.commands.execute('notebook:run-all-cells').then(() => done(), done)")
    wait.until(lambda _: len(browser.find_elements(By.CSS_SELECTOR, ".kinrow svg")) == len(CELLS))
    widgets = dict(zip(CELLS, browser.find_elements(By.CSS_SELECTOR, ".kinrow"), strict=True))

    def caption(name):
        return widgets[name].find_element(By.CSS_SELECTOR, ".kinrow-caption").text

    def stones(name):
        return len(widgets[name].find_elements(By.CSS_SELECTOR, "svg circle[r='13.68']"))

    def press(name, selector):
        browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", widgets[name])
        widgets[name].find_element(By.CSS_SELECTOR, selector).click()

    # A person plays: a stone of one's own, and the answer.
    assert caption("play") == "X to move" and stones("play") == 0
    press("play", "[data-move=b2]")
    wait.until(lambda _: stones("play") == 2)
    wait.until(lambda _: "kinrow-busy" not in widgets["play"].get_attribute("class"))
    assert len(widgets["play"].find_elements(By.CSS_SELECTOR, "[data-move]")) == 7
    press("play", "[data-button=undo]")
    wait.until(lambda _: stones("play") == 0)
    press("play", "[data-move=a1]")
    wait.until(lambda _: stones("play") == 2)

    # A game is stepped through.
    assert stones("replay") == 7
    press("replay", "[data-go=back]")
    wait.until(lambda _: stones("replay") == 6)
    press("replay", "[data-go=first]")
    wait.until(lambda _: stones("replay") == 0 and "Start" in caption("replay"))
    browser.execute_script("const s = arguments[0]; s.value = 3; s.dispatchEvent(new Event('input'))", widgets["replay"].find_element(By.CSS_SELECTOR, "input"))
    wait.until(lambda _: stones("replay") == 3)

    # An analysis: X wins, and after its best move O has lost.
    assert "best is" in caption("explore") and "wins" in caption("explore")
    press("explore", f"[data-move={caption('explore').split('best is ')[1].split(':')[0]}]")
    wait.until(lambda _: "O to move" in caption("explore") and "loses" in caption("explore"))

    # A search.
    press("steps", "[data-go=last]")
    wait.until(lambda _: caption("steps").startswith("Step ") and "settled" in caption("steps"))

    SHOTS.mkdir(parents=True, exist_ok=True)
    for name, widget in widgets.items():
        browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", widget)
        widget.screenshot(str(SHOTS / f"jupyter-{name}.png"))
    browser.execute_script("document.querySelector('.kinrow').scrollIntoView()")
    browser.save_screenshot(str(SHOTS / "jupyter.png"))
