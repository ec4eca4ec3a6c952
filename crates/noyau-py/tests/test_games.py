"""Games by name: positions, answers, pictures, tables, contests."""

import pytest

import noyau


def test_every_game_opens():
    for listed in noyau.games():
        if listed.name in ("gdl", "graph"):
            continue
        position = noyau.game(listed.name)
        assert position.moves and position.side == "first"
        assert position.svg().startswith("<svg") and str(position)
        assert listed.summary


def test_positions_are_values():
    start = noyau.game("tictactoe")
    after = start.play("b2")
    assert start.text == noyau.game("tictactoe").text and after != start
    assert start == noyau.game("tictactoe") and hash(start) == hash(noyau.game("tictactoe"))
    assert noyau.game("tictactoe", after.text) == after
    assert {start: 1}[noyau.game("tictactoe")] == 1
    assert len(start.children()) == 9
    with pytest.raises(ValueError, match="no position"):
        noyau.game("tictactoe", "nonsense first")
    with pytest.raises(ValueError, match="no game called"):
        noyau.game("monopoly")
    with pytest.raises(ValueError, match="bad parameters"):
        noyau.game("chomp:0x3")


def test_answers():
    answer = noyau.game("connect4:4x4").solve()
    assert answer.value is not None and answer.value.outcome == "draw"
    assert set(answer.best) <= set(answer.moves)
    assert noyau.game("connect4").solve(nodes=1000).stopped is not None
    assert noyau.game("kalah:2,2").solve().value.margin is not None
    assert noyau.game("nim:1,2,3").solve().nimber == 0
    with pytest.raises(ValueError, match="method"):
        noyau.game("nim").solve(method="luck")
    with pytest.raises(noyau.LimitReached, match="positions were met"):
        noyau.game("connect4").count(seconds=0.1)


def test_best_play_is_best():
    position = noyau.game("leapfrog")
    value = position.value()
    for move in position.solve().line:
        position = position.play(move)
    assert position.outcome is not None
    assert value.distance is not None


def test_heuristics_and_searches():
    start = noyau.game("othello")
    assert start.search(2).nodes > 10
    with pytest.raises(ValueError, match="heuristic"):
        start.search(2, heuristic="mood")
    with pytest.raises(ValueError, match="algorithm"):
        start.search(2, "magic")
    assert noyau.game("connect4").mcts(500, seed=2).move == noyau.game("connect4").mcts(500, seed=2).move
    with pytest.raises(ValueError, match="no agent"):
        start.choose("wizard")


def test_graph_files_as_games(tmp_path):
    path = tmp_path / "g.json"
    path.write_text('{"a": ["b"], "b": []}')
    assert noyau.game(f"graph:{path}").value().outcome == "win"
    with pytest.raises(ValueError, match="cannot be read"):
        noyau.game(f"graph:{tmp_path}/none.json")


def test_trees():
    tree = noyau.Tree({"left": [3, 5], "right": {"up": 2, "down": 9}})
    assert tree.path(tree.children(0)[1]) == ["right"]
    assert noyau.minimax(tree) == 3 and tree.values()[0] == 3
    assert tree.draw(algorithm="alphabeta").startswith("<svg")
    assert tree.draw("tikz").startswith("\\begin") or "tikz" in tree.draw("tikz")
    for broken, why in (([], "empty list"), ([[]], "empty list"), (["word"], "no node"), ([float("nan")], "no node")):
        with pytest.raises(ValueError, match=why):
            noyau.Tree(broken)
    deep = 1
    for _ in range(100_000):
        deep = [deep]
    assert noyau.minimax(noyau.Tree(deep)) == 1


def test_contests():
    contest = noyau.tournament("nim:2,3", ["perfect", "random", "first"], games=6, seed=4, opening=1)
    again = noyau.tournament("nim:2,3", ["perfect", "random", "first"], games=6, seed=4, opening=1, threads=1)
    assert contest.games == again.games and len(contest.games) == 18
    assert contest.table()[0]["player"] == "perfect"
    assert sum(contest.points.values()) == 18
    low, high = contest.interval("perfect")
    assert low <= contest.share("perfect") <= high
    assert contest.svg().startswith("<svg")
    told = []
    noyau.duel("nim:1,1", "first", "first", games=4, progress=lambda done, total: told.append((done, total)))
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]
    with pytest.raises(ValueError, match="two players"):
        noyau.tournament("nim", ["first"])


def test_a_progress_bar(capsys):
    noyau.duel("nim:1,1", "first", "first", games=2, progress=True)
    assert "2/2" in capsys.readouterr().err


def test_pandas_frames():
    pytest.importorskip("pandas")
    frame = noyau.duel("nim:1,1", "first", "random", games=4).to_pandas()
    assert list(frame["number"]) == [0, 1, 2, 3]


def test_an_exception_in_progress_stops_the_contest():
    def stop(done, total):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        noyau.duel("nim:1,1", "first", "first", games=100, progress=stop)


