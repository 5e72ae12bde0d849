/// Doubly linked lists of numbered nodes; a node is in one list at most.
///
/// Every change takes constant time, and memory only for numbers above all earlier ones.
struct NodeLists: Sendable {
    /// The ends of a list.
    struct List: Sendable {
        fileprivate var head = NodeLists.none
        fileprivate var tail = NodeLists.none

        /// The node that was appended first.
        var first: Int? { head == NodeLists.none ? nil : Int(head) }
    }

    private struct Links: Sendable {
        var previous = NodeLists.none
        var next = NodeLists.none
    }

    private static let none: Int32 = -1
    private var links: [Links] = []

    /// Appends a node that is in no list.
    mutating func append(_ node: Int, to list: inout List) {
        while links.count <= node { links.append(Links()) }
        links[node] = Links(previous: list.tail)
        if list.tail == Self.none { list.head = Int32(node) } else { links[Int(list.tail)].next = Int32(node) }
        list.tail = Int32(node)
    }

    /// Removes a node from the list that it is in.
    mutating func remove(_ node: Int, from list: inout List) {
        let (previous, next) = (links[node].previous, links[node].next)
        if previous == Self.none { list.head = next } else { links[Int(previous)].next = next }
        if next == Self.none { list.tail = previous } else { links[Int(next)].previous = previous }
    }
}
