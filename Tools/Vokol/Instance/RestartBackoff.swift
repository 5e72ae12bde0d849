/// How long to wait before a process that died is started again.
struct RestartBackoff: Sendable {
    /// The wait after the first death.
    static let first: Duration = .milliseconds(200)
    /// The longest wait.
    static let longest: Duration = .seconds(10)
    /// Who ran for this long is believed to be well again.
    static let healthyAfter: Duration = .seconds(30)

    private var next = Self.first

    /// The process died.
    /// - Parameter uptime: how long it had run.
    /// - Returns: how long to wait now; doubles with every death in a row.
    mutating func died(after uptime: Duration) -> Duration {
        if uptime >= Self.healthyAfter { next = Self.first }
        defer { next = min(next * 2, Self.longest) }
        return next
    }
}
