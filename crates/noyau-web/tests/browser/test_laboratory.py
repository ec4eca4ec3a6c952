"""The laboratory: a duel run, reloaded, stopped, resumed; a tournament; the atlas of a table."""

import re

import pytest
from conftest import picture, settle


def start(page, game, agents, games, sprt=False, kind="duel", opening=2):
    page.locator("select[name=kind]").select_option(kind)
    page.fill("input[name=game]", game)
    while page.locator("input[name=agent]").count() < len(agents):
        page.get_by_role("button", name="Add an agent").click()
    for i, agent in enumerate(agents):
        page.locator("input[name=agent]").nth(i).fill(agent)
    page.fill("input[name=games]", str(games))
    page.fill("input[name=opening]", str(opening))
    if sprt:
        page.check("input[name=sprt]")
    page.click("button.start")
    page.wait_for_function("() => location.search.includes('job=')")


def done(page):
    return int(re.match(r"[\d,]+", page.inner_text("#job-numbers")).group().replace(",", ""))


def test_a_duel_is_run_reloaded_stopped_and_resumed(open_page):
    page = open_page("/laboratory")
    start(page, "connect4:6x5", ["alphabeta:5", "mcts:2000"], 5000)
    page.wait_for_selector("#job-state[data-state=running]")
    page.wait_for_function("() => parseInt(document.querySelector('#job-numbers').textContent) > 0", timeout=60_000)
    before = done(page)
    page.reload()
    page.wait_for_selector("#job-state[data-state=running]")
    page.wait_for_function("(n) => parseInt(document.querySelector('#job-numbers').textContent) >= n", arg=before)
    # It goes on by itself: the numbers change without a click.
    page.wait_for_function("(n) => parseInt(document.querySelector('#job-numbers').textContent) > n", arg=before, timeout=60_000)
    # A second tab sees it.
    other = open_page("/laboratory", beside=page)
    other.wait_for_selector(".jobs .job-state.running", timeout=60_000)
    page.click(".stop")
    page.wait_for_selector("#job-state[data-state=stopped]")
    stopped = done(page)
    # It is still so: nothing was played after the stop.
    page.reload()
    page.wait_for_selector("#job-state[data-state=stopped]")
    assert done(page) == stopped
    other.wait_for_selector(".jobs .job-state.stopped")
    page.click(".resume")
    page.wait_for_selector("#job-state[data-state=running]")
    page.wait_for_function("(n) => parseInt(document.querySelector('#job-numbers').textContent) > n", arg=stopped, timeout=60_000)
    # The other tab stops it too.
    other.locator(".jobs a").first.click()
    other.click(".stop")
    page.wait_for_selector("#job-state[data-state=stopped]")


@pytest.mark.server
def test_a_page_that_may_not_follow_says_so_and_asks_again(open_page, watch):
    watch.refusals = True
    page = open_page("/laboratory")
    page.route("**/events?*", lambda route: route.fulfill(status=429, headers={"retry-after": "1"}))
    start(page, "connect4:6x5", ["alphabeta:5", "mcts:2000"], 5000)
    page.wait_for_selector(".job-bar .problem:has-text('too many pages')")
    # It asks for the job itself meanwhile.
    before = done(page)
    page.wait_for_function("(n) => parseInt(document.querySelector('#job-numbers').textContent) > n", arg=before, timeout=60_000)
    page.unroute("**/events?*")
    page.wait_for_selector(".job-bar .problem:has-text('too many pages')", state="hidden", timeout=20_000)
    page.wait_for_selector("#job-state[data-state=running]")
    page.click(".stop")
    page.wait_for_selector("#job-state[data-state=stopped]")


def test_a_duel_is_shown_with_its_games(open_page):
    page = open_page("/laboratory")
    start(page, "tictactoe", ["perfect", "random"], 60, sprt=True, opening=0)
    page.wait_for_selector("#job-state[data-state=done]", timeout=60_000)
    page.wait_for_selector(".facts")
    shares = page.get_attribute(".shares", "aria-label")
    wins, draws, losses = (int(n) for n in re.findall(r"\d+", shares))
    assert losses == 0 and wins > draws, shares
    page.wait_for_selector(".plot canvas")
    settle(page)
    picture(page, "laboratory")
    with page.expect_download() as data:
        page.click("a.data")
    lines = data.value.path().read_text().strip().split("\n")
    assert len(lines) >= wins + draws + losses
    page.locator("a.look").first.click()
    page.wait_for_selector("svg.board")
    page.wait_for_function("() => document.querySelectorAll('.history [data-move]').length >= 5")


