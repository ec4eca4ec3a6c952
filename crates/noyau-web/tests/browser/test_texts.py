"""Every text of the page is in the catalogue, in both languages."""

import json
import re

import pytest
from conftest import ASSETS, PARTS, WORKER, settle

MODULES = [path for folder in (ASSETS, WORKER) for path in folder.rglob("*.js") if not {"vendor", "texts"} & set(path.parts)]

GAMES = [
    "awele", "chess", "chomp", "connect4", "domineering", "dots", "draughts", "gdl", "go", "graph", "kalah", "leapfrog", "matches", "mnk",
    "morris", "nim", "octal", "othello", "tictactoe", "wythoff",
]

LESSON = (ASSETS / "pages" / "lesson.js").read_text()
SECTIONS = re.findall(r"\{ key: '([\w-]+)'", LESSON)

# Keys that are put together, and what they can become.
COMPOSED = {
    "algorithm.${one}": ["minimax", "alphabeta", "andor", "montecarlo"],
    "code.${tool}": ["kernel", "attractor", "nimbers"],
    "code.${named}": ["minimax", "andor", "extreme", "bound", "montecarlo"],
    "part.${part.kind}": ["plies", "plays"],
    "size.${name}": ["awele", "go", "kalah", "othello"],
    "piece.${symbol.toLowerCase()}": ["k", "q", "r", "b", "n", "p"],
    "strategy.${kind}": ["win", "draw", "loss"],
    "scope.${one}": ["plies", "around", "plays"],
    "column.${column}": [
        "vertex", "successors", "kernel", "nimber", "outcome", "distance", "algorithm", "nodes", "leaves", "cuts",
        "look", "position", "tier", "positions", "plies", "line", "turned",
    ],
    # Every game has a name; some have one for their variants.
    "game.${game}": ["draughts:international", "draughts:english", "morris:3", "morris:6", "morris:9"],
    "game.${name}": GAMES,
    "side.${kind}.${side}": [f"{kind}.{side}" for kind in ("white", "black", "mark", "blue", "domino") for side in ("first", "second")],
    "job.${job.state}": ["queued", "running", "done", "stopped", "failed", "lost"],
    "lab.${one}": ["duel", "tournament", "learn"],
    "language.${code}": ["en", "fr"],
    "order.${one}": ["given", "shuffled", "best", "worst"],
    "part.${name}": ["games", "play", "arena", "trees", "lesson", "laboratory", "atlas"],
    "part.${page.name}": [],
    "play.${key}": [
        "export-pgn",
        "undo", "redo", "hint-button", "why", "pause", "share", "restart", "set-up", "import", "export-text", "export-json",
    ],
    "sprt.${box.name}": ["elo0", "elo1", "alpha", "beta"],
    "sprt.accepted.${accepted}": ["elo0", "elo1"],
    "tool.${tool}": ["kernel", "attractor", "nimbers", "strategy", "guess", "token"],
    "why.${reasons.outcome}": ["win", "draw", "loss"],
    "l.${section.key}": SECTIONS,
    "l.${section.key}.h": SECTIONS,
    "l.${section.key}.p": re.findall(r"key: '([\w-]+)'[^\n]*proof: true", LESSON),
    "lesson.chapter.${i + 1}": ["1", "2", "3", "4", "5"],
    "lesson.to.${part}": ["play", "arena", "trees", "laboratory"],
    "practice.${word}": ["cycle", "order", "part", "look", "cut", "return", "matrix", "list", "dictionary"],
    "practice.typed.${word}": ["first", "second", "none", "cycle", "order", "part", "cut", "matrix", "list", "dictionary"],
    "practice.${name}": ["hint", "undo", "restart", "key", "new"],
    "worth.${outcome}.in": ["win", "loss"],
    "worth.margin.${outcome}": ["win", "draw", "loss"],
    **{f"side.${{{name}}}": ["first", "second"] for name in
       ("side", "state.side", "state.winner", "one.side", "one.winner", "player", "mover", "winner", "vertex.owner")},
    **{f"worth.${{{name}}}": ["win", "draw", "loss"] for name in ("outcome", "kind", "entry.kind")},
}


# The words of every part, and those that only some parts load.
WORDS = ["", "code.", "lesson."]


def catalogue(language):
    words = {}
    for part in WORDS:
        entries = entries_of(f"{part}{language}.js")
        assert not words.keys() & dict(entries).keys(), f"{part}{language}.js has a key that another file has"
        words.update(entries)
    return words


def entries_of(file):
    text = (ASSETS / "texts" / file).read_text()
    body = text[text.index("{", text.index("export default")) :]
    entries = re.findall(r"^  '((?:[^'\\]|\\.)*)': '((?:[^'\\]|\\.)*)',$", body, re.M)
    assert len(entries) == body.count("\n") - 2, f"{file} has a line that is no entry"
    keys = [key for key, _ in entries]
    assert len(set(keys)) == len(keys), f"{file} has a key twice"
    return {key: value.replace("\\'", "'").replace("\\n", "\n") for key, value in entries}


