import Values

/// Checks of third parties' numbers; those outside physical limits count as missing.
enum Plausible {
    static func temperature(_ value: Double?) -> Double? { within(-100...70, value).map { rounded($0, 10) } }
    static func percent(_ value: Double?) -> Int? { within(0...100, value).map { Int($0.rounded()) } }
    static func pressure(_ value: Double?) -> Double? { within(800...1_100, value).map { rounded($0, 10) } }
    static func wind(_ value: Double?) -> Double? { within(0...150, value).map { rounded($0, 10) } }
    static func direction(_ value: Double?) -> Int? { within(0...360, value).map { Int($0.rounded()) % 360 } }
    static func amount(_ value: Double?) -> Double? { within(0...2_000, value).map { rounded($0, 100) } }
    static func visibility(_ value: Double?) -> Int? { within(0...1_000_000, value).map { Int($0.rounded()) } }
    static func uv(_ value: Double?) -> Double? { within(0...25, value).map { rounded($0, 10) } }
    static func airIndex(_ value: Double?) -> Int? { within(0...1_000, value).map { Int($0.rounded()) } }
    static func concentration(_ value: Double?) -> Double? { within(0...100_000, value).map { rounded($0, 10) } }
    static func offset(_ value: Double?) -> Int? { within(-64_800...64_800, value).map { Int($0) } }
    static func probability(fraction: Double?) -> Int? { percent(fraction.map { $0 * 100 }) }

    /// Returns an instant from seconds since 1970; 0 counts as missing, since providers send it during the polar night.
    static func instant(_ seconds: Double?) -> Instant? {
        within(1...250_000_000_000, seconds).map { Instant(milliseconds: Int64($0) * 1_000) }
    }

    private static func within(_ range: ClosedRange<Double>, _ value: Double?) -> Double? {
        value.flatMap { range.contains($0) ? $0 : nil }
    }

    private static func rounded(_ value: Double, _ parts: Double) -> Double { (value * parts).rounded() / parts }
}
