"""The package as a whole: examples in documentation, leaks, types at run time."""

import ast
import contextlib
import doctest
import importlib
import inspect
import io
import json
import pathlib

import pytest
from guide import examples

import noyau

MODULES = ["noyau", "noyau._values", "noyau.graphs", "noyau.games", "noyau.trees", "noyau.tables", "noyau.exercises", "noyau.experiments", "noyau.laws", "noyau.certificates", "noyau.cours"]
ROOT = pathlib.Path(__file__).resolve().parents[3]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name):
    module = importlib.import_module(name)
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    result = doctest.testmod(module, optionflags=flags)
    assert result.failed == 0


def fields_with_text(module):
    """The fields of the classes of a module that have a text after them, as editors show it."""
    tree = ast.parse(pathlib.Path(module.__file__).read_text(encoding="utf-8"))
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            for field, text in zip(node.body, node.body[1:]):
                if isinstance(field, ast.AnnAssign) and isinstance(text, ast.Expr):
                    yield node.name, field.target.id


def test_everything_is_documented():
    modules = [importlib.import_module(name) for name in MODULES]
    told = {pair for module in modules for pair in fields_with_text(module)}
    for name in noyau.__all__:
        thing = getattr(noyau, name)
        if not callable(thing) or not isinstance(getattr(thing, "__module__", None), str) or "typing" in thing.__module__:
            continue
        assert thing.__doc__, name
        if not isinstance(thing, type):
            continue
        fields = [field for field in getattr(thing, "__annotations__", {}) if not field.startswith("_")]
        untold = [field for field in fields if (thing.__name__, field) not in told]
        assert not untold, f"{name}: {untold}"
        members = [member for member in vars(thing) if not member.startswith("_") and member not in fields]
        assert not [member for member in members if not inspect.getdoc(getattr(thing, member))], name
    for module in modules:
        assert module.__doc__
    assert set(noyau.__all__) <= set(dir(noyau))


def test_stubs_say_what_the_classes_say():
    """Editors read the stub, help() the extension."""
    stub = ast.parse((pathlib.Path(noyau.__file__).parent / "_noyau.pyi").read_text(encoding="utf-8"))
    for node in stub.body:
        real = getattr(noyau, getattr(node, "name", ""), None)
        if not isinstance(node, ast.ClassDef) or real is not getattr(noyau._noyau, node.name):
            continue
        stated = {part.name: ast.get_docstring(part) for part in node.body if isinstance(part, ast.FunctionDef)}
        public = {member for member in vars(real) if not member.startswith("_")}
        assert public == {name for name in stated if not name.startswith("_")}, node.name
        for member in public:
            assert " ".join(stated[member].split()) == " ".join(inspect.getdoc(getattr(real, member)).split()), member


@pytest.mark.parametrize("document", ["README.md", "docs/python.md"])
def test_documents(document):
    found = examples((ROOT / document).read_text(encoding="utf-8"))
    assert found, f"{document} has an example"
    test = doctest.DocTest(found, {}, document, document, 0, None)
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
    """Runs the cells of a notebook in order; what they print is what is stored, and what the last line of one shows is showable."""
    notebook = json.loads(path.read_text(encoding="utf-8"))
    prose = [word for cell in notebook["cells"] if cell["cell_type"] == "markdown" for word in "".join(cell["source"]).split()]
    assert len(prose) >= 350, "a notebook explains"
    assert any("cours.verifie(" in "".join(cell["source"]) or "faux" in "".join(cell["source"]) or "juste" in "".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"), "a cell marks itself"
    names = {"__name__": "__main__"}
    for cell in notebook["cells"]:
        if cell["cell_type"] != "code":
            continue
        source = "".join(cell["source"])
        stored = "".join("".join(output["text"]) for output in cell["outputs"] if output["output_type"] == "stream")
        shows = any(output["output_type"] == "execute_result" for output in cell["outputs"])
        tree = ast.parse(source)
        shown = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(tree, path.name, "exec"), names)
            value = None if shown is None else eval(compile(ast.Expression(shown.value), path.name, "eval"), names)
        assert printed.getvalue() == stored, source
        assert shows == (value is not None), source
        if value is not None:
            picture = getattr(value, "_repr_svg_", None)
            assert repr(value)
            if isinstance(value, noyau.cours.Verification):
                results = [output["data"] for output in cell["outputs"] if output["output_type"] == "execute_result"]
                assert "".join(results[0]["text/plain"]) == repr(value)
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


def test_the_sides_are_called_as_the_class_does():
    """One setting, in messages and pictures; the words for programs stay."""
    arena = noyau.Arena({0: [1], 1: []}, owner=lambda v: v == 0)
    assert noyau.get_names() is None and "First moves" in arena.draw()
    try:
        noyau.set_names("Adam", "Ève")
        assert noyau.get_names() == ("Adam", "Ève")
        assert "Adam moves" in arena.draw() and "Ève moves" in arena.draw(kind="tikz")
        assert arena.strategy() == {0: 1} and arena.players == (True, False)
        assert "max, Adam moves" in noyau.Tree([[1, 2], 3]).draw()
        with pytest.raises(ValueError, match="two different names"):
            noyau.set_names("Adam", "Adam")
    finally:
        noyau.set_names()
    assert noyau.get_names() is None
