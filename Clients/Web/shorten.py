"""Shortens the code that esbuild writes: imports and exports, and the tables of texts and routes."""

import re

#: An import statement of minified code, and its export statement.
IMPORT = re.compile(r'import(?:\{([^}]*)\}from)?"\./([\w-]+)\.js";')
EXPORT = re.compile(r'export\{([^}]*)\};\s*$')
#: The loaders of a section's texts in bundled code, and the table of all sections.
LOADERS = r'\{en:\(\)=>import\("\./texts-en-([\w-]+)-(\w+)\.js"\),ru:[^,}]+,be:[^,}]+\}'
TEXTS = re.compile(r'\{(?:"?[\w-]+"?:' + LOADERS + r',?)+\}')
#: A route of routes.js in bundled code, and the list of them.
ROUTE = r'\{path:"([^"]+)",load:\(\)=>import\("\./([\w-]+)-(\w+)\.js"\),texts:\[([^\]]*)\](?:,style:"(\w+)")?\}'
ROUTES = re.compile(r'\[(?:' + ROUTE + r',?)+\]')


def shorten_links(contents, kept):
    """Leaves out the imports and exports that nothing uses, and shortens the others: a kilobyte less, compressed.

    esbuild keeps a statement for each chunk, with all that it exports. `kept` are the names that dynamic imports use.
    """
    files = {name: _Links(content) for name, content in contents.items()}
    while True:
        used = {name: set(kept) for name in files}
        for file in files.values():
            for source, names in file.imports.items():
                used[source] |= set(names.values())
        if not sum(file.drop_exports(used[name]) + file.drop_imports() for name, file in files.items()):
            break
    for name, file in files.items():
        new = {old: old if old in kept or local in kept else local for old, local in file.exports.items()}
        file.exports = {new[old]: local for old, local in file.exports.items()}
        for other in files.values():
            if name in other.imports:
                other.imports[name] = {local: new[old] for local, old in other.imports[name].items()}
    return {name: file.text() for name, file in files.items()}


class _Links:
    """A file of minified code, apart from its imports and exports."""

    def __init__(self, content):
        #: The local names of exports, by the names for others; and the latter by the local names of imports, by file.
        self.exports, self.imports = {}, {}
        for names, source in IMPORT.findall(content):
            self.imports.setdefault(source, {}).update((local, outer) for outer, local in self._pairs(names))
        content = IMPORT.sub("", content)
        for names in EXPORT.findall(content):
            self.exports = {outer: local for local, outer in self._pairs(names)}
        self.code = EXPORT.sub("", content).rstrip()

    @staticmethod
    def _pairs(names):
        """The pairs of `a as b,c`: `("a", "b")` and `("c", "c")`."""
        pairs = (name.partition(" as ") for name in names.split(",") if name)
        return [(first, second or first) for first, _, second in pairs]

    def drop_exports(self, used):
        unused = self.exports.keys() - used
        for name in unused:
            del self.exports[name]
        return len(unused)

    def drop_imports(self):
        """Drops what is neither exported nor named in the code, even in a text."""
        named = set(re.findall(r"[\w$]+", self.code)) | set(self.exports.values())
        unused = [(names, local) for names in self.imports.values() for local in names if local not in named]
        for names, local in unused:
            del names[local]
        return len(unused)

    def text(self):
        imports = [f'import{self._list(((outer, local) for local, outer in names.items()), "from")}"./{source}.js";'
                   for source, names in self.imports.items()]
        exports = self._list(((local, outer) for outer, local in self.exports.items()), ";")
        return "".join([*imports, self.code, exports and f"export{exports}", "\n"])

    @staticmethod
    def _list(pairs, end):
        """The names in braces, with what follows them; nothing without names."""
        names = ",".join(one if one == other else f"{one} as {other}" for one, other in pairs)
        return f"{{{names}}}{end}" if names else ""


def shorten_loaders(code):
    """Writes the loaders of texts, which every screen loads, as one function: half a kilobyte less, compressed."""
    def shorten(table):
        sections = re.findall(r'"?([\w-]+)"?:' + LOADERS, table[0])
        names = " ".join(name if name == file else f"{name}={file}" for name, file, _ in sections)
        loaders = ",".join(
            f"{one}:()=>import(`./texts-{one}-${{f}}-{sections[0][2]}.js`)" for one in ("en", "ru", "be"))
        return f'Object.fromEntries("{names}".split(" ").map(s=>{{let[n,f=n]=s.split("=");return[n,{{{loaders}}}]}}))'

    return TEXTS.sub(shorten, code)


def shorten_routes(code):
    """Writes the list of routes, which every screen loads, as one text and a function: 200 bytes less, compressed."""
    def shorten(found):
        routes = re.findall(ROUTE, found[0])
        lines = "|".join(" ".join([path, file, texts.replace('"', ""), style]).rstrip()
                         for path, file, _, texts, style in routes)
        return (f'"{lines}".split("|").map(r=>{{let[path,f,t,style]=r.split(" ");return{{path,load:()=>'
                f'import(`./${{f}}-{routes[0][2]}.js`),texts:t?t.split(","):[],style}}}})')

    return ROUTES.sub(shorten, code)
