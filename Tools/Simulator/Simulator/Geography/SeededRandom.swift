import Values

/// A generator of pseudo-random numbers that depend only on a seed and a subject.
struct SeededRandom {
    private var generator: SplitMix64

    init(_ seed: UInt64, _ subject: Int...) {
        var state = seed &+ Self.increment
        for part in subject { state = SplitMix64.mix(state ^ UInt64(bitPattern: Int64(part))) &+ Self.increment }
        generator = SplitMix64(seed: state)
    }

    init(_ seed: UInt64, text: String) {
        self.init(seed, Int(truncatingIfNeeded: StableHash(text.utf8).value))
    }

    /// Returns the next 64 bits.
    mutating func next() -> UInt64 { generator.next() }

    /// Returns a number in 0..<`count`; `count` must be above 0.
    mutating func below(_ count: Int) -> Int { Int(next() % UInt64(count)) }

    /// Returns a number in 0..<1.
    mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// Returns `true` with a probability of `percent`.
    mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

    /// Returns a random element; the collection must not be empty.
    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

    /// Ensures that a subject of 0 changes the state, too.
    private static let increment: UInt64 = 0x9E37_79B9_7F4A_7C15
}
