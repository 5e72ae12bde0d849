public import Contract

/// The pages of a list; each is loaded when it is asked for.
public struct Pages<M: Method>: AsyncSequence, Sendable where M.Params: PagedParams, M.Result: PagedResult {
    public typealias Element = M.Result
    typealias Load = @Sendable (M.Params) async throws -> M.Result

    let first: M.Params
    let load: Load

    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var params: M.Params?
        fileprivate let load: Load

        public mutating func next() async throws -> M.Result? {
            guard var params else { return nil }
            let page = try await load(params)
            // A cursor that leads to itself would never end.
            if let next = page.nextCursor, next != params.cursor {
                params.cursor = next
                self.params = params
            } else {
                self.params = nil
            }
            return page
        }
    }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(params: first, load: load) }

    /// The items of all pages.
    public var items: PagedItems<M> { PagedItems(pages: self) }
}

/// The items of a list; the next page is loaded when the items of the present one are used up.
public struct PagedItems<M: Method>: AsyncSequence, Sendable where M.Params: PagedParams, M.Result: PagedResult {
    public typealias Element = M.Result.Item

    let pages: Pages<M>

    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var pages: Pages<M>.AsyncIterator
        fileprivate var items: ArraySlice<M.Result.Item> = []

        public mutating func next() async throws -> M.Result.Item? {
            while items.isEmpty {
                guard let page = try await pages.next() else { return nil }
                items = page.items[...]
            }
            return items.removeFirst()
        }
    }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(pages: pages.makeAsyncIterator()) }
}
