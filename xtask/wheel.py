"""Packs the Python package and the extension that cargo has built into a wheel, without building anything again.

For the tests: `maturin` would ask cargo for the one crate alone, whose dependencies then have other features than in a
build of the whole workspace, and everything would be compiled a second time.

usage: wheel.py EXTENSION FOLDER
"""

import base64
import hashlib
import pathlib
import re
import sys
import sysconfig
import zipfile


def main() -> None:
    extension, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    root = pathlib.Path(__file__).resolve().parents[1]
    project = (root / "pyproject.toml").read_text(encoding="utf-8")
    version = re.search(r'^version = "(.*)"', project, flags=re.M).group(1)
    platform = re.sub(r"[-.]", "_", sysconfig.get_platform())
    tag = f"cp310-abi3-{platform}"
    info = f"noyau-{version}.dist-info"
    files = {}
    package = root / "crates/noyau-py/python"
    for path in sorted((package / "noyau").iterdir()):
        if path.suffix in (".py", ".pyi", ".typed") or path.name == "py.typed":
            files[path.relative_to(package).as_posix()] = path.read_bytes()
    suffix = ".pyd" if sys.platform == "win32" else ".abi3.so"
    files[f"noyau/_noyau{suffix}"] = extension.read_bytes()
    files[f"{info}/METADATA"] = f"Metadata-Version: 2.1\nName: noyau\nVersion: {version}\nRequires-Python: >=3.10\n".encode()
    files[f"{info}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: xtask\nRoot-Is-Purelib: false\nTag: {tag}\n".encode()
    record = []
    folder.mkdir(parents=True, exist_ok=True)
    wheel = folder / f"noyau-{version}-{tag}.whl"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_STORED) as archive:
        for name, content in files.items():
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            record.append(f"{name},sha256={digest},{len(content)}\n")
            archive.writestr(name, content)
        archive.writestr(f"{info}/RECORD", "".join([*record, f"{info}/RECORD,,\n"]))
    print(wheel)


main()
