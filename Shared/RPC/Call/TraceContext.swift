import Values

/// A W3C Trace Context (https://www.w3.org/TR/trace-context/): the trace of a call, and the current span.
public struct TraceContext: Hashable, Sendable {
    /// The trace's id, upper and lower 64 bits; not both zero.
    public var traceHigh: UInt64
    public var traceLow: UInt64
    /// This span's id; not zero.
    public var spanID: UInt64
    /// The id of the span that this one belongs to; zero for a root.
    public var parentID: UInt64
    /// True if the trace's spans are recorded; the gateway decides.
    public var isSampled: Bool

    public init(traceHigh: UInt64, traceLow: UInt64, spanID: UInt64, isSampled: Bool, parentID: UInt64 = 0) {
        self.traceHigh = traceHigh
        self.traceLow = traceLow
        self.spanID = spanID
        self.parentID = parentID
        self.isSampled = isSampled
    }

    /// Creates the root span of a new trace, which is not sampled.
    public static func root(using generator: inout some RandomNumberGenerator) -> TraceContext {
        TraceContext(
            traceHigh: generator.next(), traceLow: generator.next() | 1, spanID: generator.next() | 1, isSampled: false)
    }

    /// Creates a child span in the same trace.
    public func child(using generator: inout some RandomNumberGenerator) -> TraceContext {
        var copy = self
        copy.parentID = spanID
        copy.spanID = generator.next() | 1
        return copy
    }

    /// Reads a `traceparent` of any version; returns `nil` if it is malformed, and the caller then starts a new trace.
    public init?(traceparent text: some Collection<UInt8>) {
        let bytes = Array(text)
        let dash = UInt8(ascii: "-")
        guard bytes.count >= 55, bytes[2] == dash, bytes[35] == dash, bytes[52] == dash,
            let version = Self.number(bytes[0..<2]), version != 0xFF,
            bytes.count == 55 || (version > 0 && bytes[55] == dash),
            let high = Self.number(bytes[3..<19]), let low = Self.number(bytes[19..<35]),
            let span = Self.number(bytes[36..<52]), let flags = Self.number(bytes[53..<55]),
            high | low != 0, span != 0
        else { return nil }
        self.init(traceHigh: high, traceLow: low, spanID: span, isSampled: flags & 1 == 1)
    }

    /// The `traceparent` header for calls made within this span: 55 characters.
    public var traceparent: String {
        "00-\(traceID)-\(Self.hex(spanID))-\(isSampled ? "01" : "00")"
    }

    /// The trace's id as 32 hexadecimal digits, as in logs and errors.
    public var traceID: String { Self.hex(traceHigh) + Self.hex(traceLow) }

    /// The length of ``traceparent``.
    public static let traceparentBytes = 55

    /// Writes ``traceparent``.
    ///
    /// - Parameter memory: room for ``traceparentBytes``.
    public func writeTraceparent(to memory: UnsafeMutableRawPointer) {
        func write(_ value: UInt64, at offset: Int) {
            let (high, low) = (UInt32(truncatingIfNeeded: value >> 32), UInt32(truncatingIfNeeded: value))
            memory.storeBytes(of: Hex.digits(high).littleEndian, toByteOffset: offset, as: UInt64.self)
            memory.storeBytes(of: Hex.digits(low).littleEndian, toByteOffset: offset + 8, as: UInt64.self)
        }
        func write(_ byte: UInt8, at offset: Int) { memory.storeBytes(of: byte, toByteOffset: offset, as: UInt8.self) }
        let (zero, dash) = (UInt8(ascii: "0"), UInt8(ascii: "-"))
        write(zero, at: 0)
        write(zero, at: 1)
        write(dash, at: 2)
        write(traceHigh, at: 3)
        write(traceLow, at: 19)
        write(dash, at: 35)
        write(spanID, at: 36)
        write(dash, at: 52)
        write(zero, at: 53)
        write(isSampled ? UInt8(ascii: "1") : zero, at: 54)
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> UInt64? {
        var value: UInt64 = 0
        for digit in digits {
            // A valid traceparent has no upper-case digits.
            guard let nibble = Hex.value(digit), !(65...70).contains(digit) else { return nil }
            value = value << 4 | UInt64(nibble)
        }
        return value
    }

    private static func hex(_ value: UInt64) -> String {
        String(unsafeUninitializedCapacity: 16) { buffer in
            for index in 0..<16 {
                buffer[index] = Hex.digit(UInt8(truncatingIfNeeded: value >> UInt64((15 - index) * 4)))
            }
            return 16
        }
    }
}
