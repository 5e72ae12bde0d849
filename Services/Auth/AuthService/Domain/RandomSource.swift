import Values

/// The source of ids, codes, salts and keys: cryptographically secure, except in tests.
struct RandomSource: RandomNumberGenerator, Sendable {
    private let word: @Sendable () -> UInt64

    init(_ word: @escaping @Sendable () -> UInt64) { self.word = word }

    static let system = RandomSource {
        var generator = SystemRandomNumberGenerator()
        return generator.next()
    }

    func next() -> UInt64 { word() }

    /// Creates an id that sorts by time.
    func identifier(at now: Instant) -> Identifier {
        var random = self
        return Identifier(unchecked: UUIDv7.make(milliseconds: now.milliseconds, using: &random))
    }

    func bytes(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count { withUnsafeBytes(of: next()) { bytes.append(contentsOf: $0) } }
        return Array(bytes.prefix(count))
    }
}
