/// Random numbers for trace and span ids: xoshiro256** of Blackman and Vigna.
///
/// Unique enough; not for secrets.
struct SpanRandom: RandomNumberGenerator {
    private var state: (UInt64, UInt64, UInt64, UInt64)

    /// Fills the state from `seed`, called four times.
    init(seed: () -> UInt64) {
        // A state of zeros would stay zero.
        state = (seed(), seed(), seed(), seed() | 1)
    }

    mutating func next() -> UInt64 {
        let result = Self.rotate(state.1 &* 5, 7) &* 9
        let shifted = state.1 << 17
        state.2 ^= state.0
        state.3 ^= state.1
        state.1 ^= state.2
        state.0 ^= state.3
        state.2 ^= shifted
        state.3 = Self.rotate(state.3, 45)
        return result
    }

    private static func rotate(_ value: UInt64, _ count: UInt64) -> UInt64 {
        value << count | value >> (64 - count)
    }
}
