"""Joins the chunks of a split bundle, so that a screen loads few files.

esbuild makes one chunk for each set of entries that share a module: forty files, most of them below a kilobyte. Each
costs a request, and each is compressed alone. Here chunks become one file wherever that costs less over all screens.
"""

import gzip
import hashlib
import itertools
import pathlib
import re
import string
from dataclasses import dataclass

from shorten import shorten_links, shorten_loaders, shorten_routes
from vendor import fail, run

#: What a request costs, in bytes of compressed code. It takes as long as some 1,300 bytes; but so much waste for each
#: file saved takes the largest screens over the limit.
REQUEST = 340
#: The bytes of compressed code that a screen may load, and the power that makes bytes near this limit expensive: one
#: costs a screen 512 times as much as it costs a screen that loads half as many.
LIMIT, POWER = 32 * 1024, 10
#: What a file costs an entry that is loaded later, compared with a screen: most often it is there already.
LATER = 0.25
#: The other file of an import in bundled code.
LINK = re.compile(r'"\./([\w-]+)\.js"')
STATIC_LINK = re.compile(r'(?:from|import)"\./([\w-]+)\.js"')
DYNAMIC_LINK = re.compile(r'import\("\./([\w-]+)\.js"\)')


class Chunks:
    """The chunks of a bundle: the source of each entry, and what each chunk exports and imports."""

    def __init__(self, directory, outputs, root, measure=None):
        self.directory = directory
        self.measure, self.sizes = measure or self._compressed, {}
        self.about = {pathlib.Path(path).stem: about for path, about in outputs.items()}
        # In the order of their modules. The names of chunks have hashes: in their order, each change of the code would
        # change the compression of all files, and with it which ones are joined.
        self.order = sorted(self.about, key=lambda chunk: sorted(self.about[chunk].get("inputs", [chunk])))
        self.numbers = {chunk: number for number, chunk in enumerate(self.order)}
        self.sources = {chunk: (root / about["entryPoint"]).resolve().relative_to(root)
                        for chunk, about in self.about.items() if "entryPoint" in about}
        self.imports = {chunk: [pathlib.Path(one["path"]).stem for one in about["imports"]
                                if one["kind"] == "import-statement"] for chunk, about in self.about.items()}

    def groups(self, main, early, companions):
        """Returns the chunks of each joined file by its name.

        `main` is the source of the first entry; `early` is that of the entry that runs before it, whose file holds only
        what it imports. `companions` are the sources that load with others, such as their texts.
        """
        by_source = {str(source): entry for entry, source in self.sources.items()}
        needs = {by_source[source]: {by_source[one] for one in [source, *companions.get(source, [])]}
                 for source in by_source if not source.startswith("texts/")}
        entries = needs.keys()
        groups = []
        for chunk in self.order:
            if chunk not in self.sources:
                users = {entry for entry in entries if any(chunk in closure(one, self.imports) for one in needs[entry])}
                groups.append(self._group({chunk}, users or entries))
        begin = by_source[main]
        with_early = set(closure(by_source[early], self.imports))
        with_main = set(closure(begin, self.imports)) - with_early
        groups = [group for group in groups if not group.chunks & (with_main | with_early)]
        groups.append(self._group(with_main, entries))
        early_cost = self._group(with_early, entries).cost
        loads = {entry: early_cost + sum(self.measure({one}) + REQUEST for one in needs[entry])
                 for entry in entries - {begin, by_source[early]}}
        for group in groups:
            for user in group.users & loads.keys():
                loads[user] += group.cost
        while found := self._best_pair(groups, loads):
            one, other, joined = found
            groups = [group for group in groups if group not in (one, other)] + [joined]
            loads |= self._loads_with(one, other, joined, loads)
        named = {"early": self._sorted(with_early)}
        for group in groups:
            # Short, since each file that imports another one names it.
            name = "main" if begin in group.chunks else f"shared-{len(named)}"
            named[name] = self._sorted(group.chunks)
        for entry in self.sources.keys() - {begin, by_source[early]}:
            parts = self.sources[entry].with_suffix("").parts
            named["-".join(part for part in parts if part != "screens")] = [entry]
        return named

    def _best_pair(self, groups, loads):
        """The two groups whose merging saves the most, and the merged group; `None` if no merging saves anything."""
        best, most = None, 0
        for one, other in itertools.combinations(groups, 2):
            joined = self._group(one.chunks | other.chunks, one.users | other.users)
            after = self._loads_with(one, other, joined, loads)
            saved = sum(self._cost(user, loads[user]) - self._cost(user, load) for user, load in after.items())
            if saved > most and not self._makes_circle(groups, one, other):
                best, most = (one, other, joined), saved
        return best

    @staticmethod
    def _loads_with(one, other, joined, loads):
        """What each user of two groups loads when they are one file."""
        return {user: loads[user] + joined.cost - sum(group.cost for group in (one, other) if user in group.users)
                for user in joined.users & loads.keys()}

    def _cost(self, entry, load):
        """The cost of what an entry loads, in bytes; a byte of a screen at the limit counts as one."""
        if self.sources[entry].parts[0] != "screens":
            return LATER * load
        return LIMIT / POWER * (load / LIMIT) ** POWER

    def _group(self, chunks, users):
        key = frozenset(chunks)
        if key not in self.sizes:
            self.sizes[key] = self.measure(key)
        return Group(key, users, self.sizes[key])

    def _compressed(self, chunks):
        """The bytes of the compressed code of some chunks in one file."""
        return len(gzip.compress(b"".join((self.directory / f"{one}.js").read_bytes() for one in self._sorted(chunks))))

    def _sorted(self, chunks):
        return sorted(chunks, key=self.numbers.get)

    def _makes_circle(self, groups, one, other):
        """True if a third group leads from one of two groups to the other, so that merging them makes a circle."""
        together = one.chunks | other.chunks
        home = {chunk: group.chunks for group in groups for chunk in group.chunks}
        seen, waiting = set(), [chunk for chunk in together for chunk in self.imports[chunk] if chunk not in together]
        while waiting:
            chunk = waiting.pop()
            if chunk in together:
                return True
            if chunk not in seen:
                members = home.get(chunk, {chunk})
                seen |= members
                waiting += [following for member in members for following in self.imports[member]]
        return False


