/// Doubly linked lists of small integers, such as the places of an array; an integer is on at most one list.
///
/// All operations take constant time. The memory is that of the greatest integer and of the greatest list so far.
@usableFromInline
struct IndexLists: Sendable {
    @usableFromInline
    struct Node: Sendable {
        @usableFromInline var list = -1
        @usableFromInline var previous = -1
        @usableFromInline var next = -1

        @inlinable
        init(list: Int = -1, previous: Int = -1, next: Int = -1) {
            self.list = list
            self.previous = previous
            self.next = next
        }
    }

    @usableFromInline
    struct Ends: Sendable {
        @usableFromInline var first = -1
        @usableFromInline var last = -1

        @inlinable init() {}
    }

    @usableFromInline var nodes: [Node] = []
    @usableFromInline var lists: [Ends] = []

    @usableFromInline init() {}

    /// Returns the first integer of a list, if any.
    @inlinable
    func first(of list: Int) -> Int? { list < lists.count && lists[list].first >= 0 ? lists[list].first : nil }

    /// Returns the last integer of a list, if any.
    @inlinable
    func last(of list: Int) -> Int? { list < lists.count && lists[list].last >= 0 ? lists[list].last : nil }

    /// Returns the integer after another one on its list, if any.
    @inlinable
    func next(after index: Int) -> Int? { nodes[index].next >= 0 ? nodes[index].next : nil }

    /// Appends an integer, which is on no list, to a list.
    @inlinable
    mutating func append(_ index: Int, to list: Int) {
        while index >= nodes.count { nodes.append(Node()) }
        while list >= lists.count { lists.append(Ends()) }
        let last = lists[list].last
        nodes[index] = Node(list: list, previous: last, next: -1)
        if last >= 0 { nodes[last].next = index } else { lists[list].first = index }
        lists[list].last = index
    }

    /// Removes an integer from its list.
    @inlinable
    mutating func remove(_ index: Int) {
        let node = nodes[index]
        if node.previous >= 0 { nodes[node.previous].next = node.next } else { lists[node.list].first = node.next }
        if node.next >= 0 { nodes[node.next].previous = node.previous } else { lists[node.list].last = node.previous }
        nodes[index] = Node()
    }

    /// Moves an integer from its list to the end of a list, which may be the same.
    @inlinable
    mutating func move(_ index: Int, to list: Int) {
        remove(index)
        append(index, to: list)
    }
}
