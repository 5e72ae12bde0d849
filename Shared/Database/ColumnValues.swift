public import Postgres
public import Values

/// A value that can be stored in a column and sent as a parameter.
///
/// Checked texts (``TextValue``), checked numbers (``NumberValue``) and enums with string values need only a
/// declaration:
///
///     extension ProductID: ColumnValue {}
public typealias ColumnValue = PostgresEncodable & PostgresDecodable

extension PostgresEncodable where Self: TextValue {
    /// Appends the text.
    public func encode(into parameters: inout PostgresParameters) throws(PostgresError) {
        try parameters.append(text: text)
    }
}

extension PostgresDecodable where Self: TextValue {
    /// Reads the text without checking it again, because it was checked before it was stored.
    public init(from cell: PostgresCell) throws(PostgresError) {
        self.init(unchecked: try String(from: cell))
    }
}

extension PostgresArrayElement where Self: TextValue {
    /// Appends the texts as an array.
    public static func encode(array: [Self], into parameters: inout PostgresParameters) throws(PostgresError) {
        try array.map(\.text).encode(into: &parameters)
    }

    /// Reads an array of texts without checking them again.
    public static func decodeArray(from cell: PostgresCell) throws(PostgresError) -> [Self] {
        try [String](from: cell).map(Self.init(unchecked:))
    }
}

extension PostgresEncodable where Self: RawRepresentable<String> {
    /// Appends the raw value.
    public func encode(into parameters: inout PostgresParameters) throws(PostgresError) {
        try parameters.append(text: rawValue)
    }
}

extension PostgresDecodable where Self: RawRepresentable<String> {
    /// Reads one of the type's raw values; throws `typeMismatch` for any other text.
    public init(from cell: PostgresCell) throws(PostgresError) {
        guard let value = Self(rawValue: try String(from: cell)) else { throw cell.mismatch("\(Self.self)") }
        self = value
    }
}

extension PostgresEncodable where Self: NumberValue, Number: PostgresEncodable {
    /// Appends the number.
    public func encode(into parameters: inout PostgresParameters) throws(PostgresError) {
        try value.encode(into: &parameters)
    }
}

extension PostgresDecodable where Self: NumberValue, Number: PostgresDecodable {
    /// Reads the number without checking it again, because it was checked before it was stored.
    public init(from cell: PostgresCell) throws(PostgresError) {
        self.init(unchecked: try Number(from: cell))
    }
}

extension Instant: ColumnValue {
    /// Appends the milliseconds since 1970, for a `bigint`.
    public func encode(into parameters: inout PostgresParameters) { milliseconds.encode(into: &parameters) }

    /// Reads milliseconds since 1970 from a `bigint`.
    public init(from cell: PostgresCell) throws(PostgresError) {
        self.init(milliseconds: try Int64(from: cell))
    }
}

extension LocalDate: ColumnValue, PostgresArrayElement {
    /// Appends the days since 1970, for an `integer`.
    public func encode(into parameters: inout PostgresParameters) { daysSince1970.encode(into: &parameters) }

    /// Reads days since 1970 from an `integer`.
    public init(from cell: PostgresCell) throws(PostgresError) {
        self.init(daysSince1970: try Int(from: cell))
    }

    /// Appends the days since 1970 as an array.
    public static func encode(array: [LocalDate], into parameters: inout PostgresParameters) throws(PostgresError) {
        try array.map(\.daysSince1970).encode(into: &parameters)
    }

    /// Reads an array of days since 1970.
    public static func decodeArray(from cell: PostgresCell) throws(PostgresError) -> [LocalDate] {
        try [Int](from: cell).map(LocalDate.init(daysSince1970:))
    }
}

extension Identifier: ColumnValue, PostgresArrayElement {}
extension EmailAddress: ColumnValue {}
extension PhoneNumber: ColumnValue {}
extension CountryCode: ColumnValue {}
extension CurrencyCode: ColumnValue {}
extension TimeZoneName: ColumnValue {}
extension Language: ColumnValue {}

extension Latitude: ColumnValue {}
extension Longitude: ColumnValue {}
