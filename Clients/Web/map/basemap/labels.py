"""Names of cities on the map, from the table that the place search uses."""
import json

LANGUAGES = ("en", "ru", "be")


def read_cities(text):
    """Reads lines of `English|Russian|Belarusian|north|east|thousands|…`; an empty Belarusian name is as in Russian."""
    cities = []
    for line in text.splitlines():
        line = line.split("#")[0].strip()
        if "|" not in line:
            continue
        english, russian, belarusian, north, east, thousands = line.split("|")[:6]
        names = {"en": english, "ru": russian, "be": belarusian or russian}
        cities.append((names, float(north), float(east), float(thousands or 0)))
    # The largest come first: they win the room for their name.
    return sorted(cities, key=lambda city: (-city[3], city[0]["en"]))


def labels(cities, language):
    """The labels of a language as JSON: rows of name, latitude, longitude, thousands of people."""
    rows = [[names[language], north, east, round(thousands)] for names, north, east, thousands in cities]
    return json.dumps(rows, ensure_ascii=False, separators=(",", ":"))
