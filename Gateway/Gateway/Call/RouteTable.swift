import Contract
import Contracts
import HTTPParsing
import Platform
import Values

/// The result of matching a verb and a path.
enum RouteMatch {
    /// A method; the values of the path's parameters are still encoded.
    case route(Route, PathValues)
    /// The path exists, but not with this verb.
    case verbNotAllowed([HTTPBinding.Verb])
    case notFound
}

/// The positions of the parameters in a path: at most three.
struct PathValues: Equatable, Sendable {
    private(set) var count = 0
    private var ranges = (0..<0, 0..<0, 0..<0)

    static let maximum = 3

    /// The bytes of a parameter, as offsets into the path; empty if there is no such parameter.
    subscript(index: Int) -> Range<Int> {
        switch index {
        case 0: ranges.0
        case 1: ranges.1
        case 2: ranges.2
        default: 0..<0
        }
    }

    fileprivate mutating func append(_ range: Range<Int>) {
        switch count {
        case 0: ranges.0 = range
        case 1: ranges.1 = range
        default: ranges.2 = range
        }
        count += 1
    }

    static func == (left: PathValues, right: PathValues) -> Bool {
        left.count == right.count && left.ranges == right.ranges
    }
}

/// The public methods by name, and by verb and path.
///
/// Built once; looked up without allocating.
struct RouteTable: Sendable {
    /// A node of the tree of paths: all paths with the same beginning.
    ///
    /// It refers to arrays of the table by index. If it held arrays of its own, each call would retain these, and the
    /// event loops would contend for their reference counts.
    private struct Node {
        /// Their indices in `literals`.
        var literals = 0..<0
        var parameter: Int?
        /// Their indices in `ends`.
        var ends = 0..<0
    }

    /// A segment that stands for itself, and the node after it.
    private struct Literal {
        /// Its bytes in `texts`.
        var text: Range<Int>
        var node: Int
    }

    /// A verb of a complete path, and the index of its route.
    private struct End {
        var verb: HTTPBinding.Verb
        var route: Int
    }

    /// A node while the table is built.
    private struct Branch {
        var literals: [(text: [UInt8], node: Int)] = []
        var parameter: Int?
        var routes: [(verb: HTTPBinding.Verb, route: Route)] = []
    }

    /// All routes, by their index.
    let routes: [Route]
    private var nodes: [Node] = []
    private var literals: [Literal] = []
    private var texts: [UInt8] = []
    private var ends: [End] = []
    /// A hash table of the names with open addressing; its size is a power of two, and it is at most half full.
    private let names: [Route?]

    /// The maximum number of path segments.
    static let maximumSegments = 12

    /// Builds the table.
    ///
    /// - Parameters:
    ///   - methods: the methods; internal ones are skipped.
    ///   - openServices: the services whose openable methods need no sign-in.
    /// - Throws: ``RouteFault`` if two methods share a name or a path, or a declaration cannot be routed.
    init(
        _ methods: [any Method.Type] = Methods.public, openServices: Set<ServiceName> = []
    ) throws(RouteFault) {
        var routes: [Route] = []
        for method in methods where !method.declaration.access.isInternal {
            routes.append(try Self.route(method, index: routes.count, openServices))
        }
        self.routes = routes
        names = try Self.names(of: routes)
        for branch in try Self.tree(of: routes) { append(branch) }
    }

    private mutating func append(_ branch: Branch) {
        let (firstLiteral, firstEnd) = (literals.count, ends.count)
        for (text, node) in branch.literals {
            literals.append(Literal(text: texts.count..<texts.count + text.count, node: node))
            texts += text
        }
        ends += branch.routes.map { End(verb: $0.verb, route: $0.route.index) }
        nodes.append(
            Node(
                literals: firstLiteral..<literals.count, parameter: branch.parameter, ends: firstEnd..<ends.count))
    }

    /// Returns the public method of this name; `nil` if there is none.
    func route(named name: UnsafeRawBufferPointer) -> Route? {
        var slot = Self.hash(name) & (names.count - 1)
        while let route = names[slot] {
            if Self.isEqual(route.method, name) { return route }
            slot = (slot + 1) & (names.count - 1)
        }
        return nil
    }

