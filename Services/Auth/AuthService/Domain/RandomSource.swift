/// Where ids, codes, salts and keys come from: cryptographically secure, unless a test says otherwise.
struct RandomSource: RandomNumberGenerator, Sendable {
    private let word: @Sendable () -> UInt64

    init(_ word: @escaping @Sendable () -> UInt64) { self.word = word }

    static let system = RandomSource {
        var generator = SystemRandomNumberGenerator()
        return generator.next()
    }

    func next() -> UInt64 { word() }

    func bytes(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count { withUnsafeBytes(of: next()) { bytes.append(contentsOf: $0) } }
        return Array(bytes.prefix(count))
    }
}
