"""Names of cities on the map, from the table that the place search uses."""
from basemap import geometry

# One grid for all scales: a city that several of them name has the same place in each.
GRID = 8
# The fewest people, in thousands, of a city that is named from a zoom level on.
FEWEST = {0: 9000, 3: 3000, 4: 1500, 5: 600, 6: 150, 7: 40, 8: 10, 9: 0}
# The width of a wide letter, in pixels, and how far below or above its city a name is written.
LETTER, DOWN = 9, 32
TILE = 256


def world_width(zoom):
    """The pixels around the world at a zoom level."""
    return TILE << zoom


def reach(names):
    """How far a city's name reaches at most from its city, in pixels: to each side, and down or up."""
    return max(map(len, names)) * LETTER / 2, DOWN


def read_cities(text):
    """Reads lines of `English|Russian|Belarusian|north|east|thousands|…`; an empty Belarusian name is as in Russian.

    Returns (x, y, thousands, names) in the units of the grid.
    """
    cities = []
    for line in text.splitlines():
        line = line.split("#")[0].strip()
        if "|" not in line:
            continue
        english, russian, belarusian, north, east, thousands = line.split("|")[:6]
        x, y = geometry.project(float(east), float(north), geometry.unit_count(GRID))
        names = (english, russian, "" if belarusian == russian else belarusian)
        cities.append((round(x), round(y), round(float(thousands or 0)), names))
    return cities


def by_zoom(cities, highest):
    """Yields (least zoom, cities) for the zoom levels up to the highest that name more than the one before."""
    above = float("inf")
    for zoom, fewest in FEWEST.items():
        if zoom <= highest:
            yield zoom, [city for city in cities if fewest <= city[2] < above]
        above = fewest
