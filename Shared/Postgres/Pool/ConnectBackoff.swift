/// How long to wait between attempts to connect: doubling from 50 ms to 1 s, less up to a half at random, so that many
/// clients do not come back at the same moment, and none later than a second after the server.
struct ConnectBackoff {
    static let first: Duration = .milliseconds(50)
    static let greatest: Duration = .seconds(1)

    private var failures = 0

    /// The wait after one more failed attempt; `random` lies in 0..<1.
    mutating func failed(random: Double) -> Duration {
        let doublings = min(failures, 5)
        failures += 1
        let full = min(Self.first * (1 << doublings), Self.greatest)
        return full * (1 - random / 2)
    }

    mutating func succeeded() {
        failures = 0
    }
}