    /// Finds the method of a verb and a path.
    ///
    /// Literal segments win over parameters. Nothing is normalized: empty, `.` and `..` segments and badly encoded
    /// values do not match.
    ///
    /// - Parameters:
    ///   - verb: `nil` for a verb that no method uses.
    ///   - path: as sent, without the query.
    func match(_ verb: HTTPBinding.Verb?, _ path: UnsafeRawBufferPointer) -> RouteMatch {
        guard path.first == UInt8(ascii: "/") else { return .notFound }
        var values = PathValues()
        guard let found = find(path, from: 1, at: 0, depth: 0, &values) else { return .notFound }
        let verbs = nodes[found].ends
        for index in verbs where ends[index].verb == verb { return .route(routes[ends[index].route], values) }
        return .verbNotAllowed(ends[verbs].map(\.verb))
    }

    private func find(
        _ path: UnsafeRawBufferPointer, from start: Int, at index: Int, depth: Int, _ values: inout PathValues
    ) -> Int? {
        guard depth < Self.maximumSegments, start < path.count else { return nil }
        let end = HTTPBytes.firstIndex(of: UInt8(ascii: "/"), in: start..<path.count, of: path) ?? path.count
        let isLast = end == path.count
        let segment = UnsafeRawBufferPointer(rebasing: path[start..<end])
        let node = nodes[index]
        for index in node.literals where isEqual(literals[index].text, segment) {
            let next = literals[index].node
            let found = isLast ? ending(next) : find(path, from: end + 1, at: next, depth: depth + 1, &values)
            if let found { return found }
        }
        guard let parameter = node.parameter, PercentCoding.withDecoded(segment, in: .path, { _ in true }) != nil else {
            return nil
        }
        let before = values
        values.append(start..<end)
        let found = isLast ? ending(parameter) : find(path, from: end + 1, at: parameter, depth: depth + 1, &values)
        if found == nil { values = before }
        return found
    }

    private func ending(_ index: Int) -> Int? { nodes[index].ends.isEmpty ? nil : index }

    private func isEqual(_ text: Range<Int>, _ segment: UnsafeRawBufferPointer) -> Bool {
        guard text.count == segment.count, let base = segment.baseAddress else { return false }
        return texts.withUnsafeBytes { texts in
            guard let start = texts.baseAddress else { return false }
            return memcmp(start + text.lowerBound, base, text.count) == 0
        }
    }

    private static func route<M: Method>(
        _ method: M.Type, index: Int, _ openServices: Set<ServiceName>
    ) throws(RouteFault) -> Route {
        try Route(method, index: index, openServices: openServices)
    }

    private static func tree(of routes: [Route]) throws(RouteFault) -> [Branch] {
        var nodes = [Branch()]
        for route in routes {
            guard let http = route.http else { continue }
            let segments = http.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
            guard http.path.hasPrefix("/"), !segments.contains(""), segments.count <= maximumSegments,
                route.pathParameters.count <= PathValues.maximum
            else { throw RouteFault("\(route.declaration.name): the path \(http.path) cannot be routed") }
            var index = 0
            for segment in segments {
                let isParameter = segment.hasPrefix("{") && segment.hasSuffix("}")
                let known =
                    isParameter
                    ? nodes[index].parameter
                    : nodes[index].literals.first { $0.text.elementsEqual(segment.utf8) }?.node
                if let known {
                    index = known
                    continue
                }
                nodes.append(Branch())
                let new = nodes.count - 1
                if isParameter {
                    nodes[index].parameter = new
                } else {
                    nodes[index].literals.append((Array(segment.utf8), new))
                }
                index = new
            }
            if let other = nodes[index].routes.first(where: { $0.verb == http.verb })?.route {
                throw RouteFault("\(route.declaration.name) and \(other.declaration.name) share \(http.path)")
            }
            nodes[index].routes.append((http.verb, route))
        }
        return nodes
    }

    private static func names(of routes: [Route]) throws(RouteFault) -> [Route?] {
        var size = 16
        while size < routes.count * 2 { size *= 2 }
        var names = [Route?](repeating: nil, count: size)
        for route in routes {
            var slot = route.method.withUnsafeBytes { hash($0) } & (size - 1)
            while let other = names[slot] {
                if other.method == route.method { throw RouteFault("two methods are called \(route.declaration.name)") }
                slot = (slot + 1) & (size - 1)
            }
            names[slot] = route
        }
        return names
    }

    private static func isEqual(_ left: [UInt8], _ right: UnsafeRawBufferPointer) -> Bool {
        guard left.count == right.count else { return false }
        for index in left.indices where left[index] != right[index] { return false }
        return true
    }

    /// Hashes without a seed: the names come from our contract, so nobody can provoke collisions.
    private static func hash(_ name: UnsafeRawBufferPointer) -> Int {
        let hash = StableHash(name).value
        return Int(truncatingIfNeeded: hash ^ (hash >> 32))
    }
}
