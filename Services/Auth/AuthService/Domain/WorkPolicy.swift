/// The codes of one kind that strangers requested in an hour, and how many of them nobody entered.
struct CodeUse: Sendable, Equatable {
    var sent: Int64 = 0
    var unentered: Int64 = 0

    /// The share of codes that nobody entered; 0 without any code.
    var share: Double { sent == 0 ? 0 : Double(unentered) / Double(sent) }
}

/// The proof of work that strangers owe for a code while many requested codes are never entered.
///
/// People enter most of their codes. Whoever runs up a bill, or floods mailboxes, enters none.
struct WorkPolicy: Sendable {
    /// The percentage of codes that nobody entered above which strangers have to work.
    var share = 50
    /// The number of codes in an hour below which their share says nothing.
    var minimumCodes: Int64 = 50
    /// The leading zero bits that are asked for when nobody enters any code; 0 asks for no work at all.
    var bits = 20
    /// The lifetime of a challenge.
    var lifetime: Duration = .seconds(300)
    /// The period over which codes are counted.
    var period: Duration = .seconds(3_600)

    /// The difference between the least and the most work, in bits.
    private static let steps = 6

    /// Returns the leading zero bits to ask for; 0 for none.
    func bits(after use: CodeUse) -> Int {
        let limit = Double(min(max(share, 0), 100)) / 100
        guard bits > 0, use.sent >= minimumCodes, use.share > limit else { return 0 }
        let excess = (use.share - limit) / (1 - limit)
        return max(1, bits - Self.steps + Int((Double(Self.steps) * excess).rounded(.down)))
    }
}
