"""Finds the searches that cost most, among random ones of many shapes, and compares them with ordinary ones."""
import os
import random

from measure import descendants

# The longest query has twelve words; further ones are ignored.
WORDS = 12


def cpu_nanoseconds(pids):
    """Returns the time that each thread of some processes and their descendants has run, by its id."""
    times = {}
    for each in {each for pid in pids for each in descendants(pid)}:
        try:
            for thread in os.listdir(f"/proc/{each}/task"):
                with open(f"/proc/{each}/task/{thread}/schedstat") as file:
                    times[thread] = int(file.read().split()[0])
        except OSError:
            pass  # It has ended in the meantime.
    return times


class Shapes:
    """Random queries of all shapes that may be expensive."""

    def __init__(self, catalogue, seed):
        self.chance = random.Random(f"costs: {seed}")
        by_count = sorted(catalogue.frequency, key=lambda word: (-catalogue.frequency[word], word))
        self.common = [word for word in by_count[:300] if len(word) > 2]
        self.known = [word for word in by_count if len(word) > 2]
        self.long = sorted((word for word in self.known if word.isalpha()), key=len, reverse=True)[:300]
        # Words of categories, which thousands of museums have outside their names.
        self.categories = (
            "history исторический гісторыя гістарычны science наука навука nature природа прырода ethnography этнография"
            " folk literature литература memorial мемориал military война castle palace дворец палац art искусство"
            " мастацтва gallery галерея transport транспарт religion technology техника children детский").split()
        self.makers = [
            self._common, self._common, self._beginning, self._letters, self._inner, self._category, self._digits,
            self._unknown, self._unknown_cyrillic, self._wrong, self._joined, self._longest, self._mixed]

    def word(self):
        return self.chance.choice(self.makers)()

    def query(self):
        """Returns words of one kind, or of several."""
        chance = self.chance
        count = chance.choice((1, 1, 1, 2, 3, 4, 6, WORDS, WORDS))
        if chance.random() < 0.5:
            make = chance.choice(self.makers)
            words = [make() for _ in range(count)]
        else:
            words = [self.word() for _ in range(count)]
        return " ".join(words)[:200]

    def changed(self, query):
        """Returns a query with one word replaced, added or removed."""
        words = query.split()
        kind = self.chance.randrange(3)
        place = self.chance.randrange(len(words))
        if kind == 0 and len(words) > 1:
            del words[place]
        elif kind == 1:
            words.insert(place, self.word())
        else:
            words[place] = self.word()
        return " ".join(words[:WORDS])[:200]

    def _common(self):
        return self.chance.choice(self.common)

    def _beginning(self):
        return self._common()[:self.chance.randrange(1, 4)]

    def _letters(self):
        return self.chance.choice("abcdefghijklmnopqrstuvwxyzабвгдзикмнопрстху")

    def _inner(self):
        word = self.chance.choice(self.common)
        start = self.chance.randrange(1, max(2, len(word) - 3))
        return word[start:start + self.chance.randrange(3, 6)]

    def _category(self):
        return self.chance.choice(self.categories)

    def _digits(self):
        return str(self.chance.choice((1, 2, 19, 20, 100, 1812, 1914, 2000)))

    def _unknown(self):
        return "".join(self.chance.choice(("ba", "re", "st", "er", "mu", "ti", "on", "al", "in", "zh")) for _ in range(
            self.chance.randrange(2, 8)))

    def _unknown_cyrillic(self):
        return "".join(self.chance.choice(("ро", "ст", "ко", "на", "ий", "ер", "му", "пра", "ов", "ец")) for _ in range(
            self.chance.randrange(2, 8)))

    def _wrong(self):
        word = self.chance.choice(self.known)
        place = self.chance.randrange(len(word))
        return word[:place] + self.chance.choice("aeiostnя") + word[place + 1:]

    def _joined(self):
        return "".join(self._common() for _ in range(self.chance.randrange(2, 5)))[:40]

    def _longest(self):
        return self.chance.choice(self.long)

    def _mixed(self):
        return self._common()[:4] + self.chance.choice(("ский", "ая", "ом", "1", "музей"))


class Costs:
    """Measures queries in the processes of an instance."""

    def __init__(self, find, processes):
        self.find = find
        self.processes = processes

    def of(self, queries, rounds=1):
        """Returns the milliseconds per query."""
        before = cpu_nanoseconds(self.processes)
        for _ in range(rounds):
            for query in queries:
                self.find(query)
        used = sum(time - before.get(thread, 0) for thread, time in cpu_nanoseconds(self.processes).items())
        return used / 1e6 / rounds / len(queries)


def most_expensive(catalogue, costs, seed, tries, count=10):
    """Returns the queries that cost most, with their milliseconds, the most expensive first."""
    shapes = Shapes(catalogue, seed)
    found = {}

    def measure(query):
        if query not in found:
            costs.find(query)
            found[query] = costs.of([query], rounds=2)

    for _ in range(tries // 2):
        measure(shapes.query())
    # The other half changes the most expensive ones, one word at a time.
    for _ in range(tries - tries // 2):
        best = sorted(found, key=found.get, reverse=True)[:count]
        measure(shapes.changed(shapes.chance.choice(best)))
    best = sorted(found, key=found.get, reverse=True)[:count]
    return sorted(((costs.of([query], rounds=10), query) for query in best), reverse=True)
