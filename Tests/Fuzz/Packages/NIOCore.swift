// The parts of SwiftNIO that event streams use, so that the fuzzer builds them without packages.

/// Bytes that are written one after the other.
public struct ByteBuffer {
    public private(set) var readableBytesView: [UInt8] = []

    public init() {}

    public mutating func writeString(_ text: String) { readableBytesView += Array(text.utf8) }
    public mutating func writeStaticString(_ text: StaticString) {
        text.withUTF8Buffer { readableBytesView += Array($0) }
    }
}

/// A length of time.
public struct TimeAmount: Equatable, Sendable {
    let nanoseconds: Int64

    public static func milliseconds(_ count: Int64) -> TimeAmount { TimeAmount(nanoseconds: count * 1_000_000) }
    public static func seconds(_ count: Int64) -> TimeAmount { milliseconds(count * 1_000) }
}

/// A moment.
public struct NIODeadline: Comparable, Sendable {
    let nanoseconds: UInt64

    public static func uptimeNanoseconds(_ count: UInt64) -> NIODeadline { NIODeadline(nanoseconds: count) }
    public static func < (one: NIODeadline, other: NIODeadline) -> Bool { one.nanoseconds < other.nanoseconds }
    public static func + (moment: NIODeadline, time: TimeAmount) -> NIODeadline {
        NIODeadline(nanoseconds: moment.nanoseconds + UInt64(time.nanoseconds))
    }
}
