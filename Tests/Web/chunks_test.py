"""Tests how the build joins chunks: `python3 -m unittest discover -s Tests/Web -p '*_test.py'`."""

import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Clients" / "Web"))

from chunks import Chunks  # noqa: E402


def outputs(chunks):
    """What esbuild tells of chunks, each by name: its bytes, what it imports, and its source if it is an entry."""
    about = {}
    for name, (size, imports, *source) in chunks.items():
        about[f"{name}.js"] = {"bytes": size, "exports": ["a"], "imports": [
            {"path": f"{one}.js", "kind": "import-statement"} for one in imports]}
        if source:
            about[f"{name}.js"]["entryPoint"] = source[0]
    return about


def groups(chunks, companions=None, inputs=None):
    sizes = {name: size for name, (size, *_) in chunks.items()}

    def measure(names):
        return sum(sizes[name] for name in names)

    about = outputs(chunks)
    for name, module in (inputs or {}).items():
        about[f"{name}.js"]["inputs"] = {module: {}}
    return Chunks(ROOT, about, ROOT, measure).groups("main.js", "early.js", companions or {})


SCREENS = {
    "early-A": (200, ["calls"], "early.js"),
    "calls": (100, []),
    "main-A": (2000, ["view", "calls"], "main.js"),
    "view": (9000, []),
    "park-A": (4000, ["view", "ring", "days"], "screens/park/park.js"),
    "pass-A": (4000, ["view", "ring", "days"], "screens/park/pass.js"),
    "news-A": (4000, ["view", "list"], "screens/news/news.js"),
    "ring": (8000, ["view"]),
    "days": (9000, ["view"]),
    "list": (7000, ["view"]),
}


class ChunksTests(unittest.TestCase):
    def test_chunks_of_the_same_screens_are_joined(self):
        self.assertIn(["days", "ring"], groups(SCREENS).values())

    def test_chunks_are_in_the_order_of_their_modules_whatever_their_names(self):
        modules = {"days": "parts/ring.js", "ring": "core/days.js"}
        self.assertIn(["ring", "days"], groups(SCREENS, inputs=modules).values())

    def test_what_the_first_code_imports_comes_with_it(self):
        self.assertEqual(groups(SCREENS)["main"], ["main-A", "view"])

    def test_what_runs_early_has_a_file_of_its_own(self):
        self.assertEqual(groups(SCREENS)["early"], ["calls", "early-A"])

    def test_a_chunk_of_few_bytes_comes_with_the_first_code(self):
        found = groups(SCREENS | {
            "park-A": (4000, ["view", "ring", "days", "list"], "screens/park/park.js"),
            "list": (70, ["view"]),
        })
        self.assertEqual(found["main"], ["list", "main-A", "view"])

    def test_a_light_screen_makes_an_additional_request_rather_than_a_heavy_one_loads_its_code(self):
        self.assertEqual(groups(SCREENS | {"list": (70, ["view"])})["main"], ["main-A", "view"])

    def test_what_comes_with_a_screen_counts_as_its_own(self):
        more = {"map-A": (900, ["pins", "list"], "screens/park/map.js"), "pins": (5000, ["view"])}
        more["park-A"] = (4000, ["view", "ring", "days", "pins"], "screens/park/park.js")
        more["news-A"] = (4000, ["view"], "screens/news/news.js")
        self.assertIn(["list"], groups(SCREENS | more).values())
        found = groups(SCREENS | more, {"screens/park/park.js": ["screens/park/map.js"]})
        self.assertIn(["list", "pins"], found.values())

    def test_a_large_chunk_is_not_loaded_in_vain(self):
        self.assertIn(["list"], groups(SCREENS).values())

    def test_entries_stay_files_of_their_own(self):
        self.assertEqual(groups(SCREENS)["park-park"], ["park-A"])

    def test_a_chunk_between_two_others_is_not_left_out(self):
        # `first` imports `news-A`, which imports `last`: one file of both and the file of `news-A` would wait for each
        # other.
        found = groups(SCREENS | {
            "park-A": (4000, ["view", "first"], "screens/park/park.js"),
            "first": (10, ["news-A"]),
            "news-A": (90_000, ["last"], "screens/news/news.js"),
            "last": (10, []),
        })
        self.assertFalse(any({"first", "last"} <= set(chunks) for chunks in found.values()))

    def test_each_chunk_is_in_one_file(self):
        joined = [chunk for chunks in groups(SCREENS).values() for chunk in chunks]
        self.assertEqual(sorted(joined), sorted(SCREENS))


if __name__ == "__main__":
    unittest.main()
