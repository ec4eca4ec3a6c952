"""How soon moves are drawn and values come while the engine deepens: `cargo xtask accept --only instant` runs this."""

import json
import threading
import time
import urllib.error
import urllib.request

import pytest
from test_play import drawn_after

GAMES = ["othello:8", "chess", "connect4:7x6", "draughts:international", "morris:9"]

# Milliseconds.
DRAWN, SERVED, VALUED = 100, 20, 300
SERVED_TIMES = "() => performance.getEntriesByType('resource').filter((one) => one.name.includes('/api/game?')).flatMap((one) => one.serverTiming.map((part) => part.duration))"


@pytest.mark.server
@pytest.mark.parametrize("game", GAMES)
def test_ten_rapid_moves(open_page, watch, game):
    """Each is drawn and answered within the bars; the first value of a position that is looked at is soon there."""
    watch.refusals = True
    page = open_page(f"/play?game={game}&values=1", wait=False)
    page.wait_for_selector("svg.board .badge")
    drawn = []
    for i in range(10):
        moves = page.eval_on_selector_all(".moves [data-move]", "all => all.map((one) => one.dataset.move)")
        drawn.append(drawn_after(page, sorted(moves)[i * 7 % len(moves)]))
        page.wait_for_timeout(250)
    served = page.evaluate(SERVED_TIMES)
    # The values of the last position, from the click that leads back to it.
    valued = page.evaluate("""() => new Promise((done) => {
      const begin = performance.now();
      document.querySelector('.moves [data-move]').click();
      const ply = document.querySelector('.ply[aria-current]').dataset.ply;
      const look = () => document.querySelector('.ply[aria-current]').dataset.ply !== ply && document.querySelector('.moves .token') ? done(performance.now() - begin) : setTimeout(look, 2);
      look();
    })""")
    print(f"{game}: drawn after {[round(time) for time in drawn]} ms, served in {max(served):.0f} ms at most, first value after {valued:.0f} ms")
    assert max(drawn) <= DRAWN and max(served) <= SERVED and valued <= VALUED


@pytest.mark.server
def test_sixteen_visitors(server):
    """All ask for long values at once; positions are answered meanwhile."""
    over = threading.Event()

    def ask(path, body):
        request = urllib.request.Request(f"{server}/api/{path}", json.dumps(body).encode(), {"content-type": "application/json"})
        begin = time.perf_counter()
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                answer.read()
        except urllib.error.HTTPError as error:
            assert path == "values" and error.code == 429, error
        return 1000 * (time.perf_counter() - begin)

    def visit(number):
        while not over.is_set():
            ask("values", {"game": GAMES[number % len(GAMES)], "seconds": 2})

    visitors = [threading.Thread(target=visit, args=(number,), daemon=True) for number in range(16)]
    for visitor in visitors:
        visitor.start()
    time.sleep(1)
    times = [ask("game", {"game": GAMES[i % len(GAMES)]}) for i in range(200)]
    first = [ask("values", {"game": GAMES[i % len(GAMES)], "seconds": 0.1}) for i in range(5)]
    over.set()
    times.sort()
    print(f"sixteen visitors: a position in {times[100]:.0f} ms, 99 of 100 in {times[197]:.0f} ms; a first value in {max(first):.0f} ms at most")
    for visitor in visitors:
        visitor.join()
    assert times[197] <= DRAWN, times[-5:]
