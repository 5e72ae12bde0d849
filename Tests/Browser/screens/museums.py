"""The museums: the list, the map, search results, one museum, marked museums, the editor's form, and the invitation for guests."""

from engines import SIZES
from screens import Screen

MIR, ART = "by-mir-castle", "by-minsk-national-art-museum"


def marked(service, account):
    """Marks two museums as favourites and one as visited."""
    for museum, mark in ((ART, "isFavourite"), (MIR, "isFavourite"), (ART, "isVisited")):
        service.call_as(account, "POST", f"/v1/museums/{museum}/mark", {mark: True})


#: The sizes in which the map stands beside the list.
BESIDE = tuple(size for size in SIZES if size.width >= 900)

SCREENS = [
    Screen("museums", "/museums", who="rider", ready=".cards h2", map_sizes=BESIDE),
    Screen("museums-map", "/museums?view=map", who="rider", ready=".map-pin", map_sizes=SIZES),
    Screen("museums-found", "/museums?q=castle&category=castle", who="rider", ready=".cards h2", map_sizes=BESIDE),
    Screen("museums-none", "/museums?q=qqqqqqqqqq", who="rider", ready=".empty", map_sizes=BESIDE),
    # It loads the filters and the list of kept cities as well.
    Screen("museums-city", "/museums?city=Mir", who="rider", ready=".kept-cities button", map_sizes=BESIDE,
           more_script=6400),
    Screen("museum", "/museums/{}", who="rider", ready=".cards h2", map_sizes=SIZES, prepare=lambda *_: MIR),
    Screen("museum-editing", "/museums/editing", who="editor", ready="main section h2"),
    Screen("museum-editor", f"/museums/editing/{MIR}", who="editor", ready="main form"),
    Screen("museums-marked", "/museums/marked", who="holder", ready=".cards h2", prepare=marked),
]
