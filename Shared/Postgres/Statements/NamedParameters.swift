/// Values for a statement's parameters by their names, such as `["id": id, "before": deadline]`.
///
/// A statement takes the values that it names; others are ignored, so that one row's values fit the statements that
/// write all of its columns and those that write some. Names must not repeat.
public struct NamedParameters: Sendable, ExpressibleByDictionaryLiteral {
    private var values: [(name: String, value: any PostgresEncodable)]

    /// Values by their names.
    public init(dictionaryLiteral elements: (String, any PostgresEncodable)...) {
        values = elements.map { (name: $0.0, value: $0.1) }
    }

    /// The values of both.
    public static func + (left: NamedParameters, right: NamedParameters) -> NamedParameters {
        var sum = left
        sum.values.append(contentsOf: right.values)
        return sum
    }

    /// The values in the order of `names`.
    ///
    /// A name is looked for where the one before it was found: values given in the statement's order take one
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
