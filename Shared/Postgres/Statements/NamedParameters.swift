/// Values for a statement's parameters by their names, such as `["id": id, "before": deadline]`.
///
/// A statement takes the values that it names and ignores the others, so that one set of values fits statements that
/// write all columns of a row and those that write some. Names must not repeat.
public struct NamedParameters: Sendable, ExpressibleByDictionaryLiteral {
    private var values: [(name: String, value: any PostgresEncodable)]

    /// Creates parameters from names and values.
    public init(dictionaryLiteral elements: (String, any PostgresEncodable)...) {
        values = elements.map { (name: $0.0, value: $0.1) }
    }

    /// Returns the values of both; their names must differ.
    public static func + (left: NamedParameters, right: NamedParameters) -> NamedParameters {
        var sum = left
        sum.values.append(contentsOf: right.values)
        return sum
    }

    /// Returns the values in the order of `names`.
    ///
    /// The search for a name starts after the previous match, so values given in the statement's order take one
    /// comparison each.
    ///
    /// - Throws: `invalidParameter` for a name without a value.
    func values(for names: [String]) throws(PostgresError) -> [any PostgresEncodable] {
        assert(Set(values.map(\.name)).count == values.count, "a parameter is given twice: \(values.map(\.name))")
        var ordered: [any PostgresEncodable] = []
        ordered.reserveCapacity(names.count)
        var place = 0
        for name in names {
            guard
                let found = values[place...].firstIndex(where: { $0.name == name })
                    ?? values[..<place].firstIndex(where: { $0.name == name })
            else { throw PostgresError(.invalidParameter, "the parameter :\(name) has no value") }
            ordered.append(values[found].value)
            place = found + 1
        }
        return ordered
    }
}
