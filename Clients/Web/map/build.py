#!/usr/bin/env python3
"""Makes the base map of the web client: packed coasts, borders, rivers, lakes and names of cities.

The shapes are Natural Earth's (public domain), from Debian's `libmagics++-data`; its lakes come from
`libgnudatalanguage0`, which is downloaded but not installed. Without the lakes the map is made without them.
"""
import argparse
import collections
import hashlib
import json
import pathlib
import shutil
import subprocess
import sys

from basemap import geometry, labels, tree

HERE = pathlib.Path(__file__).resolve().parent
REPOSITORY = HERE.parents[2]
SHAPES = pathlib.Path("/usr/share/magics")
LAKES_PACKAGE = "libgnudatalanguage0"
LAKES = "usr/share/gnudatalanguage/resource/maps"
CITIES = REPOSITORY / "Services/Aggregator/AggregatorService/Tables/cities.txt"

RIVERS = "rivers_lake_centerlines"
PROVINCES = "admin_1_states_provinces_lines"
BORDERS = "admin_0_boundary_lines_land"

Scale = collections.namedtuple("Scale", "name least highest grid tolerance least_area river_zooms lakes")
# A scale is drawn from its least zoom to its highest, and a river from the zoom that stands beside its rank. No square
# is smaller than a tile of the least zoom, which is drawn from one square.
SCALES = (
    Scale("110m", 0, 3, 3, 1, 12, {2: 2}, "low/ne_110m_lakes"),
    Scale("50m", 4, 5, 5, 1, 12, {4: 4, 6: 5}, "high/ne_10m_lakes"),
    Scale("10m", 6, 18, 8, 1.35, 24, {6: 6, 7: 7, 9: 8}, "high/ne_10m_lakes"),
)
# Bytes of a pack above which its square is divided; about three quarters of them remain compressed.
LARGEST = 6000
NOT_BORDERS = ("ForgetMagics", "Overlay limit", "Lease limit")
# South of this line there is ice that nobody searches for museums.
SOUTHERNMOST = -62


class Source:
    """The layers of one scale of Natural Earth, on the grid of its highest zoom level."""

    def __init__(self, shapefile, lakes, scale):
        self.shapefile, self.lakes, self.scale = shapefile, lakes and lakes / scale.lakes, scale
        self.units = geometry.unit_count(scale.grid)

    def read(self, path, chosen=lambda record: True):
        """Yields the chosen records of a file with the projected parts of their shapes."""
        with self.shapefile.Reader(str(path), encoding="latin1") as reader:
            for index, record in enumerate(reader.iterRecords()):
                if not chosen(record):
                    continue
                # By index: one file has a gap between two shapes, which reading in order trips over.
                shape = reader.shape(index)
                bounds = [*shape.parts, len(shape.points)]
                for first, end in zip(bounds, bounds[1:]):
                    points = shape.points[first:end]
                    if max(latitude for _, latitude in points) >= SOUTHERNMOST or self.scale.least == 0:
                        yield record, [geometry.project(*point[:2], self.units) for point in points]

    def polygons(self, path, least_area):
        rings = []
        for _, points in self.read(path):
            ring = geometry.whole(geometry.simplify_ring(points, self.scale.tolerance))
            if len(ring) >= 4 and abs(geometry.area(ring)) >= least_area:
                rings.append(ring[:-1])
        return rings

    def lines(self, name, chosen=lambda record: True):
        lines = geometry.join([points for _, points in self.read(self.natural(name), chosen)])
        simple = [geometry.whole(geometry.simplify(line, self.scale.tolerance)) for line in lines]
        return [line for line in simple if len(line) >= 2 and geometry.is_visible(line, 2)]

    def natural(self, name):
        return SHAPES / self.scale.name / f"ne_{self.scale.name}_{name}"

    def layers(self):
        """Yields (layer, least zoom, paths)."""
        least_area = self.scale.least_area
        yield "land", 0, self.polygons(self.natural("land"), least_area)
        if self.lakes:
            yield "lake", 0, self.polygons(self.lakes, 2 * least_area)
        above = -1
        for rank, zoom in self.scale.river_zooms.items():
            yield "river", zoom, self.lines(RIVERS, lambda record: above < record["scalerank"] <= rank)
            above = rank
        if self.scale.name == "10m":
            yield "province", 6, self.lines(PROVINCES, lambda record: record["adm0_a3"] == "BLR")
        yield "border", 0, self.lines(BORDERS, self.is_border)

    def is_border(self, record):
        return record["featurecla"] not in NOT_BORDERS and record.as_dict().get("type") != "Water Indicator"


