"""The museums: the list, the map, search results, one museum, marked museums, the editor's form, and the invitation for guests."""

from screens import Screen

MIR, ART = "by-mir-castle", "by-minsk-national-art-museum"


def marked(service, account):
    """Marks two museums as favourites and one as visited."""
    for museum, mark in ((ART, "isFavourite"), (MIR, "isFavourite"), (ART, "isVisited")):
        service.call_as(account, "POST", f"/v1/museums/{museum}/mark", {mark: True})
    return "/museums/marked"


SCREENS = [
    Screen("museums", "/museums", who="rider", ready=".cards h2", is_map=True),
    Screen("museums-map", "/museums?view=map", who="rider", ready=".map-pin", is_map=True),
    Screen("museums-found", "/museums?q=castle&category=castle", who="rider", ready=".cards h2", is_map=True),
    Screen("museums-none", "/museums?q=qqqqqqqqqq", who="rider", ready=".empty", is_map=True),
    Screen("museums-city", "/museums?city=Mir", who="rider", ready=".kept-cities button", is_map=True),
    Screen("museum", f"/museums/{MIR}", who="rider", ready=".cards h2", is_map=True),
    Screen("museum-editing", "/museums/editing", who="editor", ready="main section h2"),
    Screen("museum-editor", f"/museums/editing/{MIR}", who="editor", ready="main form"),
    Screen("museums-marked", marked, who="holder", ready=".cards h2"),
]
