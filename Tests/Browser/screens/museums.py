"""The museums: the list, the map, search results, one museum, marked museums, and the editor's form."""

from engines import SIZES
from screens import Screen

MIR, ART = "by-mir-castle", "by-minsk-national-art-museum"
SOPHIA = "by-polotsk-st-sophia-cathedral"


def marked(service, account):
    """Marks two museums as favourites and one as visited."""
    for museum, mark in ((ART, "isFavourite"), (MIR, "isFavourite"), (ART, "isVisited")):
        service.call_as(account, "POST", f"/v1/museums/{museum}/mark", {mark: True})


def photograph(service, account):
    """Gives a museum that no other row lists a photograph; returns its id."""
    items = service.directory / "items.csv"
    items.write_text(f"museum,wikidata\n{SOPHIA},Q210684\n")
    service.vokol("museums", "fetch-pictures", str(items))
    return SOPHIA


def open_filters(page):
    page.locator(".tools button[aria-pressed]").first.click()
    page.locator(".kept-cities button").first.wait_for()


#: The sizes in which the map stands beside the list.
BESIDE = tuple(size for size in SIZES if size.width >= 900)

SCREENS = [
    Screen("museums", "/museums", who="rider", ready=".cards h2", map_sizes=BESIDE),
    Screen("museums-map", "/museums?view=map", who="rider", ready=".map-pin", map_sizes=SIZES),
    Screen("museums-found", "/museums?q=castle&category=castle", who="rider", ready=".cards h2", map_sizes=BESIDE),
    Screen("museums-none", "/museums?q=qqqqqqqqqq", who="rider", ready=".empty", map_sizes=BESIDE),
    Screen("museums-city", "/museums?city=Mir", who="rider", ready=".filters button", map_sizes=BESIDE),
    Screen("museums-filters", "/museums?city=Minsk", who="rider", ready=".cards h2", map_sizes=BESIDE, act=open_filters),
    Screen("museum", "/museums/{}", who="rider", ready=".cards h2", map_sizes=SIZES, prepare=lambda *_: MIR),
    Screen("museum-photograph", "/museums/{}", who="rider", ready=".lead img.picture", map_sizes=SIZES,
           prepare=photograph),
    Screen("museum-editing", "/museums/editing", who="editor", ready="main section h2"),
    Screen("museum-editor", f"/museums/editing/{MIR}", who="editor", ready="main form"),
    Screen("museums-marked", "/museums/marked", who="holder", ready=".cards h2", prepare=marked),
]
