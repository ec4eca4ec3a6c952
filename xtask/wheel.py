"""Packs the Python package and the extension that cargo has built into a wheel, without building anything again.

`maturin` would ask cargo for the one crate alone, whose dependencies then have other features than in a build with other
crates, and everything would be compiled a second time. The bytes depend on nothing but the files: their time is
SOURCE_DATE_EPOCH, or 1980.

usage: wheel.py EXTENSION FOLDER [GLIBC]    where GLIBC is the version that the extension needs, if not this machine's
"""

import base64
import hashlib
import os
import pathlib
import platform
import re
import sys
import sysconfig
import time
import zipfile

try:
    import tomllib
except ModuleNotFoundError:  # Python 3.10
    from pip._vendor import tomli as tomllib


def platform_tag(glibc: str | None) -> str:
    """The system that the extension is for."""
    if glibc is not None:
        return f"manylinux_{glibc.replace('.', '_')}_{platform.machine()}"
    if sys.platform == "darwin":
        # The oldest that Rust supports; Python itself may be for two processors at once.
        return "macosx_11_0_arm64" if platform.machine() == "arm64" else "macosx_10_12_x86_64"
    return re.sub(r"[-.]", "_", sysconfig.get_platform())


def metadata(root: pathlib.Path, project: dict) -> str:
    """What pip knows of the package."""
    lines = [
        "Metadata-Version: 2.4",
        f"Name: {project['name']}",
        f"Version: {project['version']}",
        f"Summary: {project['description']}",
        f"License-Expression: {project['license']}",
        "License-File: LICENSE-APACHE",
        "License-File: LICENSE-MIT",
        f"Keywords: {','.join(project['keywords'])}",
        f"Requires-Python: {project['requires-python']}",
    ]
    lines += [f"Classifier: {one}" for one in project["classifiers"]]
    for extra, requirements in project["optional-dependencies"].items():
        lines.append(f"Provides-Extra: {extra}")
        lines += [f"Requires-Dist: {one}; extra == '{extra}'" for one in requirements]
    lines.append("Description-Content-Type: text/markdown; charset=UTF-8")
    readme = (root / project["readme"]).read_text(encoding="utf-8")
    return "\n".join([*lines, "", readme])


def main() -> None:
    extension, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    root = pathlib.Path(__file__).resolve().parents[1]
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    tag = f"cp310-abi3-{platform_tag(sys.argv[3] if len(sys.argv) > 3 else None)}"
    stem = f"{project['name']}-{project['version']}"
    info = f"{stem}.dist-info"
    files = {}
    package = root / "crates/noyau-py/python"
    for path in sorted((package / "noyau").iterdir()):
        if path.suffix in (".py", ".pyi", ".typed") or path.name == "py.typed":
            files[path.relative_to(package).as_posix()] = path.read_bytes()
    suffix = ".pyd" if sys.platform == "win32" else ".abi3.so"
    files[f"noyau/_noyau{suffix}"] = extension.read_bytes()
    files[f"{info}/METADATA"] = metadata(root, project).encode()
    files[f"{info}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: xtask\nRoot-Is-Purelib: false\nTag: {tag}\n".encode()
    for licence in ("LICENSE-APACHE", "LICENSE-MIT"):
        files[f"{info}/licenses/{licence}"] = (root / licence).read_bytes()
    record = []
    for name, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        record.append(f"{name},sha256={digest},{len(content)}\n")
    files[f"{info}/RECORD"] = "".join([*record, f"{info}/RECORD,,\n"]).encode()

    epoch = int(os.environ.get("SOURCE_DATE_EPOCH", "0"))
    date = max(time.gmtime(epoch)[:6], (1980, 1, 1, 0, 0, 0))
    folder.mkdir(parents=True, exist_ok=True)
    wheel = folder / f"{stem}-{tag}.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, date)
            entry.create_system = 3
            entry.external_attr = (0o755 if name.endswith(suffix) else 0o644) << 16
            archive.writestr(entry, content, zipfile.ZIP_DEFLATED, 9)
    print(wheel)


main()
