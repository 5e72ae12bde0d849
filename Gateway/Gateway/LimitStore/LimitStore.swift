/// A gateway's report of the calls that it has admitted from one bucket.
struct LimitReport: Equatable, Sendable {
    let name: LimitName
    /// The price of the calls admitted since the last report, in microseconds.
    let price: Int64
    /// The debt before these calls, in microseconds; a store that lost its memory learns it from here.
    let debt: Int64
    /// The highest debt before these calls, in microseconds.
    let ceiling: Int64
}

/// The store's answer to a list of reports.
struct LimitReply: Equatable, Sendable {
    /// The number of gateways that share the store, this one included.
    let gateways: Int
    /// The debts of the reported buckets, in microseconds, in the order of the reports.
    let debts: [Int64]
}

/// The debts of buckets that several gateways charge.
protocol LimitStore: Sendable {
    /// Adds the prices to the buckets, and counts this gateway as running.
    ///
    /// Ends within a time limit of its own. After an error, the reports may or may not have been counted.
    func exchange(_ reports: [LimitReport]) async throws(LimitStoreFault) -> LimitReply
    /// Closes the connection.
    func close() async
}

/// The reason why the store of limits gave no usable reply.
struct LimitStoreFault: Error, Equatable, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
