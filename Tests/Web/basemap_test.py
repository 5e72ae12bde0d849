"""Tests of the base map's geometry and packs: `python3 -m unittest discover -s Tests/Web -p '*_test.py'`."""
import json
import math
import pathlib
import random
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "Clients/Web/map"))

from basemap import geometry, labels, pack, tree  # noqa: E402


def distance(point, a, b):
    (x, y), (ax, ay), (bx, by) = point, a, b
    dx, dy = bx - ax, by - ay
    length = dx * dx + dy * dy
    along = max(0, min(1, ((x - ax) * dx + (y - ay) * dy) / length)) if length else 0
    return math.hypot(x - ax - along * dx, y - ay - along * dy)


def coast(seed, count=300):
    numbers = random.Random(seed)
    points, x, y = [], 0.0, 0.0
    for _ in range(count):
        x, y = x + numbers.uniform(-1, 3), y + numbers.uniform(-2, 2)
        points.append((x, y))
    return points


class Geometry(unittest.TestCase):
    def test_projects_to_the_corners_and_the_middle(self):
        self.assertEqual(geometry.project(0, 0, 512), (256, 256))
        x, y = geometry.project(-180, 89, 512)
        self.assertEqual((x, round(y, 6)), (0, 0))

    def test_simplified_line_stays_within_the_tolerance(self):
        for seed in range(20):
            line = coast(seed)
            simple = geometry.simplify(line, 1.5)
            self.assertLess(len(simple), len(line))
            self.assertEqual((simple[0], simple[-1]), (line[0], line[-1]))
            for point in line:
                nearest = min(distance(point, a, b) for a, b in zip(simple, simple[1:]))
                self.assertLessEqual(nearest, 1.5 + 1e-9)

    def test_simplified_ring_stays_closed_and_keeps_its_area(self):
        ring = [(100 * math.cos(i / 50), 100 * math.sin(i / 50)) for i in range(314)]
        ring.append(ring[0])
        simple = geometry.simplify_ring(ring, 1)
        self.assertEqual(simple[0], simple[-1])
        self.assertLess(len(simple), 60)
        self.assertAlmostEqual(geometry.area(simple) / geometry.area(ring), 1, delta=0.02)

    def test_joins_pieces_from_their_beginning_and_loops(self):
        pieces = [[(2, 0), (3, 0)], [(0, 0), (1, 0)], [(1, 0), (2, 0)], [(9, 9), (8, 8)], [(8, 8), (9, 9)]]
        joined = geometry.join(pieces)
        self.assertEqual(joined[0], [(0, 0), (1, 0), (2, 0), (3, 0)])
        self.assertEqual(joined[1], [(9, 9), (8, 8), (9, 9)])
        self.assertEqual(len(joined), 2)

    def test_quarters_of_a_polygon_have_its_area(self):
        ring = [(100, 100), (900, 150), (700, 900), (500, 300), (120, 880)]
        quarters = geometry.quarters([ring], (0, 0, 0), 1024, 0, True)
        total = sum(abs(geometry.area(part)) for parts in quarters for part in parts)
        self.assertAlmostEqual(total, abs(geometry.area(ring)), places=6)
        for index, parts in enumerate(quarters):
            column, row = index % 2, index // 2
            for x, y in (point for part in parts for point in part):
                self.assertTrue(512 * column <= x <= 512 * (column + 1) and 512 * row <= y <= 512 * (row + 1))

    def test_quarters_of_a_line_have_its_length(self):
        line = [(10, 10), (1000, 500), (20, 1000)]
        length = sum(math.dist(a, b) for a, b in zip(line, line[1:]))
        quarters = geometry.quarters([line], (0, 0, 0), 1024, 0, False)
        total = sum(math.dist(a, b) for parts in quarters for part in parts for a, b in zip(part, part[1:]))
        self.assertAlmostEqual(total, length, places=6)

    def test_margin_reaches_over_the_edge(self):
        world = [(0, 0), (1024, 0), (1024, 1024), (0, 1024)]
        west, east, _, _ = geometry.quarters([world], (0, 0, 0), 1024, 16, True)
        self.assertEqual(max(x for x, _ in west[0]), 512 + 16)
        self.assertEqual(min(x for x, _ in east[0]), 512 - 16)


def city(x, y, thousands=1, names=("A", "Б", "")):
    return x, y, thousands, names


