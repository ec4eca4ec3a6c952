"""What a teacher hands out: links, frames for a lesson, QR codes."""

import http.server
import io
import re
import threading
import urllib.request

import pytest
import zxingcpp
from conftest import settle
from PIL import Image
from playwright.sync_api import expect

LESSON = "<!doctype html><html lang=en><title>lesson</title><h1>Lesson</h1>"


@pytest.fixture
def lesson(browser):
    """Opens a page of another site with something in it. Browsers let no page of the web frame this machine: it is `localhost`."""
    body = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.end_headers()
            self.wfile.write((LESSON + body[0]).encode())

        def log_message(self, *_):
            pass

    host = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=host.serve_forever, daemon=True).start()
    context = browser.new_context()

    def opened(inside, said=None):
        body[:] = [inside]
        page = context.new_page()
        if said is not None:
            page.on("console", lambda message: said.append(message.text))
        page.goto(f"http://localhost:{host.server_port}/")
        return page

    yield opened
    context.close()
    host.shutdown()


def read(page):
    """The text of the QR code that is seen."""
    shot = Image.open(io.BytesIO(page.locator("dialog .qr").screenshot())).convert("L")
    found = zxingcpp.read_barcodes(shot)
    assert len(found) == 1
    return found[0].text


@pytest.mark.parametrize("path", ["/?lang=en", "/play?game=connect4:5x4&after=3+3+2", "/trees?step=5", "/atlas"])
def test_the_qr_code_is_the_link(open_page, path):
    page = open_page(path)
    page.get_by_role("button", name="Share", exact=True).click()
    link = page.input_value(".share-link")
    assert link.startswith(page.evaluate("location.origin + location.pathname")) and "lang=en" in link
    assert read(page) == link
    # Only a board, an arena or a tree has a frame.
    assert page.locator(".share-embed").count() == (1 if path.startswith(("/play", "/trees")) else 0)
    # It is closed by a key, and the button has the focus again.
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    assert page.evaluate("document.activeElement.className") == "share-button"


def test_codes_of_all_lengths_are_read(open_page):
    """Every version from 1 on, up to the longest that is offered; a longer text has none."""
    page = open_page("/")
    for length in (1, 17, 18, 78, 134, 230, 271, 425, 586, 858, 1273):
        text = "".join(chr(33 + (7 * i + length) % 90) for i in range(length))
        bits = page.evaluate("async (text) => (await import('/qr.js')).modules(text).map((row) => row.map(Number).join(''))", text)
        size = len(bits) + 8
        drawn = Image.new("L", (size, size), 255)
        for y, row in enumerate(bits):
            for x, dark in enumerate(row):
                if dark == "1":
                    drawn.putpixel((x + 4, y + 4), 0)
        found = zxingcpp.read_barcodes(drawn.resize((3 * size, 3 * size)))
        assert [one.text for one in found] == [text], length
    assert page.evaluate("async () => (await import('/qr.js')).modules('x'.repeat(1274))") is None


def test_a_link_too_long_for_a_code_says_so(open_page):
    page = open_page("/arena")
    noise = page.evaluate("async () => (await import('/address.js')).pack(Array.from({ length: 3000 }, (_, i) => (i * 7919) % 65537).join(' '))")
    page.evaluate("(noise) => history.replaceState(null, '', `/arena#${noise}`)", noise)
    page.get_by_role("button", name="Share", exact=True).click()
    page.locator("dialog").get_by_text("too long").wait_for()
    assert page.locator(".qr").count() == 0


@pytest.mark.server
def test_frames_are_for_what_changes_nothing(server):
    def policy(path):
        with urllib.request.urlopen(server + path) as answer:
            found = re.search("frame-ancestors ([^;]*)", answer.headers["content-security-policy"])
            assert answer.headers["x-frame-options"] is None
            return found.group(1)

    for path in ("/play?embed=1", "/arena?game=nim:3&embed=1", "/trees?lang=fr&embed=1"):
        assert policy(path) == "*", path
    for path in ("/", "/?embed=1", "/play", "/arena?embed=0", "/laboratory?embed=1", "/atlas?embed=1", "/api/games?embed=1"):
        assert policy(path) == "'none'", path


@pytest.mark.parametrize("path, drawing", [
    ("/play?game=connect4:5x4&after=3+3+2", "svg.board"), ("/arena?step=2", "svg.graph"), ("/trees?step=5", "svg.tree"),
])
@pytest.mark.server
def test_a_lesson_has_a_part_in_a_frame(open_page, lesson, server, path, drawing):
    page = open_page(path)
    page.get_by_role("button", name="Share", exact=True).click()
    frame = page.input_value(".share-embed")
    outside = lesson(frame)
    inside = outside.frame_locator("iframe")
    expect(inside.locator(drawing)).to_be_visible(timeout=20_000)
    # The part alone: no way to other parts, nothing that starts a job.
    assert inside.locator("header, nav").count() == 0 and not inside.locator(".source, .panel").first.is_visible()
    # What is done there stays in the frame and keeps it one.
    if drawing == "svg.board":
        inside.locator("#board-keys").press("Enter")
        inside.locator("svg.board .mark.last").first.wait_for()
    else:
        inside.get_by_role("button", name="One step forward").click()
    frames = [one for one in outside.frames if one.url.startswith(server)]
    assert len(frames) == 1 and "embed=1" in frames[0].url
    # The way out leads to the whole page.
    out = inside.get_by_role("link", name="Open in noyau")
    assert "embed" not in out.get_attribute("href") and out.get_attribute("target") == "_blank"


def test_static_files_stand_in_a_frame_with_one_thread(lesson, static):
    """Also when the service worker isolates them, which another site is not."""
    for _ in range(2):
        outside = lesson(f'<iframe src="{static}/play/?game=tictactoe&embed=1"></iframe>')
        outside.frame_locator("iframe").locator("#board-keys").press("Enter")
        outside.frame_locator("iframe").locator("svg.board .mark.last").first.wait_for()
        inside = outside.frames[1]
        assert inside.evaluate("navigator.serviceWorker.ready.then(() => crossOriginIsolated)") is False


@pytest.mark.server
def test_the_laboratory_stands_in_no_frame(lesson, server):
    said = []
    page = lesson(f'<iframe src="{server}/laboratory?embed=1"></iframe>', said)
    page.wait_for_timeout(500)
    assert any("frame-ancestors" in one for one in said), said


def test_an_embedded_address_shows_no_other_part(open_page):
    """Static files have no headers: the page itself keeps jobs and tables out of frames."""
    page = open_page("/play?game=tictactoe&embed=1")
    page.evaluate("history.pushState(null, '', `${location.pathname.replace('play', 'laboratory')}?embed=1`); dispatchEvent(new PopStateEvent('popstate'))")
    settle(page)
    assert page.locator(".lab-form").count() == 0
