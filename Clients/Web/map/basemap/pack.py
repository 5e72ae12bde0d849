"""The packed form of map layers, which `pack.js` reads.

A pack is a version and sections. A section is: layer, grid zoom, least zoom at which it is drawn, number of paths. A
path is its number of points and then its points, each as the difference from the point before (the first from the last
of the path before). The section of cities has cities for paths: the difference, thousands of people, and for each
language the number of bytes and the name. All numbers are varints: seven bits a byte, lowest first; differences are
zigzag-coded.
"""
from basemap import geometry

VERSION = 2
LAYERS = ("land", "lake", "river", "province", "border", "city")


def _write(out, value):
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)


def _write_signed(out, value):
    _write(out, value << 1 if value >= 0 else (-value << 1) - 1)


def _write_difference(out, point, before):
    _write_signed(out, point[0] - before[0])
    _write_signed(out, point[1] - before[1])


def encode(sections, square=(0, 0, 0)):
    """Packs sections of (layer, grid zoom, least zoom, paths); the coordinates count from the square's corner.

    In the section of cities each stands for a path as (x, y, thousands of people, names).
    """
    out = bytearray([VERSION])
    zoom, column, row = square
    for layer, grid, least, paths in sections:
        if not paths:
            continue
        for value in (LAYERS.index(layer), grid, least, len(paths)):
            _write(out, value)
        side = geometry.unit_count(grid) >> zoom
        before = column * side, row * side
        for path in paths:
            if layer == "city":
                _write_difference(out, path, before)
                before = path
                _, _, thousands, names = path
                _write(out, thousands)
                for name in names:
                    _write(out, len(name.encode()))
                    out += name.encode()
                continue
            _write(out, len(path))
            for point in path:
                _write_difference(out, point, before)
                before = point
    return bytes(out)


def is_empty(packed):
    return len(packed) == 1
