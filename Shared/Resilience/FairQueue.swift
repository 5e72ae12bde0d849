/// The lists of a queue's flows.
@usableFromInline
enum Turns {
    /// The flows that have had no turn since they began to wait.
    @inlinable static var newcomers: Int { 0 }
    @inlinable static var others: Int { 1 }
}

/// A bounded queue that serves the flows of work in turn, one element each, however many elements a flow has waiting.
///
/// A flow is all elements with the same key, and is served in order. A flow that begins to wait is served before those
/// that have had a turn since they began, but not twice before one that has waited longer, so that nobody starves. So
/// someone who asks now and then waits for one element of the others, not for their queues.
///
/// A full queue displaces the newest element of the longest flow in favour of a flow that is shorter.
///
/// Appending and taking cost constant time. A flow without elements takes no memory.
///
/// Its functions are inlinable: a caller's specialization takes a tenth of the instructions of generic code.
public struct FairQueue<Key: Hashable, Element> {
    /// The outcome of appending an element.
    public enum Appended {
        case queued
        /// The element waits, and this one of a longer flow has lost its place.
        case displaced(Element)
        /// The queue is full, and no flow is longer than the element's by more than one.
        case full
    }

    @usableFromInline
    struct Item {
        @usableFromInline var element: Element
        @usableFromInline var flow: Int

        @inlinable
        init(element: Element, flow: Int) {
            self.element = element
            self.flow = flow
        }
    }

    @usableFromInline
    struct Flow {
        @usableFromInline var key: Key
        @usableFromInline var count: Int
        /// The number of the moment since which the flow has waited for a turn.
        @usableFromInline var since: UInt64

        @inlinable
        init(key: Key, count: Int, since: UInt64) {
            self.key = key
            self.count = count
            self.since = since
        }
    }

    /// The maximum number of elements.
    public let limit: Int
    /// The number of elements.
    @inlinable public var count: Int { held }
    @usableFromInline var held = 0
    @usableFromInline var items: [Item?] = []
    @usableFromInline var freeItems: [Int] = []
    @usableFromInline var flows: [Flow?] = []
    @usableFromInline var freeFlows: [Int] = []
    @usableFromInline var index: [Key: Int] = [:]
    /// All items, in order of arrival.
    @usableFromInline var arrivals = IndexLists()
    /// The items of each flow.
    @usableFromInline var waiting = IndexLists()
    /// The flows, in the order in which they are served.
    @usableFromInline var turns = IndexLists()
    /// The flows by their number of elements.
    @usableFromInline var sizes = IndexLists()
    /// The number of elements of the longest flow.
    @usableFromInline var longest = 0
    @usableFromInline var prefersNewcomer = true
    /// The number of the latest moment at which a flow began to wait for a turn.
    @usableFromInline var moment: UInt64 = 0

    /// Creates an empty queue.
    ///
    /// - Parameter limit: the maximum number of elements, at least 1.
    public init(limit: Int) { self.limit = max(limit, 1) }

    @inlinable public var isEmpty: Bool { count == 0 }

    /// The number of flows with elements.
    @inlinable public var flowCount: Int { index.count }

    /// The next element to be served.
    @inlinable public var first: Element? { nextFlow.flatMap { waiting.first(of: $0) }.flatMap { items[$0]?.element } }

    /// The elements in order of arrival.
    public var elements: [Element] {
        var elements: [Element] = []
        var place = arrivals.first(of: 0)
        while let item = place {
            if let element = items[item]?.element { elements.append(element) }
            place = arrivals.next(after: item)
        }
        return elements
    }

    /// Appends an element to the flow with a key.
    @inlinable
    public mutating func append(_ element: Element, of key: Key) -> Appended {
        var displaced: Element?
        if held >= limit {
            let size = index[key].flatMap { flows[$0]?.count } ?? 0
            guard size + 1 < longest, let flow = sizes.first(of: longest), let last = waiting.last(of: flow) else {
                return .full
            }
            displaced = remove(last)
        }
        let flow = index[key] ?? addFlow(key)
        let item = freeItems.popLast() ?? items.count
        if item == items.count { items.append(nil) }
        items[item] = Item(element: element, flow: flow)
        arrivals.append(item, to: 0)
        waiting.append(item, to: flow)
        held += 1
        resize(flow, by: 1)
        return displaced.map { .displaced($0) } ?? .queued
    }

    /// Takes the next element to be served.
    @inlinable
    public mutating func popFirst() -> Element? {
        guard let flow = nextFlow, let item = waiting.first(of: flow) else { return nil }
        prefersNewcomer = turns.first(of: Turns.newcomers) != flow
        let element = remove(item)
        if flows[flow] != nil {
            moment += 1
            flows[flow]?.since = moment
            turns.move(flow, to: Turns.others)
        }
        return element
    }

    /// Removes the elements for which a condition holds, and returns them in order of arrival; looks at each element.
    @inlinable
    public mutating func removeAll(where condition: (Element) -> Bool) -> [Element] {
        var removed: [Element] = []
        var place = arrivals.first(of: 0)
        while let item = place {
            place = arrivals.next(after: item)
            guard let element = items[item]?.element, condition(element) else { continue }
            _ = remove(item)
            removed.append(element)
        }
        return removed
    }

    @inlinable var nextFlow: Int? {
        guard let newcomer = turns.first(of: Turns.newcomers) else { return turns.first(of: Turns.others) }
        guard !prefersNewcomer, let other = turns.first(of: Turns.others) else { return newcomer }
        return (flows[other]?.since ?? 0) < (flows[newcomer]?.since ?? 0) ? other : newcomer
    }

    @inlinable
    mutating func addFlow(_ key: Key) -> Int {
        let flow = freeFlows.popLast() ?? flows.count
        if flow == flows.count { flows.append(nil) }
        moment += 1
        flows[flow] = Flow(key: key, count: 0, since: moment)
        index[key] = flow
        turns.append(flow, to: Turns.newcomers)
        return flow
    }

    /// Removes an item, and its flow if it was the last.
    @inlinable
    mutating func remove(_ item: Int) -> Element? {
        guard let (element, flow) = items[item].map({ ($0.element, $0.flow) }) else { return nil }
        items[item] = nil
        freeItems.append(item)
        arrivals.remove(item)
        waiting.remove(item)
        held -= 1
        resize(flow, by: -1)
        return element
    }

    /// Changes the number of elements of a flow by one.
    @inlinable
    mutating func resize(_ flow: Int, by change: Int) {
        guard let (key, old) = flows[flow].map({ ($0.key, $0.count) }) else { return }
        let new = old + change
        if old > 0 { sizes.remove(flow) }
        if new > 0 {
            flows[flow]?.count = new
            sizes.append(flow, to: new)
        } else {
            flows[flow] = nil
            freeFlows.append(flow)
            index[key] = nil
            turns.remove(flow)
        }
        // A flow that was the only longest one is now the longest with one element less.
        if new > longest || (old == longest && sizes.first(of: old) == nil) { longest = new }
    }
}

extension FairQueue: Sendable where Key: Sendable, Element: Sendable {}
extension FairQueue.Appended: Sendable where Key: Sendable, Element: Sendable {}
extension FairQueue.Item: Sendable where Key: Sendable, Element: Sendable {}
extension FairQueue.Flow: Sendable where Key: Sendable, Element: Sendable {}
