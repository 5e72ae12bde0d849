/// Values for a statement's parameters by their names, such as `["id": id, "before": deadline]`.
///
/// A statement takes the values that it names and ignores the others, so that one set of values fits statements that
/// write all columns of a row and those that write some. Names must not repeat.
public struct NamedParameters: Sendable, ExpressibleByDictionaryLiteral {
    /// The values in the groups in which they were given, so that joining two sets copies none of them.
    private var groups: [[(name: String, value: any PostgresEncodable)]]

    /// Creates parameters from names and values.
    public init(dictionaryLiteral elements: (String, any PostgresEncodable)...) { groups = [elements] }

    private init(groups: [[(name: String, value: any PostgresEncodable)]]) { self.groups = groups }

    /// Returns the values of both; their names must differ.
    public static func + (left: NamedParameters, right: NamedParameters) -> NamedParameters {
        NamedParameters(groups: left.groups + right.groups)
    }

    /// Encodes the values in the order of the names that are wanted.
    ///
    /// The search for a name starts after the previous match, so values given in the statement's order take one
    /// comparison each.
    ///
    /// - Throws: `invalidParameter` for a name without a value, or a value that cannot be sent.
    func encoded(for wanted: [String]) throws(PostgresError) -> PostgresParameters {
        assert(hasNoTwins, "a parameter is given twice: \(groups.joined().map(\.name))")
        var encoded = try PostgresParameters(count: wanted.count)
        var (group, index) = (0, 0)
        for name in wanted {
            guard let found = place(of: name, from: (group, index)) else {
                throw PostgresError(.invalidParameter, "the parameter :\(name) has no value")
            }
            (group, index) = (found.group, found.index + 1)
            try groups[found.group].withUnsafeBufferPointer { values throws(PostgresError) in
                try encoded.append(values[found.index].value)
            }
        }
        return encoded
    }

    /// Returns the place of a name: at `start` or after it, or else before it.
    private func place(of name: String, from start: (group: Int, index: Int)) -> (group: Int, index: Int)? {
        for step in 0...groups.count {
            let group = (start.group + step) % max(groups.count, 1)
            let first = step == 0 ? start.index : 0
            // Only names are compared, so that the search copies no value.
            let index = groups[group].withUnsafeBufferPointer { values in
                (first..<values.count).first { values[$0].name == name }
            }
            if let index { return (group, index) }
        }
        return nil
    }

    private var hasNoTwins: Bool {
        let names = groups.joined().map(\.name)
        return Set(names).count == names.count
    }
}
