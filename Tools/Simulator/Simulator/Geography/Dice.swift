import Values

/// Pseudo-random numbers determined by a seed and a subject.
struct Dice {
    private var generator: SplitMix64

    init(_ seed: UInt64, _ subject: Int...) {
        var state = seed &+ Self.increment
        for part in subject { state = SplitMix64.mix(state ^ UInt64(bitPattern: Int64(part))) &+ Self.increment }
        generator = SplitMix64(seed: state)
    }

    init(_ seed: UInt64, text: String) {
        self.init(seed, Int(truncatingIfNeeded: StableHash(text.utf8).value))
    }

    /// The next 64 bits.
    mutating func next() -> UInt64 { generator.next() }

    /// A number from 0 to below `count`, which must be above 0.
    mutating func below(_ count: Int) -> Int { Int(next() % UInt64(count)) }

    /// A number from 0 to below 1.
    mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// `true` with a probability of `percent`.
    mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

    /// A random element; the collection must not be empty.
    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

    /// Keeps a subject of 0 from leaving the state as it was.
    private static let increment: UInt64 = 0x9E37_79B9_7F4A_7C15
}
