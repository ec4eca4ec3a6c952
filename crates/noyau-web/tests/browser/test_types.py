"""The modules of the page, checked as TypeScript checks them."""

import os
import subprocess

import pytest
from conftest import ASSETS, HERE


def test_modules_have_the_types_they_say():
    checker = os.environ.get("NOYAU_TYPES")
    if not checker:
        pytest.fail("NOYAU_TYPES is to name the program tsc; `cargo xtask test --only page` does")
    done = subprocess.run([checker, "--noEmit", "-p", str(HERE)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_what_is_vendored_has_its_licence():
    for folder in (ASSETS / "vendor").iterdir():
        assert "Copyright" in (folder / "LICENSE").read_text(), folder.name


def test_markup_has_no_script_or_style_of_its_own():
    markup = (ASSETS / "index.html").read_text()
    assert "<style" not in markup and "style=" not in markup
    assert markup.count("<script") == markup.count('<script type="module" src=')
    for module in ASSETS.rglob("*.js"):
        if "vendor" in module.parts:
            continue
        text = module.read_text()
        for way in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function"):
            assert way not in text, f"{module.name} uses {way}"