@dataclass(frozen=True)
class Group:
    """Chunks that become one file, with the entries that load it and its compressed size in bytes."""

    chunks: frozenset
    users: set
    size: int

    @property
    def cost(self):
        """The bytes of the file and of its request."""
        return self.size + REQUEST


def closure(name, imports):
    """A file and everything that it imports statically."""
    seen, waiting = [], [name]
    while waiting:
        one = waiting.pop(0)
        if one not in seen:
            seen.append(one)
            waiting += imports[one]
    return seen


def join(chunks, main, early, companions, place):
    """Joins the chunks; returns the content of each file, the file of each entry, and what each file imports."""
    groups = chunks.groups(main, early, companions)
    home = {chunk: name for name, members in groups.items() for chunk in members}
    contents = {name: _bundle(chunks, name, groups, home, place / name) for name in groups}
    kept = {name for entry in chunks.sources for name in chunks.about[entry]["exports"]}
    contents = shorten_links(contents, kept)
    static = {name: STATIC_LINK.findall(content) for name, content in contents.items()}
    for name in groups:
        for one in static[name]:
            if name in closure(one, static):
                fail(f"the files {name} and {one} import each other at their start")
    # Each file leads to almost all others, so that a change of one would change the names of all anyway.
    digest = hashlib.sha256("".join(contents[name] for name in sorted(groups)).encode()).hexdigest()[:10]
    files = {name: f"{name}-{digest}.js" for name in groups}
    written = {files[name]: shorten_routes(shorten_loaders(LINK.sub(lambda found: f'"./{files[found[1]]}"', content)))
               for name, content in contents.items()}
    by_source = {str(source): files[home[entry]] for entry, source in chunks.sources.items()}
    return written, by_source, {files[name]: [files[one] for one in static[name]] for name in groups}


def _bundle(chunks, name, groups, home, place):
    """Bundles the chunks of one file; imports of other files stay imports."""
    place.mkdir()
    members = groups[name]
    outside = {one for chunk in members for one in chunks.imports[chunk]} - set(members)
    for chunk in members:
        code = (chunks.directory / f"{chunk}.js").read_text()
        code = DYNAMIC_LINK.sub(lambda found: f'import("./{home[found[1]]}.js")', code)
        (place / f"{chunk}.js").write_text(code)
    for chunk in outside:
        (place / f"{chunk}.js").write_text(_exports(chunks, chunk, home[chunk], "{outer} as {inner}"))
    (place / "entry.js").write_text("".join(_exports(chunks, chunk, chunk, "{inner} as {outer}") for chunk in members))
    run("esbuild", str(place / "entry.js"), "--bundle", "--minify", "--format=esm", "--target=es2022", "--charset=utf8",
        "--log-level=warning", f"--outfile={place / 'result.js'}", *[f"--external:./{one}.js" for one in groups])
    # What is left of line breaks is in templates of HTML, where the indentation after them means nothing.
    return re.sub(r"\n +", "\n", (place / "result.js").read_text())


def _exports(chunks, chunk, origin, form):
    """Exports what a chunk exports; names are its own in the chunk (inner) and unique in the joined file (outer)."""
    names = []
    for inner in chunks.about[chunk]["exports"]:
        # Dynamic imports use the names of an entry.
        outer = inner if chunk in chunks.sources else f"{inner}_{_short(chunks.numbers[chunk])}"
        names.append(form.format(inner=inner, outer=outer))
    return f'export {{ {", ".join(names)} }} from "./{origin}.js";\n' if names else f'import "./{origin}.js";\n'


def _short(number):
    """A number in the digits that a name may have."""
    digits = string.digits + string.ascii_letters
    return (_short(number // len(digits)) if number >= len(digits) else "") + digits[number % len(digits)]
