/// A 64-bit hash (FNV-1a) that, unlike `Hasher`'s, is the same in every process.
///
/// Suitable for detecting changes and distributing keys, but not against attackers, who can construct collisions.
public struct StableHash: Hashable, Sendable {
    @usableFromInline var state: UInt64 = 0xCBF2_9CE4_8422_2325

    /// The hash of the bytes added so far.
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

    /// Adds bytes and an end mark, so that sequences of parts with equal concatenations have different hashes.
    public mutating func addPart(_ bytes: some Sequence<UInt8>) {
        add(bytes)
        add(CollectionOfOne(0xFF))
    }
}
