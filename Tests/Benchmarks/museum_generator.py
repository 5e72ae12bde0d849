"""Generates museums by recombining the rows of a file."""
import csv
import random


def generate(source, target, count, seed):
    """Writes a file of museums in the format of `source`.

    A name is the first half of one name and the second half of another, so that words are as frequent as in the source.
    """
    chance = random.Random(f"museums: {seed}")
    with open(source, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    with open(target, "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, rows[0].keys())
        writer.writeheader()
        for number in range(count):
            first, second, place = chance.choices(rows, k=3)
            begin, end = first["name"].split(), second["name"].split()
            name = begin[:(len(begin) + 1) // 2] + end[len(end) // 2:]
            writer.writerow(place | {"id": 9_000_000_000 + number, "name": " ".join(name), "alt_name": ""})
