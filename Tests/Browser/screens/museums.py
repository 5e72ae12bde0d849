"""The museums: the list, the map, search results, one museum, and the invitation for guests."""

from screens import Screen

MIR = "by-mir-castle"

SCREENS = [
    Screen("museums", "/museums", who="rider", ready=".cards h2", is_map=True),
    Screen("museums-map", "/museums?view=map", who="rider", ready=".map-pin", is_map=True),
    Screen("museums-found", "/museums?q=castle&category=castle", who="rider", ready=".cards h2", is_map=True),
    Screen("museums-none", "/museums?q=qqqqqqqqqq", who="rider", ready=".empty", is_map=True),
    Screen("museum", f"/museums/{MIR}", who="rider", ready=".cards h2", is_map=True),
]
