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
    init(roomFor count: Int) {
        guard count > 0 else { return }
        entries.reserveCapacity(count)
        bytes.reserveCapacity(count * 16)
    }

    init(_ values: [any PostgresEncodable]) throws(PostgresError) {
        self.init(roomFor: values.count)
        for (index, value) in values.enumerated() {
            if let error = appendOrNull(value) {
                throw PostgresError(error.code, "parameter $\(index + 1): \(error.message)")
            }
        }
        try check()
    }

    /// Checks that a statement can have these values.
    private func check() throws(PostgresError) {
        guard entries.count <= Self.maximumCount else {
            throw PostgresError(.invalidParameter, "a statement has at most \(Self.maximumCount) parameters")
        }
        guard bytes.count <= Int(Int32.max) else {
            throw PostgresError(.invalidParameter, "a statement's parameters have at most 2 GiB together")
        }
    }

    /// Appends a value, or NULL in place of one that cannot be sent; returns the error of that one.
    mutating func appendOrNull(_ value: any PostgresEncodable) -> PostgresError? {
        let before = entries.count
        do throws(PostgresError) {
            try value.encode(into: &self)
            if entries.count == before + 1 { return nil }
            throw PostgresError(.invalidParameter, "\(type(of: value)) did not encode exactly one value")
        } catch {
            entries.removeLast(entries.count - before)
            appendNull()
            return error
        }
    }

    /// Appends the values of another list.
    mutating func append(contentsOf other: PostgresParameters) {
        let shift = bytes.count
        bytes.append(contentsOf: other.bytes)
        for var entry in other.entries {
            if let offset = entry.offset { entry.offset = offset + shift }
            entries.append(entry)
        }
    }

    /// Returns the values at some places, in their order.
    ///
    /// - Throws: `invalidParameter` if a statement cannot have them.
    func chosen(_ places: [Int]) throws(PostgresError) -> PostgresParameters {
        var chosen = PostgresParameters()
        chosen.bytes = bytes
        chosen.entries = places.map { entries[$0] }
        try chosen.check()
        return chosen
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
        PostgresError(.invalidParameter, problem)
    }
}
