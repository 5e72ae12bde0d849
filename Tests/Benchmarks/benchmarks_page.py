"""The page docs/benchmarks.md: `bench.py` writes it, other benchmarks write a section each."""
import os
import re

PATH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "docs", "benchmarks.md")
#: The sections of other benchmarks, in the order of the page.
OTHERS = ("Search quality", "Web client")


def sections(text):
    """Returns the text before the first heading, and the sections by heading."""
    start, *parts = re.split(r"^(?=## )", text, flags=re.MULTILINE)
    return start, {part.partition("\n")[0][3:]: part for part in parts}


def other_sections(path=PATH):
    """Returns the sections that other benchmarks have written."""
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as file:
        found = sections(file.read())[1]
    return [found[heading].strip() for heading in OTHERS if heading in found]


def write_section(heading, lines, path=PATH):
    """Replaces a section of another benchmark; a new one comes before the method."""
    if heading not in OTHERS:
        raise ValueError(heading)
    with open(path, encoding="utf-8") as file:
        start, found = sections(file.read())
    new = {each: found[each] for each in found if each not in OTHERS}
    own = {**found, heading: "\n".join([f"## {heading}", "", *lines, "", ""])}
    text = start
    for each, part in new.items():
        if each == "Method":
            text += "".join(own[other] for other in OTHERS if other in own)
        text += part
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