def test_a_tournament_has_a_cross_table(open_page):
    page = open_page("/laboratory")
    start(page, "tictactoe", ["perfect", "random", "alphabeta:2"], 60, kind="tournament")
    page.wait_for_selector("#job-state[data-state=done]", timeout=60_000)
    page.wait_for_selector("table.cross tbody tr")
    rows = page.locator("table.cross tbody tr").all()
    assert len(rows) == 3
    last = rows[-1].locator("th").inner_text()
    assert "random" in last, last
    # The same as a picture, which stands for itself.
    with page.expect_download() as given:
        page.click(".save-cross")
    picture = given.value.path().read_text()
    assert picture.startswith("<svg") and 'xmlns="http://www.w3.org/2000/svg"' in picture and "class=\"stack" not in picture
    for agent in ("perfect", "random", "alphabeta:2"):
        assert agent in picture
    cells = [cell for cell in page.locator("table.cross tbody td:not(.self)").all_inner_texts() if "=" in cell]
    assert len(cells) == 6 and all(cell in picture for cell in cells)


def test_agents_are_composed_from_lists(open_page):
    page = open_page("/laboratory")
    first = page.locator(".agent").first
    typed = first.locator("input[name=agent]")
    first.locator("select.kind").select_option("mcts")
    assert typed.input_value() == "mcts:2000"
    assert "Monte-Carlo" in first.inner_text()
    first.get_by_label("how many games are simulated").fill("50")
    assert typed.input_value() == "mcts:50"
    first.get_by_text("Options").click()
    # Every option says what it does and which values it takes.
    agents = page.request.get(f"{page.api}/games").json()["agents"]
    settings = next(one for one in agents if one["name"] == "mcts")["settings"]
    for setting in settings:
        row = first.locator(f".option[data-setting={setting['name']}]")
        assert setting["summary"] in row.inner_text()
    first.locator(".option[data-setting=leaf]").locator("select").select_option("search")
    first.locator(".option[data-setting=exploration]").locator("input").fill("0.7")
    assert typed.input_value() == "mcts:50,exploration=0.7,leaf=search"
    # The heuristics are those of the game.
    page.fill("input[name=game]", "connect4:4x4")
    first.locator("select.kind").select_option("alphabeta")
    offered = first.locator(".option[data-setting=heuristic]").locator("select")
    offered.locator("option").nth(1).wait_for(state="attached")
    names = [one["name"] for one in page.request.post(f"{page.api}/game", data={"game": "connect4:4x4"}).json()["scores"]]
    assert offered.locator("option").all_inner_texts()[1:] == names
    # What is typed is understood, and the other way round.
    typed.fill("montecarlo:epsilon=0.2,base=(alphabeta:1)")
    assert first.locator("select.kind").input_value() == "montecarlo"
    assert first.locator(".option[data-setting=base]").locator("input").input_value() == "alphabeta:1"
    page.locator(".agent").nth(1).locator("input[name=agent]").fill("random")
    page.fill("input[name=games]", "2")
    page.click("button.start")
    page.wait_for_selector("#job-state[data-state=done]", timeout=60_000)


def test_games_are_seen_while_they_are_played(open_page):
    page = open_page("/laboratory")
    start(page, "kalah:6,4", ["mcts:3000", "mcts:3000"], 50)
    board = page.locator(".live-game svg.board").first
    board.wait_for(timeout=60_000)
    assert board.locator(".store").count() == 2
    said = lambda: page.locator(".live-game figcaption").first.inner_text()
    before = said()
    page.wait_for_function("(before) => document.querySelector('.live-game figcaption')?.textContent !== before", arg=before.replace("\n", " "), timeout=60_000)
    assert "mcts:3000" in page.locator(".live-game").first.inner_text()
    page.click(".stop")
    page.wait_for_selector("#job-state[data-state=stopped]")
    assert not page.locator(".live-game").first.is_visible()


def test_learning_draws_its_curve_and_plays(open_page):
    page = open_page("/laboratory")
    page.locator("select[name=kind]").select_option("learn")
    page.fill("input[name=game]", "tictactoe")
    page.fill("input[name=seconds]", "4")
    page.click("button.start")
    page.wait_for_selector("#job-state[data-state=done]", timeout=60_000)
    page.wait_for_selector(".plot canvas")
    page.get_by_role("link", name="Play against it").click()
    page.wait_for_selector("svg.board .square")
    assert page.input_value("select[data-side=second]") == "learned"
    page.click(".moves [data-move=b2]")
    page.wait_for_function("() => document.querySelectorAll('.history [data-move]').length === 2")


