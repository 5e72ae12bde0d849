"""Tests of the base map's geometry and packs: `python3 -m unittest discover -s Tests/Web -p '*_test.py'`."""
import json
import math
import pathlib
import random
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "Clients/Web/map"))

from basemap import geometry, labels, pack  # noqa: E402


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

    def test_squares_of_a_polygon_have_its_area(self):
        ring = [(100, 100), (900, 150), (700, 900), (500, 300), (120, 880)]
        squares = geometry.cut([ring], 2, 1024, 0, True)
        total = sum(abs(geometry.area(part)) for parts in squares.values() for part in parts)
        self.assertAlmostEqual(total, abs(geometry.area(ring)), places=6)
        for (column, row), parts in squares.items():
            for x, y in (point for part in parts for point in part):
                self.assertTrue(256 * column <= x <= 256 * (column + 1) and 256 * row <= y <= 256 * (row + 1))

    def test_squares_of_a_line_have_its_length(self):
        line = [(10, 10), (1000, 500), (20, 1000)]
        length = sum(math.dist(a, b) for a, b in zip(line, line[1:]))
        squares = geometry.cut([line], 3, 1024, 0, False)
        total = sum(math.dist(a, b) for parts in squares.values() for part in parts for a, b in zip(part, part[1:]))
        self.assertAlmostEqual(total, length, places=6)

    def test_margin_reaches_over_the_edge(self):
        squares = geometry.cut([[(0, 0), (1024, 0), (1024, 1024), (0, 1024)]], 1, 1024, 16, True)
        self.assertEqual(max(x for x, _ in squares[0, 0][0]), 512 + 16)
        self.assertEqual(min(x for x, _ in squares[1, 0][0]), 512 - 16)


class Packs(unittest.TestCase):
    def test_writes_the_example_that_the_client_reads(self):
        example = json.loads((HERE / "pack.json").read_text())
        sections = []
        for section in example["sections"]:
            paths = [list(zip(path[::2], path[1::2])) for path in section["paths"]]
            sections.append((section["layer"], section["grid"], section["least"], paths))
        self.assertEqual(pack.encode(sections).hex(), example["hex"])

    def test_counts_from_the_origin(self):
        far = pack.encode([("land", 8, 0, [[(1005, 2007)]])], (1000, 2000))
        self.assertEqual(far, pack.encode([("land", 8, 0, [[(5, 7)]])]))


class Labels(unittest.TestCase):
    def test_reads_cities_with_the_largest_first(self):
        cities = labels.read_cities("# note\n[BY Europe/Minsk]\nMir|Мир||53.45|26.47|2.2|\nMinsk|Минск|Мінск|53.9|27.57|1995|")
        self.assertEqual(json.loads(labels.labels(cities, "be")), [["Мінск", 53.9, 27.57, 1995], ["Мир", 53.45, 26.47, 2]])


if __name__ == "__main__":
    unittest.main()
