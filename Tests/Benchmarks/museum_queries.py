"""Classes of searches for known museums, generated with a fixed seed."""
import random
import re
import unicodedata

import pymorphy3

import writing_systems as scripts

QUERIES = 100
_morphology = pymorphy3.MorphAnalyzer()


def words_of(text):
    return re.findall(r"[^\W_]+(?:[’'][^\W_]+)*", text)


def plain(text):
    """Returns a text in lower case without diacritics of Latin letters."""
    decomposed = unicodedata.normalize("NFD", text.lower())
    kept = "".join(
        mark for index, mark in enumerate(decomposed)
        if not unicodedata.combining(mark) or not "a" <= decomposed[index - 1] <= "z")
    return unicodedata.normalize("NFC", kept)


def is_cyrillic(text):
    return any("Ѐ" <= letter <= "ӿ" for letter in text)


class Catalogue:
    """The museums that searches look for: those with a name that no other museum has."""

    def __init__(self, rows):
        # A row: id, then names and cities in English, Russian and Belarusian, then all folded names.
        self.rows = rows
        counts, self.frequency = {}, {}
        for row in rows:
            for name in {plain(each) for each in row["names"].values() if each}:
                counts[name] = counts.get(name, 0) + 1
                for word in set(words_of(name)):
                    self.frequency[word] = self.frequency.get(word, 0) + 1
        self.named = {
            language: [
                (row["id"], name) for row in rows
                if (name := row["names"][language]) and counts[plain(name)] == 1 and len(words_of(name)) > 1]
            for language in ("en", "ru", "be")}
        self.all = [pair for language in ("en", "ru", "be") for pair in self.named[language]]
        self.of = {row["id"]: row for row in rows}


def errors(word, chance, count=1, first=False):
    """Makes typing errors in a word."""
    letters = list(word)
    for _ in range(count):
        place = 0 if first else chance.randrange(1, len(letters))
        alphabet = "абвгдежзиклмнопрстуфхцчшыэюя" if is_cyrillic(word) else "abcdefghijklmnopqrstuvwxyz"
        kind = chance.randrange(4)
        if kind == 0:
            letters[place] = chance.choice(alphabet.replace(letters[place], ""))
        elif kind == 1 and len(letters) > 4:
            del letters[place]
        elif kind == 2 and place + 1 < len(letters) and letters[place] != letters[place + 1]:
            letters[place], letters[place + 1] = letters[place + 1], letters[place]
        else:
            letters.insert(place, chance.choice(alphabet))
    return "".join(letters)