def test_what_is_wrong_with_an_experiment_is_said(open_page, watch):
    watch.refusals = True
    page = open_page("/laboratory")
    page.fill("input[name=game]", "nosuchgame")
    page.click("button.start")
    problem = page.wait_for_selector(".source > .problem:not([hidden])")
    assert "nosuchgame" in problem.inner_text()


def test_the_atlas_of_a_table(open_page):
    page = open_page("/atlas")
    page.fill("input[name=game]", "tictactoe")
    page.click("button.make")
    page.wait_for_function("() => location.search.includes('table=')", timeout=60_000)
    page.wait_for_selector(".outcome-counts", timeout=60_000)
    page.wait_for_selector("h2:has-text('Tic-tac-toe')")
    # 5478 positions, as everybody counts them.
    assert "5,478" in page.inner_text(".facts")
    counts = [int(text.replace(",", "")) for text in page.locator(".count-card strong").all_inner_texts()]
    assert sum(counts) == 5478
    assert page.locator("table.bars").count() >= 2
    page.wait_for_selector(".rows tbody tr")
    page.wait_for_selector(".puzzle svg.board")
    picture(page, "atlas")
    # A bar opens the positions it counts.
    page.locator(".stack.win").first.click()
    page.wait_for_selector(".rows >> text=positions of the chosen bar")
    # A puzzle gives hints, and knows the answer when it is played.
    puzzle = page.locator(".puzzle").first
    puzzle.get_by_role("button", name="Hint").click()
    assert "wins in" in puzzle.locator(".verdict").inner_text()
    puzzle.get_by_role("button", name="Hint").click()
    line = puzzle.locator(".verdict").inner_text().split(": ")[1].split()
    puzzle.locator("input").fill(line[0])
    puzzle.locator("input").press("Enter")
    puzzle.locator(".verdict .right").wait_for()
    # A table has an address of its own.
    link = page.url
    assert "table=" in link
    page.goto(link)
    page.wait_for_selector(".outcome-counts")


def test_the_atlas_of_a_class(open_page):
    """Each tier has its longest win, with the line; boards on which nobody wants to move are found."""
    page = open_page("/atlas")
    page.fill("input[name=game]", "draughts:english,2")
    page.click("button.make")
    page.wait_for_function("() => location.search.includes('table=')", timeout=60_000)
    page.wait_for_selector("h2:has-text('Draughts')", timeout=60_000)
    rows = page.locator(".longest-wins tbody tr")
    rows.first.wait_for(timeout=60_000)
    assert rows.count() > 1
    plies = int(rows.first.locator("td").nth(2).inner_text())
    rows.first.locator(".show-line").click()
    page.locator(".longest-wins .moves").wait_for()
    assert len(page.inner_text(".longest-wins .moves").split()) == plies
    page.click(".find-zugzwangs")
    page.locator(".zugzwangs tbody tr").first.wait_for()
    found = int(re.match(r"[\d,]+", page.inner_text(".zugzwangs [role=status] p")).group().replace(",", ""))
    assert found >= page.locator(".zugzwangs tbody tr").count() > 0
    # The board of such a row is played from its link.
    page.locator(".zugzwangs .look").first.click()
    page.wait_for_selector("svg.board")


def test_the_atlas_does_not_foretell_what_it_cannot(open_page):
    """The positions of chess are counted as they are found: there is no telling when the table is done."""
    page = open_page("/atlas")
    page.fill("input[name=game]", "chess")
    page.click("button.make")
    page.wait_for_function("() => /^[1-9]/.test(document.querySelector('#job-numbers')?.textContent ?? '')")
    assert re.search("so far; how many there are is not known$", page.inner_text("#job-numbers"))
    assert page.get_attribute(".job-bar progress", "value") is None
    page.click(".stop")
    page.wait_for_selector("#job-state:not([data-state=running])")


def test_charts_are_shown_whole(open_page):
    page = open_page("/atlas")
    page.fill("input[name=game]", "matches:50,3")
    page.click("button.make")
    page.wait_for_selector("h2:has-text('50, 3')")
    rows = page.locator(".scroll:has(> .bars)").first
    assert rows.locator("tbody tr").count() > 13
    assert rows.evaluate("(one) => one.scrollHeight - one.clientHeight") <= 0
