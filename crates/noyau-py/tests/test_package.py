"""The package as a whole: examples in documentation, leaks, types at run time."""

import doctest
import importlib
import json
import pathlib
import re

import pytest

import noyau

MODULES = ["noyau", "noyau._values", "noyau.graphs", "noyau.games", "noyau.trees", "noyau.tables", "noyau.experiments", "noyau.cours"]
ROOT = pathlib.Path(__file__).resolve().parents[3]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name):
    module = importlib.import_module(name)
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    result = doctest.testmod(module, optionflags=flags)
    assert result.failed == 0


def test_everything_is_documented():
    for name in MODULES[2:]:
        module = importlib.import_module(name)
        for public in module.__all__:
            thing = getattr(module, public)
            if not callable(thing):
                continue
            if getattr(thing, "__module__", "") == name:
                assert thing.__doc__, f"{name}.{public}"
    assert noyau.__doc__
    assert set(noyau.__all__) <= set(dir(noyau))


@pytest.mark.parametrize("document", ["README.md", "docs/python.md"])
def test_documents(document):
    text = (ROOT / document).read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", text, flags=re.S)
    assert blocks, f"{document} has an example"
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, document, document, 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    assert runner.run(test).failed == 0


def notebooks():
    return sorted((ROOT / "docs/notebooks").glob("*.ipynb"))


def test_there_are_notebooks_in_both_languages():
    names = {path.name for path in notebooks()}
    assert len(names) >= 10
    assert {name for name in names if name.endswith(".fr.ipynb")} and {
        name.replace(".fr.", ".en.") for name in names if name.endswith(".fr.ipynb")
    } == {name for name in names if name.endswith(".en.ipynb")}


@pytest.mark.parametrize("path", notebooks(), ids=lambda path: path.stem)
def test_notebooks(path):
    """Runs the cells of a notebook in order; what the last line of one shows must be showable."""
    import ast

    notebook = json.loads(path.read_text(encoding="utf-8"))
    names = {}
    for cell in notebook["cells"]:
        if cell["cell_type"] != "code":
            continue
        source = "".join(cell["source"])
        tree = ast.parse(source)
        shown = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, path.name, "exec"), names)
        if shown is not None:
            value = eval(compile(ast.Expression(shown.value), path.name, "eval"), names)
            picture = getattr(value, "_repr_svg_", None)
            assert repr(value)
            if picture is not None:
                svg = picture()
                assert svg is None or svg.startswith("<svg")


def resident():
    for line in pathlib.Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1])
    return 0


@pytest.mark.skipif(not pathlib.Path("/proc/self/status").exists(), reason="memory is told elsewhere otherwise")
def test_nothing_leaks():
    graph = {v: [v + 1, v + 2] for v in range(20)} | {20: [21], 21: []}

    class Matches(noyau.Game):
        def start(self):
            return 5

        def moves(self, position):
            return [k for k in (1, 2, 3) if k <= position]

        def play(self, position, move):
            return position - move

    arena = noyau.Arena(graph)
    position = noyau.game("nim:1,2")

    def calls(times):
        for _ in range(times):
            noyau.kernel(graph)
            noyau.nimbers(graph)
            noyau.attractor(graph, lambda v: v % 2 == 0, True)
            arena.kernel()
            arena.nimbers().to_dict()
            position.moves
            position.play("2:1")
            noyau.Tree([1, 2]).search()
            try:
                noyau.kernel({0: [1]})
            except noyau.GraphError:
                pass

    def games(times):
        for _ in range(times):
            Matches().solve()

    calls(2000)
    games(500)
    before = resident()
    calls(8000)
    games(1500)
    # 72,000 calls: a leak of one small object a call would be 3 MB and more.
    assert resident() - before < 3000