def with_errors(name, chance, count=1, first=False, shortest=5):
    """Makes errors in one word of a name, or in two words of two."""
    words = plain(name).split()
    long = [index for index, word in enumerate(words) if len(word) >= shortest and word.isalpha()]
    if len(long) < min(count, 2) and (not long or len(words[long[0]]) < 9):
        return None
    places = chance.sample(long, min(count, len(long)))
    for place in places:
        words[place] = errors(words[place], chance, count // len(places), first)
    return " ".join(words)


_PREPOSITIONS = {"loct": ("в", "о", ""), "gent": ("из", "около", ""), "datv": ("к", ""), "ablt": ("с", "")}


def inflected(name, chance):
    """Puts the leading adjectives and noun of a Russian name into another case; returns None if there are none."""
    words = words_of(name)
    case = chance.choice(("loct", "loct", "gent", "datv", "ablt"))
    result, head = [], None
    for index, word in enumerate(words):
        parses = [each for each in _morphology.parse(word.lower()) if "nomn" in each.tag and (
            "ADJF" in each.tag or "PRTF" in each.tag or "NOUN" in each.tag)]
        if not parses:
            break
        form = parses[0].inflect({case})
        if form is None:
            break
        result.append(form.word)
        if "NOUN" in parses[0].tag:
            head = index
            break
    if head is None:
        return None
    return " ".join([chance.choice(_PREPOSITIONS[case]), *result, *words[head + 1:]]).strip()


_BELARUSIAN_ENDINGS = (
    ("скі", "скім"), ("цкі", "цкім"), ("ны", "ным"), ("вы", "вым"), ("ая", "ай"), ("музей", "музеі"),
    ("замак", "замку"), ("палац", "палацы"), ("галерэя", "галерэі"), ("сядзіба", "сядзібе"), ("дом", "доме"),
    ("комплекс", "комплексе"))


def inflected_belarusian(name, chance):
    words, changed = words_of(name.lower()), 0
    for index, word in enumerate(words):
        ending = next((pair for pair in _BELARUSIAN_ENDINGS if word.endswith(pair[0])), None)
        if not ending:
            break
        words[index] = word[:-len(ending[0])] + ending[1]
        changed += 1
    return f"у {' '.join(words)}" if changed else None


def shortened(text, chance):
    """Returns a text without the end of its last word."""
    words = text.split()
    if len(words[-1]) < 5:
        return None
    words[-1] = words[-1][:chance.randrange(3, len(words[-1]))]
    return " ".join(words)


def joined(name, chance):
    """Runs all words of a short name together, or two of a longer one."""
    words = words_of(plain(name))
    places = [index for index in range(len(words) - 1)
              if min(len(words[index]), len(words[index + 1])) >= 3
              and words[index].isalpha() and words[index + 1].isalpha()]
    if not places:
        return None
    if len(words) <= 3 and chance.random() < 0.5:
        return "".join(words)
    place = chance.choice(places)
    return " ".join([*words[:place], words[place] + words[place + 1], *words[place + 2:]])


def split(name, chance, known):
    """Splits one long word of a name in two: where both parts are words if there is such a place."""
    words = words_of(plain(name))
    long = [index for index, word in enumerate(words) if len(word) >= 7 and word.isalpha()]
    if not long:
        return None
    place = chance.choice(long)
    word = words[place]
    cuts = range(3, len(word) - 2)
    natural = [cut for cut in cuts if word[:cut] in known and word[cut:] in known]
    cut = chance.choice(natural or cuts)
    return " ".join([*words[:place], word[:cut], word[cut:], *words[place + 1:]])


def rare_words(name, catalogue, count, most):
    """Returns words that at most `most` names contain."""
    words = sorted({word for word in words_of(plain(name)) if len(word) >= 6 and word.isalpha()},
                   key=lambda word: (catalogue.frequency.get(word, 0), word))[:count]
    return words if len(words) == count and catalogue.frequency.get(words[-1], 0) <= most else None


def classes(catalogue):
    """Returns the classes: a name, the museums to choose from, and a function that makes the query or returns None."""
    named, everything = catalogue.named, catalogue.all
    cyrillic = named["ru"] + named["be"]
    russian_names = {name for _, name in named["ru"]}
    imported = [(id, name) for id, name in named["en"] if not id.startswith(("by-",))]

    def city(id, name, chance):
        row = catalogue.of[id]
        language = next(each for each in ("en", "ru", "be") if row["names"][each] == name)
        return f"{name} {row['cities'][language]}"

    def alias(id, name, chance):
        return chance.choice(catalogue.of[id]["aliases"])

    def two_rare(id, name, chance):
        found = rare_words(name, catalogue, 2, 50)
        return found and " ".join(chance.sample(found, 2))

    def rare_typo(id, name, chance):
        found = rare_words(name, catalogue, 1, 2)
        return found and errors(found[0], chance)

    def reordered(id, name, chance):
        words = words_of(name)
        return " ".join(chance.sample(words, len(words)))

    def russian(id, name, chance):
        return scripts.transliterated(name, chance.choice(list(scripts.RUSSIAN_SCHEMES.values())))

    def belarusian(id, name, chance):
        return scripts.transliterated(name, chance.choice(list(scripts.BELARUSIAN_SCHEMES.values())))

    def latin(id, name, chance):
        return (russian if name in russian_names else belarusian)(id, name, chance)

    def to_latin(id, name, chance):
        return scripts.cyrillic_on_latin_keyboard(name)

    def to_cyrillic(id, name, chance):
        return scripts.latin_on_cyrillic_keyboard(plain(name), chance.random() < 0.3)

    def then(first, second):
        def both(id, name, chance):
            text = first(id, name, chance)
            return text and second(text, chance)
        return both

    def case(id, name, chance):
        return inflected(name, chance)

    german = [(id, name) for id, name in named["en"] if re.search("[äöü]", name)]
    return [
        ("exact", everything, lambda id, name, chance: name),
        ("name and city", everything, city),
        ("without diacritics", [pair for pair in named["en"] if plain(pair[1]) != pair[1].lower()],
         lambda id, name, chance: plain(name)),
        ("ue for ü", german, lambda id, name, chance: re.sub(
            "[äöü]", lambda found: {"ä": "ae", "ö": "oe", "ü": "ue"}[found[0]], name.lower())),
        ("two rare words", everything, two_rare),
        ("alias", [(row["id"], "") for row in catalogue.rows if row["aliases"]], alias),
        ("in Russian", named["ru"], lambda id, name, chance: name.lower()),
        ("in Belarusian", named["be"], lambda id, name, chance: name.lower()),
        ("beginning, as typed", everything, lambda id, name, chance: shortened(name, chance)),
        ("words in another order", everything, reordered),
        ("one typo", everything, lambda id, name, chance: with_errors(name, chance)),
        ("typo in the first letter", everything, lambda id, name, chance: with_errors(name, chance, first=True)),
        ("two typos", everything, lambda id, name, chance: with_errors(name, chance, 2)),
        ("a rare word with a typo", everything, rare_typo),
        ("Russian in another case", named["ru"], case),
        ("Belarusian in another case", named["be"], lambda id, name, chance: inflected_belarusian(name, chance)),
        ("Russian in Latin letters", named["ru"], russian),
        ("Belarusian in Latin letters", named["be"], belarusian),
        ("Cyrillic on a Latin keyboard", cyrillic, to_latin),
        ("Latin on a Cyrillic keyboard", imported, to_cyrillic),
        ("words run together", everything, lambda id, name, chance: joined(name, chance)),
        ("words split", everything, lambda id, name, chance: split(name, chance, catalogue.frequency)),
        ("case and typo", named["ru"], then(case, lambda text, chance: with_errors(text, chance))),
        ("case in Latin letters", named["ru"], lambda id, name, chance: (
            (text := inflected(name, chance)) and russian(id, text, chance))),
        ("Latin letters and typo", cyrillic, then(latin, lambda text, chance: with_errors(text, chance))),
        ("Latin letters, beginning", cyrillic, then(latin, shortened)),
        ("keyboard, beginning", cyrillic, lambda id, name, chance: (
            (text := shortened(name, chance)) and to_latin(id, text, chance))),
        ("keyboard and typo", cyrillic, lambda id, name, chance: (
            (text := with_errors(name, chance)) and to_latin(id, text, chance))),
        ("run together and typo", everything, lambda id, name, chance: (
            (text := with_errors(name, chance)) and joined(text, chance))),
    ]


def queries(catalogue, seed):
    """Yields each class with its queries: pairs of the text and the id of the museum that it means."""
    for label, museums, make in classes(catalogue):
        chance = random.Random(f"{seed}: {label}")
        found, candidates = [], list(museums)
        chance.shuffle(candidates)
        # A small class repeats museums, with other errors.
        for id, name in candidates * 10:
            text = make(id, name, chance)
            # A query has at most 200 characters, and no control characters, as a few names have.
            if text and len(text) <= 200 and not re.search(r"[\0-\x1f\x7f-\x9f]", text) and (text, id) not in found:
                found.append((text, id))
            if len(found) == QUERIES:
                break
        yield label, found
