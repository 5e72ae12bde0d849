"""The squares of a scale: a tree from the whole world down, in which a square with a large pack is divided into four.

So a look at a city loads little, while empty regions are few files. The tree's text, which `squares.js` reads, names a
square before its quarters, those in the order of `geometry.quarters`.
"""
from basemap import geometry, labels, pack

DIVIDED, PACKED, WATER = "+", "#", "."
RINGS = ("land", "lake")
# A square is drawn this many units beyond its edge, so that no seam shows between two of them.
MARGIN = 16


def grow(sections, deepest, largest):
    """Returns the packs by (zoom, column, row) and the text of their tree.

    No square of the deepest zoom is divided, nor one with a pack of at most the largest size in bytes.
    """
    packs, text = {}, []

    def visit(sections, square):
        packed = pack.encode([(*about, _drawn(about[0], paths)) for *about, paths in sections], square)
        zoom, column, row = square
        if pack.is_empty(packed):
            text.append(WATER)
        elif zoom == deepest or len(packed) <= largest:
            text.append(PACKED)
            packs[square] = packed
        else:
            text.append(DIVIDED)
            quarters = zip(*(_quarters(section, square, deepest) for section in sections))
            for index, quarter in enumerate(quarters):
                visit(quarter, (zoom + 1, 2 * column + index % 2, 2 * row + index // 2))

    visit(sections, (0, 0, 0))
    return packs, "".join(text)


def _drawn(layer, paths):
    """The paths of whole units that have something to draw."""
    if layer == "city":
        return paths
    return [path for path in map(geometry.whole, paths) if len(path) > (2 if layer in RINGS else 1)]


def _quarters(section, square, deepest):
    layer, grid, least, paths = section
    units = geometry.unit_count(grid)
    if layer == "city":
        # A name reaches farthest at the least zoom that the square is drawn at.
        parts = _quarters_of_cities(paths, square, units, units / labels.world_width(max(least, deepest)))
    else:
        parts = geometry.quarters(paths, square, units, MARGIN, layer in RINGS)
    return [(layer, grid, least, part) for part in parts]


def _quarters_of_cities(cities, square, units, pixel):
    """Puts each city into the quarters that its name reaches into."""
    zoom, column, row = square
    half = units >> (zoom + 1)
    parts = [[], [], [], []]
    for city in cities:
        across, down = (pixels * pixel for pixels in labels.reach(city[3]))
        for index, part in enumerate(parts):
            x = city[0] - (2 * column + index % 2) * half
            y = city[1] - (2 * row + index // 2) * half
            if -across <= x < half + across and -down <= y < half + down:
                part.append(city)
    return parts
