"""The pages of the client, and the routes of its screens."""

import base64
import hashlib
import json
import pathlib
import re
from dataclasses import dataclass

from chunks import closure
from vendor import HERE, fail


def integrity(content):
    return "sha384-" + base64.b64encode(hashlib.sha384(content).digest()).decode()


class Pages:
    """The pages: one of each language for any screen, and one for each screen that also names the screen's files.

    Without the second kind a browser would find a screen's files one after the other, each after a round trip.
    """

    def __init__(self, site, styles, by_source, imports):
        self.site, self.styles, self.by_source, self.imports = site, styles, by_source, imports
        self.template = (HERE / "index.html").read_text()
        icon_path = site.add_hashed("app.svg", (HERE / "icons" / "app.svg").read_bytes())
        manifest = json.loads((HERE / "manifest.json").read_text())
        manifest["icons"] = [{"src": icon_path, "sizes": "any", "type": "image/svg+xml", "purpose": "any maskable"}]
        text = json.dumps(manifest, ensure_ascii=False).encode()
        early, entry, style = by_source["early.js"], by_source["main.js"], styles["main"]
        self.values = {
            "manifest": site.add_hashed("vokol.webmanifest", text), "icon": icon_path,
            # iOS reads no SVG here.
            "touch-icon": site.add_hashed("touch.png", (HERE / "icons" / "touch.png").read_bytes()),
            "early": early, "early-integrity": integrity(site.files[early]),
            "style": style, "style-integrity": integrity(site.files[style]),
            "script": entry, "script-integrity": integrity(site.files[entry])}
        self.words = json.loads((HERE / "shells.json").read_text())

    def shells(self):
        """Adds the page of each language for any screen; returns the paths by language."""
        return {language: self._add(f"/index.{language}.html", language, []) for language in self.words}

    def of_screens(self, routes):
        """Adds the pages of each screen; returns their paths by route and language."""
        return {route.address: {language: self._add(f"/index.{language}.{route.name}.html", language,
                                                    self.links(route, language))
                                for language in self.words} for route in routes}

    def links(self, route, language):
        """The elements that name a screen's own files."""
        scripts = self._closure(route.source, *route.companions(language))
        style = [f'<link rel="preload" href="{self.styles[route.style]}" as="style">'] if route.style else []
        return style + self._modules(path for path in scripts if path not in self._common(language))

    def _common(self, language):
        return self._closure("main.js", f"texts/{language}/core.js")

    def _closure(self, *sources):
        return list(dict.fromkeys(path for one in sources for path in closure(self.by_source[one], self.imports)))

    @staticmethod
    def _modules(paths):
        return [f'<link rel="modulepreload" href="{path}">' for path in paths]

    def _add(self, path, language, links):
        named = (self.values["early"], self.values["script"])
        preloads = self._modules(one for one in self._common(language) if one not in named) + links
        values = {"language": language, **self.words[language], **self.values, "preloads": "\n".join(preloads)}
        page = re.sub(r"\{([a-z-]+)\}", lambda found: values[found[1]], self.template)
        return self.site.add(path, page.encode())


@dataclass
class Route:
    """A route of routes.js: `*` in its address stands for the values of its parameters."""

    address: str
    source: str
    texts: list  # Files without the folder of their language.
    style: str
    ahead: str

    @property
    def name(self):
        return "-".join(pathlib.Path(self.source).with_suffix("").parts[1:])

    def companions(self, language):
        """The other files that load with the screen: its texts, and code that it is going to need."""
        return [f"texts/{language}/{name}" for name in self.texts] + ([self.ahead] if self.ahead else [])


ROUTE = re.compile(r'\{\s*path: "([^"]+)",\s*load: \(\) => import\("\./([^"]+)"\),\s*texts: (\[[^\]]*\]),'
                   r'\s*(?:style: "(\w+)",?)?\s*(?:// Ahead: (\S+))?\s*\}')
SECTION = re.compile(r'(\w+): \{[^}]*import\("\./en/([\w-]+\.js)"\)')


def read_routes():
    """Returns the routes of routes.js."""
    sections = dict(SECTION.findall((HERE / "texts" / "sections.js").read_text()))
    text = (HERE / "routes.js").read_text()
    routes = [Route(re.sub(r"/:.*", "/*", path), source, [sections[name] for name in json.loads(texts)], style, ahead)
              for path, source, texts, style, ahead in ROUTE.findall(text)]
    if len(routes) != text.count("path: "):
        fail("a route of routes.js is not written as path, load, texts, style")
    return sorted(routes, key=lambda route: route.address)