def test_a_table_from_several_positions(tmp_path):
    root = noyau.game("tictactoe")
    starts = [child for child in root.children().values()][:2]
    path = tmp_path / "t.table"
    table = noyau.make_table("tictactoe", path, starts=starts)
    assert table.start().text == starts[0].text and table.info["more_starts"] == [starts[1].text]
    for start in starts:
        assert table[start] == start.value()
    assert root not in table
    opened = noyau.open_table(path)
    opened[starts[1]]
    verified = noyau.verify(path)
    assert verified.kind == "table" and verified.positions == table.info["positions"]
    assert noyau.make_table("tictactoe", starts=[start.text for start in starts]).info == table.info
    with pytest.raises(ValueError):
        noyau.make_table("tictactoe", starts=[starts[0], "nonsense"])


def test_tables(tmp_path):
    path = tmp_path / "t.table"
    table = noyau.make_table("tictactoe", path)
    opened = noyau.open_table(path)
    assert opened.info == table.info and len(opened) == 5478
    start = opened.start()
    assert opened[start] == ("draw", None, None) and start in opened
    assert opened.solve(start).value == start.value()
    assert "nonsense" not in opened
    children = list(start.children().values())
    outcomes = opened.outcomes(children)
    assert [1, 0, -1].index(outcomes[0]) == 1 and len(outcomes) == 9
    assert list(opened.distances([start])) == [-1]
    place = opened.place(start)
    assert place is not None and opened.codes(place[0], [place[1]])[0] != 0
    assert len(list(opened.rows(10))) == 10
    path.write_bytes(path.read_bytes()[:-7])
    with pytest.raises(ValueError):
        noyau.open_table(path)
    with pytest.raises(OSError):
        noyau.open_table(tmp_path / "none")


def test_searches_ask_tables(tmp_path):
    noyau.make_table("kalah:3,..8", tmp_path / "kalah.table")
    plain = noyau.game("kalah:3,3")
    asked = noyau.game("kalah:3,3", tables=tmp_path)
    assert plain.probes is None and asked.probes == 0
    for method in ("search", "proof"):
        answer = asked.solve(method=method)
        assert answer.value == plain.solve(method=method).value
        assert asked.probes > 0
    with pytest.warns(UserWarning, match="left out"):
        noyau.game("kalah:3,3,plain", tables=tmp_path)
    with pytest.warns(UserWarning, match="left out"):
        assert noyau.game("kalah:3,3", tables=tmp_path / "nowhere").solve().value == plain.solve().value


def test_a_table_replaces_no_other_file(tmp_path):
    letter = tmp_path / "letter"
    letter.write_text("Dear Bob")
    with pytest.raises(FileExistsError, match="force=True"):
        noyau.make_table("nim:1,2", letter)
    assert letter.read_text() == "Dear Bob"
    link = tmp_path / "link"
    link.symlink_to(letter)
    noyau.make_table("nim:1,2", link, force=True)
    noyau.make_table("nim:1,2", letter)
    assert link.is_symlink() and noyau.open_table(letter).info["game"] == "nim:1,2"
    with pytest.raises(FileExistsError):
        noyau.make_table("nim:2", letter)
    with pytest.raises(OSError, match="no regular file"):
        noyau.make_table("nim:2", "/dev/null", force=True)
    with pytest.raises(OSError, match="no such folder"):
        noyau.make_table("nim:2", tmp_path / "none" / "table")


def test_tables_by_numpy():
    numpy = pytest.importorskip("numpy")
    table = noyau.make_table("nim:3,3")
    positions = numpy.array([["3,3 first", "3,2 first"], ["0,0 first", "1,0 first"]])
    assert table.outcomes(positions).tolist() == [[-1, 1], [-1, 1]]
    tier, number = table.place("3,3 first")
    assert table.codes(tier, numpy.array([number, number])).shape == (2,)


def test_answers_show_themselves_in_notebooks():
    start = noyau.game("nim:1,2")
    shown = [
        start.solve(), start.solve(nodes=1), start.search(2), start.choose("mcts:50", seed=1), start.count(),
        noyau.game("kalah:2,2").solve(), noyau.duel("nim:1,1", "first", "random", games=2),
    ]  # fmt: skip
    for one in shown:
        html = one._repr_html_()
        assert html.startswith("<table>") and html.endswith("</table>") and "<th>" in html
    assert "win in" in shown[0]._repr_html_() and "2:1" in shown[0]._repr_html_()

    class Odd(noyau.Game):
        def start(self):
            return 1

        def moves(self, position):
            return ["<b>"] if position else []

        def play(self, position, move):
            return 0

    assert "&lt;b&gt;" in Odd().solve()._repr_html_() and "<b>" not in Odd().solve()._repr_html_()


def test_an_answer_without_limits_has_a_value():
    assert type(noyau.game("nim:1,2").solve()) is noyau.Solved
    assert type(noyau.game("connect4").solve(nodes=1000)) is noyau.Answer
    start = noyau.game("connect4")
    assert start.value(nodes=1000) is None and start.solve_outcome(nodes=1000) is None
    with pytest.raises(noyau.LimitReached):
        start.best(nodes=1000)
    with pytest.raises(noyau.LimitReached):
        start.minimax(9, nodes=10)
