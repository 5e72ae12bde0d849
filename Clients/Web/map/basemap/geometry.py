"""Lines and polygons on the web map's plane: projection, simplification, cutting into quarters.

A grid of zoom z divides each 256-pixel tile of that zoom into 512 units, so that one unit is half a pixel.
"""
import math

UNITS_PER_TILE = 512
NORTHERNMOST = 85.0511287798066


def unit_count(zoom):
    """The number of grid units around the world."""
    return UNITS_PER_TILE << zoom


def project(longitude, latitude, units):
    """Projects a position to grid units from the north-west corner."""
    latitude = max(-NORTHERNMOST, min(NORTHERNMOST, latitude))
    sine = math.sin(math.radians(latitude))
    y = 0.5 - math.log((1 + sine) / (1 - sine)) / (4 * math.pi)
    return (longitude + 180) / 360 * units, y * units


def simplify(points, tolerance):
    """Drops the points that are closer to the remaining line than the tolerance (Douglas-Peucker)."""
    if len(points) < 3:
        return list(points)
    kept = bytearray(len(points))
    kept[0] = kept[-1] = 1
    limit = tolerance * tolerance
    open_parts = [(0, len(points) - 1)]
    while open_parts:
        first, last = open_parts.pop()
        farthest, index = limit, 0
        ax, ay = points[first]
        dx, dy = points[last][0] - ax, points[last][1] - ay
        length = dx * dx + dy * dy
        for i in range(first + 1, last):
            px, py = points[i][0] - ax, points[i][1] - ay
            if length:
                along = (px * dx + py * dy) / length
                along = 0 if along < 0 else 1 if along > 1 else along
                px -= along * dx
                py -= along * dy
            distance = px * px + py * py
            if distance > farthest:
                farthest, index = distance, i
        if index:
            kept[index] = 1
            open_parts += [(first, index), (index, last)]
    return [point for point, keep in zip(points, kept) if keep]


def simplify_ring(points, tolerance):
    """Simplifies a closed ring. Its end is anchored at the point farthest from its start."""
    start = points[0]
    middle = max(range(len(points)), key=lambda i: (points[i][0] - start[0]) ** 2 + (points[i][1] - start[1]) ** 2)
    return simplify(points[: middle + 1], tolerance)[:-1] + simplify(points[middle:], tolerance)


def join(lines):
    """Joins lines that begin where another ends, because a border consists of many short pieces."""
    starting = {}
    for index, line in enumerate(lines):
        starting.setdefault(line[0], []).append(index)
    ends = {line[-1] for line in lines}
    used = bytearray(len(lines))
    joined = []
    # First those that nothing ends at, so that a chain is found from its beginning; then what is left: loops.
    for index in sorted(range(len(lines)), key=lambda index: lines[index][0] in ends):
        if used[index]:
            continue
        chain = []
        while index is not None:
            used[index] = 1
            chain += lines[index][1 if chain else 0:]
            index = next((other for other in starting.get(chain[-1], ()) if not used[other]), None)
        joined.append(chain)
    return joined


def is_visible(points, least):
    """True if the wider side of a shape's bounds reaches the minimum size."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return max(max(xs) - min(xs), max(ys) - min(ys)) >= least


def whole(points):
    """Rounds to whole units and drops repeated points."""
    result = []
    for x, y in points:
        point = (round(x), round(y))
        if not result or point != result[-1]:
            result.append(point)
    return result


def _cross(a, b, axis, at):
    """The point between a and b where the axis has the value."""
    share = (at - a[axis]) / (b[axis] - a[axis])
    other = a[1 - axis] + share * (b[1 - axis] - a[1 - axis])
    return (at, other) if axis == 0 else (other, at)


def _half_of_ring(points, axis, at, above):
    result = []
    previous = points[-1]
    for point in points:
        inside = point[axis] >= at if above else point[axis] <= at
        was_inside = previous[axis] >= at if above else previous[axis] <= at
        if inside != was_inside:
            result.append(_cross(previous, point, axis, at))
        if inside:
            result.append(point)
        previous = point
    return [result] if len(result) >= 3 else []


def _half_of_line(points, axis, at, above):
    parts, part = [], []
    previous = None
    for point in points:
        inside = point[axis] >= at if above else point[axis] <= at
        if previous is not None and inside != was_inside:
            crossing = _cross(previous, point, axis, at)
            part.append(crossing)
            if not inside:
                parts.append(part)
                part = []
        if inside:
            part.append(point)
        previous, was_inside = point, inside
    parts.append(part)
    return [part for part in parts if len(part) >= 2]


def quarters(paths, square, units, margin, are_rings):
    """Cuts the paths of a square, each quarter with a margin around it: the north-west, then east, then the south.

    Halving again and again keeps the number of passes over a long coast small.
    """
    half = _half_of_ring if are_rings else _half_of_line
    zoom, column, row = square

    def halves(paths, axis, index):
        middle = (2 * index + 1) * (units >> (zoom + 1))
        for limit, above in ((middle + margin, False), (middle - margin, True)):
            yield [part for path in paths for part in _cut_one(half, path, axis, limit, above)]

    return [quarter for rows in halves(paths, 1, row) for quarter in halves(rows, 0, column)]


def _cut_one(half, path, axis, at, above):
    values = [point[axis] for point in path]
    low, high = min(values), max(values)
    if (low >= at) if above else (high <= at):
        return [path]
    if (high < at) if above else (low > at):
        return []
    return half(path, axis, at, above)


def area(ring):
    """The signed area of a closed ring, in square units."""
    return sum(x * next_y - next_x * y for (x, y), (next_x, next_y) in zip(ring, ring[1:] + ring[:1])) / 2
