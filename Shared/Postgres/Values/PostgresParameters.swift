/// The values of a statement's parameters, as sent to the server.
///
/// Everything but `bytea` is sent as text, which the server reads with the input function of the inferred type. An
/// `Int` therefore fits `smallint`, `bigint` and `numeric` alike, and a wrong type causes an error instead of a wrong
/// value.
public struct PostgresParameters: Sendable {
    /// The maximum number of parameters of a statement, which the protocol counts in 16 bits.
    static let maximumCount = Int(UInt16.max)

    struct Entry: Sendable {
        /// The value's offset in `bytes`; `nil` for NULL.
        var offset: Int?
        var length: Int
        var isBinary: Bool
    }

    private(set) var bytes: [UInt8] = []
    private(set) var entries: [Entry] = []

    /// No parameters.
    static let none = PostgresParameters()

    private init() {}

    /// Creates an empty list with room for `count` values.
    ///
    /// - Throws: `invalidParameter` if a statement cannot have so many.
    init(count: Int) throws(PostgresError) {
        guard count > 0 else { return }
        guard count <= Self.maximumCount else {
            throw PostgresError(.invalidParameter, "a statement has at most \(Self.maximumCount) parameters")
        }
        entries.reserveCapacity(count)
        bytes.reserveCapacity(count * 16)
    }

    init(_ values: [any PostgresEncodable]) throws(PostgresError) {
        try self.init(count: values.count)
        for value in values { try append(value) }
    }

    /// Appends a value.
    ///
    /// - Throws: `invalidParameter` if it cannot be sent.
    mutating func append(_ value: any PostgresEncodable) throws(PostgresError) {
        let before = entries.count
        try value.encode(into: &self)
        guard entries.count == before + 1 else {
            throw PostgresError(.invalidParameter, "\(type(of: value)) did not encode exactly one value")
        }
        guard bytes.count <= Int(Int32.max) else {
            throw PostgresError(.invalidParameter, "a statement's parameters have at most 2 GiB together")
        }
    }

    /// Appends a NULL.
    public mutating func appendNull() {
        entries.append(Entry(offset: nil, length: 0, isBinary: false))
    }

    /// Appends text.
    ///
    /// - Throws: `invalidParameter` if it holds a NUL, which PostgreSQL cannot store.
    public mutating func append(text: String) throws(PostgresError) {
        var text = text
        let start = bytes.count
        let hasNull = text.withUTF8 { utf8 in
            bytes.append(contentsOf: utf8)
            return utf8.contains(0)
        }
        if hasNull { throw encodingError("text must not hold a NUL character") }
        finishText(from: start)
    }

    /// Appends text given as valid UTF-8.
    ///
    /// - Throws: `invalidParameter` if it holds a NUL.
    mutating func append(utf8: [UInt8]) throws(PostgresError) {
        if utf8.contains(0) { throw encodingError("text must not hold a NUL character") }
        appendText { $0.append(contentsOf: utf8) }
    }

    /// Appends bytes for a `bytea`.
    public mutating func append(binary: some Sequence<UInt8>) {
        let start = bytes.count
        bytes.append(contentsOf: binary)
        entries.append(Entry(offset: start, length: bytes.count - start, isBinary: true))
        bytes.append(0)  // So that an empty value has an address too: none would mean NULL.
    }

    /// Appends the text that `write` produces, which must contain no NUL.
    mutating func appendText(_ write: (inout [UInt8]) -> Void) {
        let start = bytes.count
        write(&bytes)
        finishText(from: start)
    }

    private mutating func finishText(from start: Int) {
        entries.append(Entry(offset: start, length: bytes.count - start, isBinary: false))
        bytes.append(0)  // libpq measures text by its NUL.
    }

    private func encodingError(_ problem: String) -> PostgresError {
        PostgresError(.invalidParameter, "parameter $\(entries.count + 1): \(problem)")
    }
}
