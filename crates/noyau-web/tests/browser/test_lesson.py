"""The lesson: a path through the texts, exercises that are marked step by step, and the lines of algorithms."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import ASSETS, picture, settle

pytestmark = pytest.mark.drawing


def step(page, text):
    page.locator(".step-box").first.fill(text)
    page.locator(".practice form button[type=submit]").first.click()
    settle(page)


def verdict(page):
    return page.locator(".practice .verdict").first.inner_text()


def test_the_kernel_of_the_course_by_clicks_and_by_keyboard(open_page):
    page = open_page("/lesson?exercise=kernel&figure=chomp-2x3")
    # A wrong vertex is answered with the reason.
    page.get_by_role("button", name="6", exact=True).click()
    settle(page)
    assert "6 still has the successor 5" in verdict(page)
    page.get_by_role("button", name="8", exact=True).focus()
    page.keyboard.press("Enter")
    settle(page)
    assert verdict(page).strip() == "Right."
    assert page.locator(".graph .vertex.kernel").count() == 1 and page.locator(".graph .struck").count() == 1
    step(page, "6")
    step(page, "2")
    assert "done" in verdict(page)
    assert page.evaluate("localStorage.getItem('exercises')") == '{"kernel/chomp-2x3":1}'
    assert page.locator("#said").inner_text() == verdict(page).strip()
    # Another one: generated, and its address is noted.
    page.get_by_role("button", name="Another one").click()
    page.wait_for_url("**seed=2**")


def test_none_can_be_the_answer(open_page):
    page = open_page("/lesson?exercise=kernel&figure=three-cycle")
    page.get_by_role("button", name="There is no kernel").click()
    settle(page)
    assert "done" in verdict(page)
    page.goto("/lesson?exercise=kernel&figure=chomp-2x3")
    page.get_by_role("button", name="There is no kernel").click()
    settle(page)
    assert "8 has no successor" in verdict(page)


def test_a_wrong_cut_is_answered_with_the_window_and_the_inequality(open_page):
    page = open_page("/lesson?exercise=alphabeta&figure=alpha-cuts")
    for text in ("A [-inf, +inf]", "B [-inf, +inf]", "a"):
        step(page, text)
    page.get_by_role("button", name="Cut", exact=True).click()
    page.get_by_role("button", name="b", exact=True).click()
    settle(page)
    assert "window [−∞, 5]" in verdict(page) and "5 > α = −∞" in verdict(page)
    for text in ("b", "c", "B=3", "C [3, +inf]", "d", "cut e"):
        step(page, text)
    assert verdict(page).strip() == "Right."
    assert page.locator(".tree .cut").count() == 4, "two edges are struck through, with two strokes each"
    assert "[3, +∞]" in page.locator("svg.tree").text_content()
    picture(page, "lesson")


@pytest.mark.parametrize("width", [1280, 390])
def test_every_node_of_a_tree_has_its_name(open_page, width):
    page = open_page("/lesson?exercise=alphabeta&figure=alpha-cuts", width=width)
    assert "root A" in page.locator(".practice .question").inner_text()
    names = page.locator("svg.tree .step")
    assert sorted(names.all_text_contents()) == list("ABCDabcdefghi")
    frame = page.locator("svg.tree").bounding_box()
    name, root = (page.locator(f"svg.tree .node[data-node='0'] {part}").bounding_box() for part in (".step", "path"))
    assert frame["y"] <= name["y"] and name["y"] + name["height"] / 2 < root["y"], "the name stands above the root, within the drawing"


def test_steps_are_written_in_the_words_of_the_language(open_page):
    page = open_page("/lesson?exercise=alphabeta&figure=alpha-cuts&lang=fr")
    for text in ("A [-inf ; +inf]", "B [-inf ; +inf]", "a", "b", "c", "B=3", "C [3 ; +inf]", "d"):
        step(page, text)
    page.get_by_role("button", name="Couper", exact=True).click()
    page.get_by_role("button", name="e", exact=True).click()
    settle(page)
    assert verdict(page).strip() == "Juste."
    assert page.locator(".done-steps li").last.inner_text() == "coupe e"
    page.locator(".practice .key").click()
    settle(page)
    assert "coupe h" in verdict(page) and "cut" not in verdict(page)


def test_hints_come_by_degrees(open_page):
    page = open_page("/lesson?exercise=nimbers&figure=chomp-2x3")
    said = []
    for _ in range(3):
        page.locator(".practice .hint").click()
        settle(page)
        said.append(verdict(page))
    assert "least number" in said[0] and "all successors of 8" in said[1] and "8=0" in said[2]
    page.locator(".practice .key").click()
    settle(page)
    assert "8=0   5=1   7=1" in page.locator(".practice .verdict").first.text_content()


KEYS = [
    ("attractor", "attractor", ["7", "2", "4", "0, 1", "none"]),
    ("doubling", "three-cycle", ["0 first=1 second", "0 second=1 first", "1 first=2 second", "1 second=2 first", "2 first=0 second", "2 second=0 first"]),
    ("strategy", "attractor", ["0=4", "2=7"]),
    ("minimax", "alpha-cuts", ["B=3", "C=2", "D=1", "A=3"]),
    ("bipartite", "attractor", ["part=0, 1, 2, 3"]),
    ("acyclic", "three-cycle", ["cycle=0, 1, 2"]),
    ("best-reply", "matches", ["2"]),
    ("representation", "three-cycle", ["matrix=[[0, 1, 0], [0, 0, 1], [1, 0, 0]]", "list=[[1], [2], [0]]", "dictionary={0: [1], 1: [2], 2: [0]}"]),
]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_kind_can_be_answered(open_page, language):
    page = open_page("/", language=language)
    for kind, figure, key in KEYS:
        page.goto(f"/lesson?exercise={kind}&figure={figure}")
        page.wait_for_selector(".practice .step-box")
        for text in key:
            step(page, text)
        assert page.locator(".practice .right").count() == 1, f"{kind}: {verdict(page)}"
        assert ("fini" if language == "fr" else "done") in verdict(page), kind


def test_an_unknown_exercise_is_refused_with_those_there_are(open_page, watch):
    watch.refusals = True
    page = open_page("/lesson?exercise=and-or")
    problem = page.locator(".problem").inner_text()
    assert "and-or" in problem and "andor" in problem


def test_copies_in_figures_have_marks_instead_of_english_words(open_page):
    page = open_page("/lesson?chapter=5", language="fr")
    page.wait_for_selector("#memory .graph text")
    written = page.locator("#memory .graph text").all_text_contents()
    assert "5₁" in written and not any("first" in name for name in written), written


def test_the_path_shows_each_notion_and_marks_in_place(open_page):
    page = open_page("/lesson?lang=fr")
    page.wait_for_selector(".lesson-section")
    settle(page)
    assert page.locator(".chapters a").count() == 5
    assert page.locator("#kernel h2").inner_text() == "Le noyau"
    assert page.locator(".live-place").count() == page.locator(".lesson-section").count(), "every section has a figure"
    box = page.locator("#kernel .exercise").first
    box.locator("summary").click()
    box.locator(".step-box").wait_for()
    for text in ("8", "6", "2"):
        box.locator(".step-box").fill(text)
        box.locator("button[type=submit]").click()
        settle(page)
    assert "fini" in box.locator(".verdict").inner_text()
    assert "✓ 1" in box.locator("summary").inner_text()
    assert " 1 sur " in page.locator("#tally").inner_text()
    for chapter in range(1, 6):
        page.goto(f"/lesson?chapter={chapter}&lang=fr")
        page.wait_for_selector(".lesson-section")
        settle(page)
        assert page.locator(".live-place").count() == page.locator(".live").count(), "every figure is drawn"
        assert page.locator("main .problem:visible").count() == 0
        for link in page.locator(".ways-on a").all():
            assert link.get_attribute("href")


def test_lines_are_lit_beside_every_stepper(open_page):
    page = open_page("/")
    for path, last in {
        "/arena?tool=kernel": 6, "/arena?tool=nimbers": 5, "/arena?tool=attractor&double=1": 7,
        "/trees?algorithm=minimax": 5, "/trees": 7, "/trees?form=bound": 6, "/trees?algorithm=montecarlo": 7,
    }.items():
        page.goto(path)
        page.wait_for_selector(".code li")
        assert page.locator(".code li[aria-current]").count() >= 1, path
        page.get_by_role("button", name="To the end").or_(page.locator(".to-end")).first.click()
        lit = page.evaluate("[...document.querySelectorAll('.code li')].flatMap((one, i) => (one.hasAttribute('aria-current') ? [i + 1] : []))")
        assert last in lit, (path, lit)
        assert "=" in page.locator(".variables").inner_text(), path


def test_words_of_the_lesson_are_loaded_only_there(open_page):
    loaded = []
    page = open_page("/", before=lambda page: page.on("request", lambda request: loaded.append(request.url)))
    page.wait_for_timeout(1500)
    assert not [url for url in loaded if "lesson.en.js" in url]
    assert (ASSETS / "texts" / "lesson.en.js").exists()


@pytest.mark.parametrize("path", ["/lesson?chapter=1", "/lesson?chapter=3", "/lesson?exercise=alphabeta&figure=alpha-cuts", "/lesson?exercise=attractor&level=3"])
def test_the_lesson_fits_a_phone(open_page, path):
    page = open_page(path, width=360, height=740)
    page.wait_for_selector(".lesson-section, .step-box")
    settle(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.parametrize("scheme, language", [("light", "fr"), ("dark", "en")])
def test_exercises_have_no_accessibility_violation(open_page, scheme, language):
    page = open_page("/", scheme=scheme, language=language)
    for path, steps in {
        "/lesson?exercise=kernel&figure=chomp-2x3": ["8", "4"],
        "/lesson?exercise=alphabeta&figure=alpha-cuts": ["A [-inf, +inf]"],
        "/lesson?exercise=representation&level=1": ["matrix=[[0]]"],
        "/lesson?exercise=best-reply&figure=chomp": ["a2"],
    }.items():
        page.goto(path)
        page.wait_for_selector(".step-box")
        for text in steps:
            step(page, text)
        assert Axe().run(page).response["violations"] == [], path
