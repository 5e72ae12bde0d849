/// Pseudo-random numbers determined by a seed and a subject.
struct Dice {
    private var state: UInt64

    init(_ seed: UInt64, _ subject: Int...) {
        state = seed &+ 0x9E37_79B9_7F4A_7C15
        for part in subject { state = Self.mix(state ^ UInt64(bitPattern: Int64(part))) &+ 0x9E37_79B9_7F4A_7C15 }
    }

    init(_ seed: UInt64, text: String) {
        // FNV-1a: `Hasher` differs from process to process.
        let hash = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
        self.init(seed, Int(truncatingIfNeeded: hash))
    }

    /// The next 64 bits (SplitMix64).
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return Self.mix(state)
    }

    /// A number from 0 to below `count`, which must be above 0.
    mutating func below(_ count: Int) -> Int { Int(next() % UInt64(count)) }

    /// A number from 0 to below 1.
    mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// `true` with a probability of `percent`.
    mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

    /// A random element; the collection must not be empty.
    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

    private static func mix(_ value: UInt64) -> UInt64 {
        var mixed = value
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
