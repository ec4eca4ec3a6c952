"""The two faces give the same documents, and the worker stands whatever it is asked."""

import base64
import hashlib
import json
import lzma
import os
import random
import re
import subprocess
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from conftest import Watch, settle
from test_laboratory import start

SCHEMA = json.loads((Path(__file__).parents[2] / "openapi.json").read_text())
NODES = 20_000

# A worker as the page has it, asked one thing after the other.
ASK = """async ({ requests, settings }) => {
  const unpacking = (resolve) => (new Worker('/unpack.js', { type: 'module' }).onmessage = ({ data }) => resolve(data.library));
  const library = window.library ??= await new Promise(unpacking);
  const worker = new Worker('/worker.js', { type: 'module' });
  const answers = [];
  const trapped = await new Promise((done) => {
    worker.onmessage = ({ data }) => {
      if (data.trap || data.panic) return done(`${data.panic ?? data.trap} for ${JSON.stringify(requests[answers.length]).slice(0, 500)}`);
      if (!data.answer) return;
      answers.push([data.answer.status, new TextDecoder().decode(data.answer.body)]);
      if (answers.length === requests.length) done(null);
      else worker.postMessage({ request: requests[answers.length] });
    };
    worker.postMessage({ library, files: [], tables: [], settings });
    worker.postMessage({ request: requests[0] });
  });
  worker.terminate();
  return { answers, trapped };
}"""


def asked(page, requests, settings):
    """The answers of a worker; it may not trap."""
    found = page.evaluate(ASK, {"requests": requests, "settings": settings})
    assert found["trapped"] is None, found["trapped"]
    return found["answers"]


def request(method, path, query="", body=None):
    text = "" if body is None else body if isinstance(body, str) else json.dumps(body)
    return {"method": method, "path": path, "query": query, "kind": "application/json" if body is not None else "", "body": text}


@pytest.fixture
def worker_page(browser, static):
    context = browser.new_context(base_url=static)
    page = context.new_page()
    page.set_default_timeout(600_000)
    page.goto("/icon.svg")
    yield page
    context.close()


# ---- What the page unpacks ------------------------------------------------------------------------------------------

UNPACK = """async (text) => {
  const { unxz } = await import('/xz.js');
  try {
    const whole = unxz(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)));
    return Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', whole)));
  } catch (error) {
    return error.message;
  }
}"""


