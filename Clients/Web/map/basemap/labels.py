"""Names of cities on the map, from the table that the place search uses."""
from basemap import geometry

# One grid for all scales: a city that several of them name has the same place in each.
GRID = 8
# The fewest people, in thousands, of a city that is named from a zoom level on.
FEWEST = {0: 9000, 3: 3000, 4: 1500, 5: 600, 6: 150, 7: 40, 8: 10, 9: 0}


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
