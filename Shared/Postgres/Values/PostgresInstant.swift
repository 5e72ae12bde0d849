import Values

/// A point in time of a `timestamptz` column, to the microsecond.
public struct PostgresInstant: Sendable, Hashable, Comparable {
    /// Microseconds since 1970-01-01T00:00:00Z.
    public var microsecondsSince1970: Int64

    /// Creates the instant this many microseconds after 1970-01-01T00:00:00Z.
    public init(microsecondsSince1970: Int64) {
        self.microsecondsSince1970 = microsecondsSince1970
    }

    /// Creates the instant this many milliseconds after 1970-01-01T00:00:00Z; clamps values beyond ±292,000 years.
    public init(millisecondsSince1970: Int64) {
        let (product, overflow) = millisecondsSince1970.multipliedReportingOverflow(by: 1_000)
        microsecondsSince1970 = overflow ? (millisecondsSince1970 < 0 ? .min : .max) : product
    }

    /// Whole milliseconds since 1970-01-01T00:00:00Z, rounded down.
    public var millisecondsSince1970: Int64 {
        microsecondsSince1970.dividedFloor(by: 1_000).quotient
    }

    /// Returns true if `left` is earlier than `right`.
    public static func < (left: PostgresInstant, right: PostgresInstant) -> Bool {
        left.microsecondsSince1970 < right.microsecondsSince1970
    }
}

extension PostgresInstant: PostgresEncodable, PostgresDecodable {
    /// The years in which a parameter must lie.
    private static let years: ClosedRange<Int64> = 1...9_999
    /// The microseconds from 1970 to PostgreSQL's epoch, 2000-01-01.
    private static let epochOffset: Int64 = 946_684_800_000_000

    /// Appends `YYYY-MM-DDThh:mm:ss.ffffffZ`; throws `invalidParameter` outside the years 1 to 9999.
    public func encode(into parameters: inout PostgresParameters) throws(PostgresError) {
        let (day, time) = microsecondsSince1970.dividedFloor(by: 86_400_000_000)
        let date = CivilDate(daysSince1970: day)
        guard Self.years.contains(date.year) else {
            throw PostgresError(.invalidParameter, "an instant must lie in the years 1 to 9999")
        }
        parameters.appendText { bytes in
            func append(_ value: Int, digits: Int, then separator: Character) {
                let text = "\(value)"
                for _ in text.utf8.count..<max(digits, text.utf8.count) { bytes.append(UInt8(ascii: "0")) }
                bytes.append(contentsOf: text.utf8)
                bytes.append(contentsOf: separator.utf8)
            }
            append(Int(date.year), digits: 4, then: "-")
            append(Int(date.month), digits: 2, then: "-")
            append(Int(date.day), digits: 2, then: "T")
            append(Int(time / 3_600_000_000), digits: 2, then: ":")
            append(Int(time / 60_000_000 % 60), digits: 2, then: ":")
            append(Int(time / 1_000_000 % 60), digits: 2, then: ".")
            append(Int(time % 1_000_000), digits: 6, then: "Z")
        }
    }

    /// Reads a `timestamptz`; throws `typeMismatch` for `infinity`.
    public init(from cell: PostgresCell) throws(PostgresError) {
        guard cell.type == .timestamptz, let bytes = cell.bytes else { throw cell.mismatch("PostgresInstant") }
        var reader = BinaryReader(bytes)
        guard let value = reader.int64(), value != .max, value != .min else {
            throw cell.mismatch("PostgresInstant")
        }
        let (sum, overflow) = value.addingReportingOverflow(Self.epochOffset)
        guard !overflow else { throw cell.mismatch("PostgresInstant") }
        microsecondsSince1970 = sum
    }
}