def used():
    keys = set()
    for module in MODULES:
        text = module.read_text()
        for function, quote, key in re.findall(r"\b(t|plural)\(\s*(['`])([^'`]+)\2", text):
            expanded = [key]
            if quote == "`":
                assert key in COMPOSED, f"{module.name}: the key {key} is put together in a way this test does not know"
                expanded = [re.sub(r"\$\{.*\}", part, key) for part in COMPOSED[key]]
            for one in expanded:
                keys |= {f"{one}.one", f"{one}.many"} if function == "plural" else {one}
        # One of several keys is chosen inside the call.
        keys |= catalogue("en").keys() & set(re.findall(r"'([\w.-]+)'", text))
        for key in set(re.findall(r"`([^`]+)`", text)) & COMPOSED.keys():
            keys |= {re.sub(r"\$\{.*\}", part, key) for part in COMPOSED[key]} & catalogue("en").keys()
    return keys


def test_both_languages_have_the_same_keys():
    english, french = catalogue("en"), catalogue("fr")
    assert english.keys() == french.keys()
    for key in english:
        assert english[key].strip() and french[key].strip(), key
        names = re.compile(r"\{\w+\}")
        assert sorted(names.findall(english[key])) == sorted(names.findall(french[key])), key


def test_every_game_has_a_name(open_page):
    page = open_page("/")
    assert sorted(game["name"] for game in page.request.get(f"{page.api}/games").json()["games"]) == GAMES


def test_every_key_is_used_and_there():
    there = catalogue("en").keys()
    assert not used() - there, "used but missing"
    assert not there - used(), "there but unused"


def test_french_has_its_typography():
    for key, text in catalogue("fr").items():
        assert not re.search(r"[^\u00a0\u202f][;?!»]", text), f"{key}: {text}"
        assert not re.search(r"\w:(?!/)(\s|$)", text), f"{key}: {text}"
        assert "'" not in text, f"{key}: {text} has a straight apostrophe"


MARKED = """
() => {
  const wrong = [];
  const rest = (text) => {
    // What the catalogue said is between marks; a text may hold another.
    let before;
    do { before = text; text = text.replace(/⟦[^⟦⟧]*⟧/gu, ''); } while (text !== before);
    return text.replace(/[⟦⟧]/gu, '');
  };
  const known = (element) => Boolean(element.closest('[translate=no], #said, script, style, noscript, svg.board, svg.tug title, .u-legend, .plot'));
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.parentElement && !known(node.parentElement) && /\\p{L}{2,}/u.test(rest(node.data))) wrong.push(node.data.trim());
  }
  for (const element of document.querySelectorAll('*')) {
    if (known(element)) continue;
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
      const text = element.getAttribute(name);
      if (text && /\\p{L}{2,}/u.test(rest(text))) wrong.push(`${name}: ${text}`);
    }
  }
  return wrong;
}
"""

STATES = [
    *PARTS.values(),
    "/play?game=tictactoe&after=b2 a1",
    "/play?game=gdl:pasted.kif",
    "/play?game=dots:2x2&values=1",
    "/arena?tool=attractor",
    "/arena?tool=attractor&double=1",
    "/arena?tool=nimbers",
    "/arena?tool=strategy",
    "/arena?tool=guess",
    "/arena?tool=token",
    "/arena?game=chomp:2x2",
    "/trees?exercise=alphabeta&size=2,2",
    "/trees?game=tictactoe&depth=2",
    "/trees?algorithm=montecarlo",
    *[f"/lesson?chapter={n}" for n in range(2, 6)],
    "/lesson?exercise=alphabeta&level=1",
    "/lesson?exercise=attractor&figure=nim-9",
]


@pytest.mark.drawing
def test_no_text_stands_outside_the_catalogue(open_page):
    """With a catalogue whose every text is marked, whatever letters are not marked came from elsewhere."""

    def mark(route):
        file = route.request.url.rsplit("/", 1)[-1]
        # Lines of a text are split: each is marked.
        marked = {key: "\n".join(f"⟦{line}⟧" for line in text.split("\n")) for key, text in entries_of(file).items()}
        route.fulfill(body=f"export default {json.dumps(marked)};", content_type="text/javascript")

    page = open_page("/", before=lambda page: page.route("**/texts/*en.js", mark))
    wrong = []
    for state in STATES:
        page.goto(state)
        settle(page)
        page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        settle(page)
        assert "⟦" in page.inner_text("main"), state
        wrong += [f"{state}: {text}" for text in page.evaluate(MARKED)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.drawing
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_part_speaks_the_language(open_page, language):
    words = catalogue(language)
    page = open_page("/", language=language)
    for name, path in PARTS.items():
        page.goto(path)
        settle(page)
        assert page.evaluate("document.documentElement.lang") == language
        assert page.locator("nav [aria-current=page]").inner_text() == words[f"part.{name}"]


def test_language_can_be_switched_and_stays(open_page, watch):
    page = open_page("/arena")
    page.get_by_role("button", name="Français").click()
    page.wait_for_selector("h1:has-text('Arène')")
    assert "lang=fr" in page.url
    page.get_by_role("link", name="Arbres").click()
    page.wait_for_selector("h1:has-text('Arbres')")
    page.reload()
    page.wait_for_selector("h1:has-text('Arbres')")
    # The server speaks it too.
    watch.refusals = True
    page.goto("/play?game=chomp:0x3&lang=fr")
    page.wait_for_selector("main .problem")
    assert "mauvais paramètres" in page.inner_text("main .problem")
