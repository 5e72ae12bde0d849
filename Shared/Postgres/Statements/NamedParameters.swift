/// Values for a statement's parameters by their names, such as `["id": id, "before": deadline]`.
///
/// A statement takes the values that it names and ignores the others, so that one set of values fits statements that
/// write all columns of a row and those that write some. Names must not repeat.
public struct NamedParameters: Sendable, ExpressibleByDictionaryLiteral {
    private var names: [String]
    /// The values, in the order of ``names``; kept apart so that the search for a name copies no value.
    private var values: [any PostgresEncodable]

    /// Creates parameters from names and values.
    public init(dictionaryLiteral elements: (String, any PostgresEncodable)...) {
        names = elements.map(\.0)
        values = elements.map(\.1)
    }

    /// Returns the values of both; their names must differ.
    public static func + (left: NamedParameters, right: NamedParameters) -> NamedParameters {
        var sum = left
        sum.names.append(contentsOf: right.names)
        sum.values.append(contentsOf: right.values)
        return sum
    }

    /// Returns the values in the order of the names that are wanted.
    ///
    /// The search for a name starts after the previous match, so values given in the statement's order take one
    /// comparison each.
    ///
    /// - Throws: `invalidParameter` for a name without a value.
    func values(for wanted: [String]) throws(PostgresError) -> [any PostgresEncodable] {
        assert(Set(names).count == names.count, "a parameter is given twice: \(names)")
        var ordered: [any PostgresEncodable] = []
        ordered.reserveCapacity(wanted.count)
        var place = 0
        for name in wanted {
            guard let found = names[place...].firstIndex(of: name) ?? names[..<place].firstIndex(of: name) else {
                throw PostgresError(.invalidParameter, "the parameter :\(name) has no value")
            }
            ordered.append(values[found])
            place = found + 1
        }
        return ordered
    }
}