def find_lakes(cache):
    """Returns the directory of the lakes, downloading their package if needed, or None."""
    installed = pathlib.Path("/", LAKES)
    if (installed / "high").is_dir():
        return installed
    unpacked = cache / LAKES_PACKAGE
    if not (unpacked / LAKES).is_dir():
        unpacked.mkdir(parents=True, exist_ok=True)
        try:
            subprocess.run(["apt-get", "-q", "download", LAKES_PACKAGE], cwd=unpacked, check=True, capture_output=True)
            package = next(unpacked.glob("*.deb"))
            subprocess.run(["dpkg-deb", "-x", package, unpacked], check=True, capture_output=True)
            package.unlink()
        except (OSError, StopIteration, subprocess.CalledProcessError):
            print(f"The map is made without lakes: cannot download {LAKES_PACKAGE}.", file=sys.stderr)
            return None
    return unpacked / LAKES


def make(shapefile, lakes, out):
    """Writes the packs, and the trees of their squares as `squares.json`, the finest scale first."""
    cities = labels.read_cities(CITIES.read_text(encoding="utf-8"))
    levels = []
    for scale in SCALES:
        sections = [
            (layer, scale.grid, least, paths) for layer, least, paths in Source(shapefile, lakes, scale).layers()
        ] + [("city", labels.GRID, least, named) for least, named in labels.by_zoom(cities, scale.highest)]
        packs, text = tree.grow(sections, scale.least, LARGEST)
        for square, packed in packs.items():
            (out / f"{scale.name}-{'-'.join(map(str, square))}.bin").write_bytes(packed)
        levels.insert(0, {"scale": scale.name, "least": scale.least, "tree": text})
    (out / "squares.json").write_text(json.dumps(levels))


def digest(lakes):
    """A hash of all sources of the map."""
    inputs = [HERE / "build.py", *sorted((HERE / "basemap").glob("*.py")), CITIES]
    for directory, pattern in ((SHAPES, "*/ne_*"), (lakes, "*/ne_*lakes*")):
        inputs += sorted(path for path in directory.glob(pattern) if path.is_file()) if directory else []
    total = hashlib.sha256()
    for path in inputs:
        total.update(path.name.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=pathlib.Path, required=True, help="directory to write map/ into")
    parser.add_argument("--cache", type=pathlib.Path, default=REPOSITORY / ".build/web-cache")
    parser.add_argument("--vendor", type=pathlib.Path, default=REPOSITORY / ".build/web-vendor",
                        help="directory with pyshp's shapefile.py")
    options = parser.parse_args()
    if not SHAPES.is_dir():
        sys.exit(f"No shapes in {SHAPES}: install libmagics++-data.")
    sys.path.insert(0, str(options.vendor))
    import shapefile

    lakes = find_lakes(options.cache)
    made = options.cache / f"map-{digest(lakes)[:16]}"
    if not made.is_dir():
        part = made.with_suffix(".part")
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir(parents=True)
        make(shapefile, lakes, part)
        part.rename(made)
    shutil.rmtree(options.out / "map", ignore_errors=True)
    shutil.copytree(made, options.out / "map")


if __name__ == "__main__":
    main()
