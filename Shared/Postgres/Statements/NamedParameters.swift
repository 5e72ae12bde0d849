/// Values for a statement's parameters by their names, such as `["id": id, "before": deadline]`.
///
/// A statement takes the values that it names and ignores the others, so that one set of values fits statements that
/// write all columns of a row and those that write some. Names must not repeat.
public struct NamedParameters: Sendable, ExpressibleByDictionaryLiteral {
    private var names: [String]
    /// The values in the order of ``names``, encoded at once: bytes are joined and chosen without run-time metadata.
    private var values: PostgresParameters
    /// The errors of values that cannot be sent.
    private var faults: [(name: String, error: PostgresError)] = []

    /// Creates parameters from names and values.
    public init(dictionaryLiteral elements: (String, any PostgresEncodable)...) {
        names = []
        names.reserveCapacity(elements.count)
        values = PostgresParameters(roomFor: elements.count)
        for (name, value) in elements {
            names.append(name)
            if let error = values.appendOrNull(value) { faults.append((name, error)) }
        }
    }

    /// Returns the values of both; their names must differ.
    public static func + (left: NamedParameters, right: NamedParameters) -> NamedParameters {
        var sum = left
        sum.names.append(contentsOf: right.names)
        sum.values.append(contentsOf: right.values)
        sum.faults.append(contentsOf: right.faults)
        return sum
    }

    /// Returns the values in the order of the names that are wanted.
    ///
    /// The search for a name starts after the previous match, so values given in the statement's order take one
    /// comparison each.
    ///
    /// - Throws: `invalidParameter` for a name without a value, or a value that cannot be sent.
    func encoded(for wanted: [String]) throws(PostgresError) -> PostgresParameters {
        assert(Set(names).count == names.count, "a parameter is given twice: \(names)")
        var places: [Int] = []
        places.reserveCapacity(wanted.count)
        var place = 0
        for name in wanted {
            guard let found = names[place...].firstIndex(of: name) ?? names[..<place].firstIndex(of: name) else {
                throw PostgresError(.invalidParameter, "the parameter :\(name) has no value")
            }
            places.append(found)
            place = found + 1
        }
        if let fault = faults.first(where: { wanted.contains($0.name) }) {
            throw PostgresError(fault.error.code, "the parameter :\(fault.name): \(fault.error.message)")
        }
        return try values.chosen(places)
    }
}