@pytest.mark.parametrize("lc, lp, pb, dictionary", [(3, 0, 2, 2**23), (4, 0, 0, 2**20), (0, 2, 1, 2**12), (0, 4, 4, 2**16)])
def test_packed_files_are_unpacked(worker_page, lc, lp, pb, dictionary):
    chance = random.Random(lc)
    words = [chance.randbytes(chance.randint(1, 40)) for _ in range(200)]
    # What repeats, what repeats from far away, and what cannot be compressed.
    whole = b"".join(chance.choice(words) for _ in range(3000)) + chance.randbytes(70_000) + b"".join(words) + bytes(70_000)
    filters = [{"id": lzma.FILTER_LZMA2, "preset": 6, "lc": lc, "lp": lp, "pb": pb, "dict_size": dictionary}]
    packed = lzma.compress(whole, filters=filters)
    unpack = lambda some: worker_page.evaluate(UNPACK, base64.b64encode(some).decode())
    assert bytes(unpack(packed)) == hashlib.sha256(whole).digest()
    assert unpack(packed[: len(packed) // 2]) == "the .xz file breaks off"
    assert unpack(whole) == "this is no .xz file"


# ---- The same documents ------------------------------------------------------------------------------------------

GAMES = {
    "tictactoe": ["b2", "a1", "c3", "a3", "c1"],
    "connect4:4x4": ["1", "2", "3", "4", "2"],
    "connect4:5x4": ["3", "3", "2"],
    "chomp:3x4": ["d3", "c3", "d1"],
    "nim:3,4,5": ["1:1", "2:2", "3:1"],
    "dots:2x2": [],
    "leapfrog:2": [],
    "matches:9,3": ["1", "2"],
    "wythoff:4,6": [],
    "kalah:3,2": ["1"],
    "octal:0.77,12": [],
    "mnk:3,3,3": ["b2"],
    "morris:3": [],
    "othello:4": [],
    "domineering:4x4": [],
    "go:3,0": [],
    "awele:3,2": [],
    "nosuch:9": [],
}
TEXTS = {
    "/api/arena": ["{0: [1], 1: [2], 2: []}", "{0: [1, 2], 1: [], 2: [0]}", "0 1\n1 2", "digraph { a -> b; b -> c }", "{0: [1"],
    "/api/tree": ["[[3, 17], [2, 12]]", "[[1, [2, 3]], 4]", "[[[3, 17], [2, 12]], [[15], [25, 0]]]", "[[["],
    "/api/gdl": ["(role white)", "(role a) (role b) (init (step 1))", "(<= (legal"],
}
# What the schema says a parameter is, and values of it: some right, some wrong.
VALUES = {
    "agent": ["random", "first", "alphabeta:2", "search:depth=3", "mcts:50", "perfect", "greedy", "nobody"],
    "algorithm": ["minimax", "alphabeta", "andor", "magic"],
    "format": ["auto", "json", "python", "edges", "tea"],
    "form": ["bound", "extreme"],
    "order": ["given", "best", "worst", "shuffled"],
    "direction": ["right", "down"],
    "player": ["first", "second", "third"],
    "first": ["first", "second"],
    "as": ["svg", "tikz", "dot", "json", "python", "indented", "png"],
    "kind": ["minimax", "alphabeta"],
    "marks": [[], ["kernel"], ["nimbers", "strategy"], ["solution"]],
    "targets": [[], [0], [0, 1], [99]],
    "guess": [{"kernel": [0]}, {"kernel": []}, {"kernel": [99]}],
    "values": [{}, {"0": 3.0}, {"1": -1.5, "2": 0}],
    "cut": [[], [1], [99]],
    "depth": [1, 2, 3],
    "branching": [2, 3],
    "most": [10, 200],
    "step": [0, 3, 1000],
    "double": [True, False],
    "opinion": ["zero", "nobody"],
}


def resolved(schema):
    while "$ref" in schema:
        schema = SCHEMA["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]]
    return schema


def drawn(chance):
    """A request drawn from the schema: its route, and a value for some of its parameters."""
    routes = [(path, method) for path, methods in SCHEMA["paths"].items() for method in methods if "{id}" not in path and path not in ("/api/jobs", "/api/openapi.json")]
    path, method = chance.choice([*routes, *[route for route in routes if route[1] == "post"] * 4])
    language = chance.choice(["en", "fr"])
    if method == "get":
        game = chance.choice(list(GAMES))
        query = f"lang={language}" + (f"&game={game}" if path in ("/api/game", "/api/values") else "")
        return request("GET", path, query)
    schema = resolved(SCHEMA["paths"][path][method]["requestBody"]["content"]["application/json"]["schema"])
    body = {}
    game = chance.choice(list(GAMES))
    moves = GAMES[game][: chance.randrange(6)]
    for name in resolved(schema).get("properties", {}):
        if name == "game":
            body["game"] = game
        elif name == "after" and chance.random() < 0.6:
            body["after"] = moves
        elif name == "moves" and chance.random() < 0.9:
            body["moves"] = moves
        elif name == "seed":
            body["seed"] = chance.randrange(100)
        elif name == "text" and (path.rsplit("/", 1)[0] in TEXTS or path in TEXTS) and chance.random() < 0.5:
            body["text"] = chance.choice(TEXTS.get(path) or TEXTS[path.rsplit("/", 1)[0]])
        elif name in VALUES and chance.random() < 0.5:
            body[name] = chance.choice(VALUES[name])
    # An exercise without a size is of the default one; agents are those that no clock bounds.
    if path == "/api/best":
        body["agent"] = chance.choice(["random", "first", "alphabeta:2", "mcts:50", "perfect", "nobody"])
    return request("POST", path, f"lang={language}", body)


def timeless(text):
    return re.sub(r'"seconds":[-+\d.e]+', '"seconds":0', text)


@pytest.fixture
def limited(tmp_path):
    """A server whose solves are limited by positions, not by time."""
    command = [os.environ["NOYAU_PROGRAM"], "serve", "--port", "0", "--nodes", str(NODES)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=tmp_path)
    try:
        yield re.search(r"http://[\d.:]+\d", process.stdout.readline()).group()
    finally:
        process.terminate()
        process.wait(10)


def told(server, one):
    """The answer of the server."""
    url = server + one["path"] + (f"?{one['query']}" if one["query"] else "")
    headers = {"content-type": one["kind"]} if one["kind"] else {}
    sent = urllib.request.Request(url, one["body"].encode() if one["kind"] else None, headers, method=one["method"])
    try:
        with urllib.request.urlopen(sent, timeout=120) as answer:
            return [answer.status, answer.read().decode()]
    except urllib.error.HTTPError as error:
        return [error.code, error.read().decode()]


def test_both_faces_give_the_same_documents(worker_page, limited):
    count = int(os.environ.get("NOYAU_SAME_REQUESTS", "100"))
    chance = random.Random(int(os.environ.get("NOYAU_SAME_SEED", "1")))
    requests = [drawn(chance) for _ in range(count)]
    answers = asked(worker_page, requests, {"nodes": NODES})
    differ, good = [], 0
    for one, (status, text) in zip(requests, answers, strict=True):
        wanted = told(limited, one)
        good += status == 200
        if [status, timeless(text)] != [wanted[0], timeless(wanted[1])]:
            differ.append(f"{json.dumps(one)}\n  worker {status} {text[:300]}\n  server {wanted[0]} {wanted[1][:300]}")
    assert not differ, f"{len(differ)} of {count}\n" + "\n".join(differ[:10])
    assert good * 2 > count, f"only {good} of {count} are answers"


# ---- Hostile requests --------------------------------------------------------------------------------------------

PATHS = ["game", "values", "best", "judge", "why", "arena", "arena/attractor", "tree", "tree/check", "gdl", "jobs", "arena/export"]
NAMES = ["", ":", "::::", "chess:../../x", "graph:/etc/shadow", "gdl:/proc/self/mem", "connect4:0x0", "connect4:-1x5",
         "connect4:999999999999999999999x2", "mnk:1,1", "awele:0,0", "go:99", "othello:7", "\0", "chomp:64x64", "𝕏"]
BROKEN = ["{0:[1", "[[[[", "digraph {", "(role", "1,0\n1", "#\n#\n#", "parity 5;\n0 9 9 9", '{"edges":7}', "\ufeff{", "{0:[1],1:[0],2:{}}"]
DEEP = ["[" * 5000, "(" * 5000 + ")" * 5000, '{"a":' * 2000, "{0:" + "[" * 3000, "((((not " * 500]


def noise(chance, most):
    return "".join(chr(chance.choice([chance.randrange(32, 127), chance.randrange(0x100), chance.randrange(0x3000)])) for _ in range(1 + chance.randrange(most)))


def malformed(chance, number):
    """A request that is wrong in one way, as those that the server is tested with."""
    path = "/api/" + chance.choice(PATHS)
    match number % 10:
        case 0:
            return {"method": noise(chance, 20), "path": noise(chance, 200), "query": noise(chance, 200), "kind": noise(chance, 20), "body": noise(chance, 200)}
        case 1:
            return request("POST", path, body=noise(chance, 500))
        case 2:
            whole = json.dumps({"game": "connect4:5x4", "after": "1,2,3", "text": "[[1,2],[3,4]]", "kind": "duel", "agents": ["random", "first"]})
            return request("POST", path, body=whole[: 1 + chance.randrange(len(whole) - 1)])
        case 3:
            wrong = chance.choice([3.5, [[]], {"a": 1}, -1, True])
            keys = ["game", "text", "after", "most", "kind", "moves", "format"]
            return request("POST", path, body={**{key: wrong for key in keys}, "seconds": "soon", "targets": "x", "marks": 7, "values": 1})
        case 4:
            path = "/api/" + chance.choice(["game", "values", "best", "why", "judge", "tree", "arena", "jobs"])
            return request("POST", path, body={"game": chance.choice(NAMES), "agent": "random", "kind": "table"})
        case 5:
            return request(chance.choice(["BREW", "PUT", "DELETE", "PATCH", ""]), path)
        case 6:
            return {**request("POST", path, body={}), "kind": chance.choice(["", "text/plain", "application/xml"])}
        case 7:
            name = "".join(f"%{chance.randrange(256):02x}" for _ in range(1 + chance.randrange(60)))
            return request("GET", "/" + chance.choice(["api/", "api/jobs/", "api/tables/", "../"]) + name)
        case 8:
            path = "/api/" + chance.choice(["arena", "gdl", "tree", "arena/double"])
            text = chance.choice([*BROKEN, *DEEP]) + noise(chance, 20)
            return request("POST", path, body={"text": text, "format": "json" if path == "/api/tree" else "python"})
        case _:
            path = chance.choice(["jobs/x/stop", "jobs/x/resume", "jobs/x/events", "jobs/x/games", "tables/x", "tables/x/rows", "tables/x/puzzles"])
            method = "POST" if path.endswith(("stop", "resume")) else "GET"
            return request(method, f"/api/{path}", chance.choice(["", "outcome=tea", "count=999999999999"]))


def test_hostile_requests_are_refused_and_the_worker_stands(worker_page):
    count = int(os.environ.get("NOYAU_HOSTILE_REQUESTS", "2000"))
    chance = random.Random(int(os.environ.get("NOYAU_HOSTILE_SEED", "1")))
    for begin in range(0, count, 2000):
        requests = [malformed(chance, number) for number in range(begin, min(begin + 2000, count))]
        answers = asked(worker_page, requests, {})
        for one, (status, text) in zip(requests, answers, strict=True):
            assert 400 <= status < 500, f"{status} {text[:200]} for {json.dumps(one)[:300]}"
            assert json.loads(text)["error"]["message"]


# ---- What only static files have ---------------------------------------------------------------------------------

def opened(browser, static, watch, path, language="en"):
    context = browser.new_context(base_url=static, locale=language)
    page = context.new_page()
    watch.listen(page)
    page.goto(path)
    settle(page)
    return page


@pytest.fixture
def static_watch(static):
    watch = Watch(static)
    yield watch
    assert not watch.wrong, "\n".join(watch.wrong)


def test_what_is_missing_is_said_in_both_languages(browser, static, static_watch):
    for language, words in (("en", "without a server"), ("fr", "sans serveur")):
        page = opened(browser, static, static_watch, "/", language)
        assert words in page.inner_text("#missing")
        page.context.close()


def test_it_works_without_a_network_after_the_first_visit(browser, static, static_watch):
    page = opened(browser, static, static_watch, "/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.context.set_offline(True)
    page.goto("/play/?game=tictactoe&values=1")
    settle(page)
    page.click(".moves [data-move=b2]")
    page.wait_for_selector(".ply:has-text('b2')")
    page.wait_for_function("() => document.querySelectorAll('.moves [data-move]').length === 8")
    page.context.close()


@pytest.fixture(scope="session")
def table(tmp_path_factory):
    """A table of tic-tac-toe."""
    path = tmp_path_factory.mktemp("table") / "own.noyau"
    subprocess.run([os.environ["NOYAU_PROGRAM"], "solve", "tictactoe", "--all", "--save", str(path)], check=True, capture_output=True)
    return path


def shows_the_table(page):
    page.wait_for_selector("h2:has-text('Tic-tac-toe')")
    page.wait_for_selector(".facts:has-text('5,478')")
    page.wait_for_selector(".rows tbody tr")


def test_a_table_is_opened_from_a_file(browser, static, static_watch, table):
    page = opened(browser, static, static_watch, "/atlas/")
    page.set_input_files("input[name=table]", table)
    shows_the_table(page)
    page.context.close()


@pytest.mark.parametrize("ranges", [True, False])
def test_a_table_is_opened_from_an_address(browser, static, static_watch, table, ranges):
    page = opened(browser, static, static_watch, "/atlas/")
    whole, asked = table.read_bytes(), []

    def answer(route):
        found = re.match(r"bytes=(\d+)-(\d+)", route.request.headers.get("range", ""))
        asked.append(found)
        if not found or not ranges:
            return route.fulfill(status=200, body=whole, content_type="application/octet-stream")
        first, last = int(found[1]), min(int(found[2]), len(whole) - 1)
        headers = {"content-range": f"bytes {first}-{last}/{len(whole)}", "content-type": "application/octet-stream"}
        return route.fulfill(status=206, body=whole[first : last + 1], headers=headers)

    page.context.route("**/own.noyau", answer)
    page.fill("input[name=url]", "own.noyau")
    page.get_by_role("button", name="Open it").click()
    shows_the_table(page)
    assert (len(asked) > 1) == ranges
    page.context.close()


def test_what_is_no_table_is_said(browser, static, static_watch):
    page = opened(browser, static, static_watch, "/atlas/")
    page.fill("input[name=url]", "icon.svg")
    page.get_by_role("button", name="Open it").click()
    page.wait_for_selector(".source > .problem:has-text('no table')")
    page.context.close()


# ---- Threads -----------------------------------------------------------------------------------------------------

# Counts the tasks of the library that workers with the same memory did, keeps what workers are asked, and says of how many
# threads the machine is.
COUNT = """(threads) => {
  window.helped = 0;
  window.asked = [];
  Object.defineProperty(navigator, 'hardwareConcurrency', { value: threads });
  window.Worker = class extends Worker {
    constructor(...given) {
      super(...given);
      this.addEventListener('message', ({ data }) => { helped += data.answer?.helped ?? 0; });
    }
    postMessage(data, ...others) {
      if (data.request) asked.push(data.request);
      super.postMessage(data, ...others);
    }
  };
}"""


def isolated(browser, static, watch, threads):
    """A page of a second visit, which the service worker isolates."""
    page = opened(browser, static, watch, "/")
    assert not page.evaluate("crossOriginIsolated")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.add_init_script(f"({COUNT})({threads})")
    return page


def shown_values(page, game):
    page.goto(f"/play/?game={game}&values=1")
    page.wait_for_function("() => /[=+-]/.test(document.querySelector('.moves')?.innerText)")
    settle(page)
    return page.inner_text(".moves")


def test_threads_share_the_memory_after_the_first_visit(browser, static, static_watch):
    game = "connect4:5x4"
    page = isolated(browser, static, static_watch, 3)
    several = shown_values(page, game)
    assert page.evaluate("crossOriginIsolated")
    # One for short questions, and one that solves with two that help it.
    assert len(page.workers) == 4
    assert page.evaluate("helped") > 0
    page.context.close()
    page = opened(browser, static, static_watch, "/")
    page.evaluate(COUNT, 3)
    assert shown_values(page, game) == several
    assert not page.evaluate("crossOriginIsolated")
    assert len(page.workers) == 2
    page.context.close()


def test_what_runs_beside_a_proof_takes_no_thread_from_it(browser, static, static_watch):
    page = isolated(browser, static, static_watch, 2)
    # A board that takes longer than the proof has for itself.
    page.goto("/play/?game=connect4:8x7&values=1")
    page.wait_for_selector("button.longer")
    # One for short questions, and one that solves with one that helps it.
    assert len(page.workers) == 3
    page.click("button.longer")
    # The proof has these; the values of the moves one that nobody helps.
    page.wait_for_function("() => asked.slice(-2).some(({ body }) => body.includes('quick')) && !asked.at(-1).body.includes('quick')")
    page.wait_for_timeout(500)
    assert len(page.workers) == 4
    proof, values = (json.loads(one["body"]) for one in page.evaluate("asked")[-2:])
    assert proof["quick"] and "quick" not in values
    page.context.close()


def test_a_contest_on_threads_keeps_its_games_in_order(browser, static, static_watch):
    page = isolated(browser, static, static_watch, 4)
    page.goto("/laboratory/")
    settle(page)
    started = []
    page.on("worker", lambda worker: started.append(worker))
    start(page, "connect4:5x4", ["alphabeta:3", "random"], 300)
    page.wait_for_selector("#job-state[data-state=done]", timeout=60_000)
    # One processor is left for the page.
    assert len(started) == 3
    with page.expect_download() as data:
        page.click("a.data")
    games = [json.loads(line)["game"] for line in data.value.path().read_text().splitlines()[1:]]
    assert games == list(range(1, 301))
    page.context.close()