class Trees(unittest.TestCase):
    units = geometry.unit_count(0)

    def test_divides_large_squares_down_to_the_deepest_zoom(self):
        # A long coast in the north-west, an island in the south-east, and water elsewhere.
        coast = [(i, 100 + 60 * (i % 2)) for i in range(1, 200)]
        island = [(500, 500), (510, 500), (510, 510)]
        packs, text = tree.grow([("border", 0, 0, [coast]), ("land", 0, 0, [island])], 3, 100)
        self.assertEqual(text[:2], "++")
        self.assertTrue(text.endswith("..#"))
        self.assertIn((1, 1, 1), packs)
        self.assertEqual(max(zoom for zoom, _, _ in packs), 3)
        self.assertTrue(all(zoom == 3 or len(packed) <= 100 for (zoom, _, _), packed in packs.items()))
        self.assertEqual(text.count(tree.PACKED), len(packs))

    def test_keeps_a_square_of_the_largest_size_whole(self):
        section = ("land", 0, 0, [[(0, 0), (9, 0), (9, 9)]])
        whole = pack.encode([section])
        self.assertEqual(tree.grow([section], 3, len(whole)), ({(0, 0, 0): whole}, "#"))
        self.assertEqual(tree.grow([section], 3, len(whole) - 1)[1][0], tree.DIVIDED)

    def test_puts_each_city_into_the_squares_that_its_name_reaches(self):
        names = "Long enough a name", "Б", ""
        across, down = labels.reach(names)
        cities = [city(x, y, names=names) for x in range(0, 2048, 30) for y in range(0, 2048, 30)]
        packs, _ = tree.grow([("city", 2, 0, cities)], 2, 0)
        self.assertEqual(len(packs), 16)
        # At zoom 2 a square of 512 units is a tile of 256 pixels.
        for (zoom, column, row), packed in packs.items():
            near = [one for one in cities if -across <= one[0] / 2 - 256 * column < 256 + across
                    and -down <= one[1] / 2 - 256 * row < 256 + down]
            self.assertEqual(packed, pack.encode([("city", 2, 0, near)], (zoom, column, row)))

    def test_reaches_less_far_where_a_name_is_first_drawn_nearer(self):
        beside = city(1024 + 40, 10, names=("Four", "", ""))
        for least, count in ((0, 2), (3, 1)):
            packs, _ = tree.grow([("city", 2, least, [beside])], 1, 0)
            self.assertEqual(len(packs), count, least)

    def test_writes_the_example_that_the_client_reads(self):
        example = json.loads((HERE / "tree.json").read_text())
        paths = [[tuple(point) for point in path] for path in example["paths"]]
        packs, text = tree.grow([("land", 0, 0, paths)], example["deepest"], 0)
        self.assertEqual(text, example["text"])
        self.assertEqual(sorted("-".join(map(str, square)) for square in packs), sorted(example["squares"]))


class Packs(unittest.TestCase):
    def test_writes_the_example_that_the_client_reads(self):
        example = json.loads((HERE / "pack.json").read_text())
        sections = []
        for section in example["sections"]:
            if section["layer"] == "city":
                paths = [(*one["place"], one["thousands"], one["names"]) for one in section["cities"]]
            else:
                paths = [list(zip(path[::2], path[1::2])) for path in section["paths"]]
            sections.append((section["layer"], section["grid"], section["least"], paths))
        self.assertEqual(pack.encode(sections).hex(), example["hex"])

    def test_counts_from_the_corner_of_the_square(self):
        side = geometry.unit_count(8) // 8
        far = pack.encode([("land", 8, 0, [[(3 * side + 5, 2 * side + 7)]])], (3, 3, 2))
        self.assertEqual(far, pack.encode([("land", 8, 0, [[(5, 7)]])]))


class Labels(unittest.TestCase):
    def test_reads_cities(self):
        rows = """# note
            [BY Europe/Minsk]
            Mir|Мир||53.45|26.47|2.2|
            Minsk|Минск|Мінск|53.9|27.57|1995|
            Null|Нуль|Нуль|0|0||"""
        half = geometry.unit_count(labels.GRID) // 2
        mir, minsk, null = labels.read_cities(rows)
        self.assertEqual(mir[2:], (2, ("Mir", "Мир", "")))
        self.assertEqual(minsk[2:], (1995, ("Minsk", "Минск", "Мінск")))
        self.assertEqual(null, (half, half, 0, ("Null", "Нуль", "")))

    def test_names_each_city_from_one_zoom_on(self):
        sizes = (20000, 3000, 600, 599, 40, 1)
        cities = [city(0, 0, thousands) for thousands in sizes]
        named = {zoom: [one[2] for one in chosen] for zoom, chosen in labels.by_zoom(cities, 18) if chosen}
        self.assertEqual(named, {0: [20000], 3: [3000], 5: [600], 6: [599], 7: [40], 9: [1]})
        self.assertEqual([zoom for zoom, _ in labels.by_zoom(cities, 3)], [0, 3])


if __name__ == "__main__":
    unittest.main()
