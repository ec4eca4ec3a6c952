"""A server, a browser and a page for each test.

The page has two faces: the server's, and static files with the library in a worker. Tests run against both, unless they are
marked as being about the server. Where NOYAU_ALL_CASES is not set, static files have less: the first of several cases, and no test
that is marked as being about a drawing. Scripts and answers are the same on both faces, and `test_static.py` compares the answers.

The page must stay whole: a script error, a message of the browser that something was refused, or a request to another machine
fails the test in which it happens.
"""

import io
import json
import os
import re
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import sync_playwright

# How many times longer than on a quiet machine something may take: tests run beside each other.
PATIENCE = 1 if os.environ.get("NOYAU_QUIET") else 10

HERE = Path(__file__).parent
ASSETS = HERE.parent.parent / "assets"
# The modules that static files have instead of some, or besides.
WORKER = HERE.parents[2] / "noyau-wasm" / "page"
PICTURES = HERE.parents[3] / "docs" / "pictures"

# Every part of the page, with something in it.
PARTS = {
    "games": "/",
    "play": "/play?game=connect4:5x4&after=3 3 2&values=1",
    "arena": "/arena?step=2",
    "trees": "/trees?step=14",
    "lesson": "/lesson",
    "laboratory": "/laboratory",
    "atlas": "/atlas",
}


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """The address of a server that the tests have to themselves."""
    given = os.environ.get("NOYAU_ADDRESS")
    if given:
        yield given
        return
    program = os.environ.get("NOYAU_PROGRAM")
    if not program:
        pytest.exit("NOYAU_PROGRAM is to name the program; `cargo xtask test --only page` does")
    process = subprocess.Popen(
        [program, "serve", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=tmp_path_factory.mktemp("server"),
        env={**os.environ, "LANG": "en_GB.UTF-8", "LC_ALL": "en_GB.UTF-8"},
    )
    try:
        said = []
        for line in process.stdout:
            said.append(line)
            found = re.search(r"http://[\w.:\[\]]+:\d+", line)
            if found:
                address = found.group().rstrip("/")
                break
        else:
            pytest.exit("the server said no address:\n" + "".join(said))
        yield address
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            pytest.fail("the server does not stop when it is told to")


def pytest_configure(config):
    config.addinivalue_line("markers", "server: about the server, which static files do not have")
    config.addinivalue_line("markers", "drawing: about what the scripts draw of an answer, whichever face gives it")


def pytest_generate_tests(metafunc):
    if "face" in metafunc.fixturenames:
        alone = metafunc.definition.get_closest_marker("server")
        metafunc.parametrize("face", ["server"] if alone else ["server", "static"], scope="session")


def pytest_collection_modifyitems(config, items):
    if os.environ.get("NOYAU_ALL_CASES"):
        return
    met, left = set(), []
    for item in items:
        static = hasattr(item, "callspec") and item.callspec.params.get("face") == "static"
        name = (item.path, item.originalname)
        if static and (name in met or item.get_closest_marker("drawing")):
            left.append(item)
        elif static:
            met.add(name)
    config.hook.pytest_deselected(items=left)
    items[:] = [item for item in items if item not in left]


@pytest.fixture(scope="session")
def static():
    """The address of a host that serves the page as static files, and can do nothing else."""
    folder = os.environ.get("NOYAU_PAGE")
    if not folder:
        pytest.exit("NOYAU_PAGE is to name the folder of static files; `cargo xtask test --only page` does")
    command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", folder]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        yield re.search(r"http://[\d.:]+", process.stdout.readline()).group()
    finally:
        process.terminate()
        process.wait(10)


@pytest.fixture
def site(face, request):
    """The address of the page."""
    return request.getfixturevalue("static" if face == "static" else "server")


@pytest.fixture(scope="session", autouse=True)
def warm(server):
    """The games whose values the tests show are asked for once, patiently: a slow machine is not what they test."""
    for game in ("tictactoe", "connect4:5x4", "connect4:4x4", "dots:2x2"):
        body = json.dumps({"game": game, "seconds": 10}).encode()
        request = urllib.request.Request(f"{server}/api/values", body, {"content-type": "application/json"})
        with urllib.request.urlopen(request, timeout=60) as answer:
            json.load(answer)


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        program = os.environ.get("NOYAU_BROWSER", "/usr/bin/chromium")
        # A browser of root, as in containers, has no sandbox.
        arguments = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
        # Every test has a context of its own: no process is kept ready for a page that never comes.
        arguments.append("--disable-features=SpareRendererForSitePerProcess")
        browser = playwright.chromium.launch(executable_path=program, args=arguments)
        yield browser
        browser.close()


class Watch:
    """What went wrong on the pages of a test."""

    def __init__(self, site):
        self.site = site
        self.wrong = []
        # Answers with these statuses are expected: the browser mentions them on its console.
        self.refusals = False

    def listen(self, page):
        page.on("pageerror", lambda error: self.wrong.append(f"script error: {error}"))
        page.on("console", self.said)
        page.on("request", self.asked)
        page.on("dialog", lambda dialog: dialog.dismiss())

    def said(self, message):
        if message.type not in ("error", "warning"):
            return
        if self.refusals and "Failed to load resource" in message.text:
            return
        if "blocked by Playwright" in message.text:
            return
        # A busy machine takes more than these seconds until it comes to use it.
        if "preloaded using link preload but not used within a few seconds" in message.text:
            return
        self.wrong.append(f"console: {message.text}")

    def asked(self, request):
        if not request.url.startswith((self.site + "/", "blob:" + self.site, "data:")):
            self.wrong.append(f"a request leaves the machine: {request.url}")


@pytest.fixture
def watch(site):
    watch = Watch(site)
    yield watch
    assert not watch.wrong, "\n".join(watch.wrong)


@pytest.fixture
def open_page(browser, server, site, watch):
    """Opens a part of the page: `open_page("/arena", width=400, scheme="dark")`; `beside` another page, in a second tab."""
    contexts = []

    def opened(path, width=1280, height=900, scheme="light", language="en", before=None, touch=False, wait=True, beside=None):
        context = beside.context if beside else browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme=scheme,
            locale=language,
            base_url=site,
            has_touch=touch,
            accept_downloads=True,
            # It would fetch all files in every test; `test_static.py` is about it.
            service_workers="block",
        )
        contexts.append(context)
        page = context.new_page()
        # What tests ask by themselves they ask the server, whichever face they look at.
        page.api = f"{server}/api"
        page.set_default_timeout(30_000)
        watch.listen(page)
        if before:
            before(page)
        page.goto(path)
        if wait:
            settle(page)
        return page

    yield opened
    for context in contexts:
        context.close()


QUIET = """() => {
  const busy = document.documentElement.hasAttribute('data-busy') || !document.querySelector('main h1');
  if (busy) window.quiet = undefined;
  else window.quiet ??= performance.now();
  return !busy && performance.now() - window.quiet > 120;
}"""


def settle(page):
    """Waits until the part stands there and nothing is waited for any more."""
    page.wait_for_function(QUIET)


def picture(page, name):
    """A picture for the documents, written only when asked for, in few colours so that it is small."""
    if not os.environ.get("NOYAU_PICTURES"):
        return
    page.evaluate("scrollTo(0, 0)")
    page.mouse.move(0, 0)
    page.wait_for_timeout(300)
    PICTURES.mkdir(exist_ok=True)
    taken = Image.open(io.BytesIO(page.screenshot(animations="disabled", scale="css"))).convert("RGB")
    taken.quantize(128, dither=Image.Dither.NONE).save(PICTURES / f"page-{name}.png", optimize=True)
