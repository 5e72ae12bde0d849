"""The processes of this machine."""

import contextlib
from pathlib import Path


def below(ancestor):
    """Returns the names of the processes that a process has started, directly or not, by their ids."""
    parents, names = {}, {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        # A process may end meanwhile, and its name may be in any encoding.
        with contextlib.suppress(OSError, ValueError):
            head, _, rest = stat.read_text().rpartition(") ")
            number, _, name = head.partition(" (")
            parents[int(number)], names[int(number)] = int(rest.split()[1]), name
    return {number: name for number, name in names.items() if _is_below(number, ancestor, parents)}


def _is_below(number, ancestor, parents):
    while number in parents:
        number = parents[number]
        if number == ancestor:
            return True
    return False
