"""The packed form of map layers, which `pack.js` reads.

A pack is a version and sections. A section is: layer, grid zoom, least zoom at which it is drawn, number of paths. A
path is its number of points and then its points, each as the difference from the point before (the first from the last
of the path before). All numbers are varints: seven bits a byte, lowest first; differences are zigzag-coded.
"""

VERSION = 1
LAYERS = ("land", "lake", "river", "province", "border")


def _write(out, value):
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)


def _write_signed(out, value):
    _write(out, value << 1 if value >= 0 else (-value << 1) - 1)


def encode(sections, origin=(0, 0)):
    """Packs sections of (layer, grid zoom, least zoom, paths); the coordinates count from the origin."""
    out = bytearray([VERSION])
    for layer, grid, least, paths in sections:
        if not paths:
            continue
        for value in (LAYERS.index(layer), grid, least, len(paths)):
            _write(out, value)
        x, y = origin
        for path in paths:
            _write(out, len(path))
            for next_x, next_y in path:
                _write_signed(out, next_x - x)
                _write_signed(out, next_y - y)
                x, y = next_x, next_y
    return bytes(out)
