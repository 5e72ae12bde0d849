"""The third-party packages that the build of the web client uses: one file of each."""

import pathlib
import shutil
import subprocess
import sys
import tempfile
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
VENDOR = ROOT / ".build" / "web-vendor"

# The file that is taken from each package, the name it gets, and where its licence is.
TAKEN = {
    "datasette_preact": ("datasette_preact/static/preact-10.27.2-htm-3.1.1.min.js", "preact.js", "licenses/LICENSE"),
    "django_js_lib_leaflet": ("js_lib_leaflet/static/js_lib_leaflet/leaflet-src.esm.js", "leaflet.js", "LICENSE"),
    "pyshp": ("shapefile.py", "shapefile.py", "licenses/LICENSE.TXT"),
}


def fail(message):
    sys.exit(f"Clients/Web/build: {message}")


def run(*command, **options):
    # Names in bundles are relative to the working directory: always the same, so that hashes are, too.
    try:
        return subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE, cwd=HERE, **options).stdout
    except FileNotFoundError:
        fail(f"{command[0]} is missing; `deploy/prepare run` installs it")
    except subprocess.CalledProcessError as error:
        fail(f"{command[0]} failed with status {error.returncode}")


def fetch_vendor():
    """Fetches the packages of vendor.txt, whose hashes are pinned, and takes the files that the client uses."""
    stamp = VENDOR / "vendor.txt"
    wanted = (HERE / "vendor.txt").read_text()
    if stamp.exists() and stamp.read_text() == wanted:
        return
    shutil.rmtree(VENDOR, ignore_errors=True)
    VENDOR.mkdir(parents=True)
    licences = []
    with tempfile.TemporaryDirectory() as place:
        run(sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps",
            "--require-hashes", "--only-binary", ":all:", "--dest", place, "-r", str(HERE / "vendor.txt"))
        for wheel in sorted(pathlib.Path(place).glob("*.whl")):
            package = wheel.name.split("-")[0]
            with zipfile.ZipFile(wheel) as archive:
                source, name, licence = TAKEN[package]
                (VENDOR / name).write_bytes(archive.read(source))
                [found] = [one for one in archive.namelist() if one.endswith(f".dist-info/{licence}")]
                licences.append(f"{wheel.name}\n\n{archive.read(found).decode()}")
    (VENDOR / "licences.txt").write_text("\n\n----\n\n".join(licences))
    stamp.write_text(wanted)
