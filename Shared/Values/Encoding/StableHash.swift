/// A hash of 64 bits that is the same in every process, unlike `Hasher`'s: FNV-1a.
///
/// It detects changes and spreads keys; whoever chooses the bytes can make collisions.
public struct StableHash: Hashable, Sendable {
    @usableFromInline var state: UInt64 = 0xCBF2_9CE4_8422_2325

    /// The hash of the bytes so far.
    @inlinable public var value: UInt64 { state }

    @inlinable
    public init() {}

    /// Hashes bytes.
    @inlinable
    public init(_ bytes: some Sequence<UInt8>) { add(bytes) }

    /// Adds bytes.
    @inlinable
    public mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { state = (state ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }

    /// Adds bytes and an end mark, so that different sequences of parts do not hash alike by concatenation.
    public mutating func addPart(_ bytes: some Sequence<UInt8>) {
        add(bytes)
        add(CollectionOfOne(0xFF))
    }
}
