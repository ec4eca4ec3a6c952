"""Writes the examples of a document as a module, for type checkers: guide.py DOCUMENT FILE."""

import ast
import doctest
import pathlib
import re
import sys


def examples(text: str) -> list[doctest.Example]:
    """The examples of the Python blocks of a document."""
    blocks = re.findall(r"```python\n(.*?)```", text, flags=re.S)
    return doctest.DocTestParser().get_examples("\n".join(blocks))


def module(text: str) -> str:
    """The same as a module in which what is shown is printed, and which pyright checks strictly."""
    lines = ["# pyright: strict"]
    for example in examples(text):
        tree = ast.parse(example.source)
        shown = isinstance(tree.body[-1], ast.Expr)
        lines.append(f"print({example.source.strip()})" if shown else example.source.rstrip())
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    document, file = map(pathlib.Path, sys.argv[1:])
    file.write_text(module(document.read_text(encoding="utf-8")), encoding="utf-8")
