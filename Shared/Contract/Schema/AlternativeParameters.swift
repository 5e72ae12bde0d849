public import Values

/// Parameters that name the same thing in several ways, of which a call uses one.
///
/// The service's check and the documents use the same groups. The documents say it in the method's description. They
/// have no `oneOf`, because generators take an object with `oneOf` beside `properties` for a union of the branches, and
/// lose its members: openapi-python-client (issues 388 and 1428), oazapfts (495) and others.
public protocol AlternativeParameters {
    /// The groups, each of members that are given together.
    static var alternatives: [[String]] { get }
}

extension AlternativeParameters {
    /// The fault of a call with none of the alternatives.
    public static var noAlternative: ValueFault { .either(alternatives) }

    /// The rule as a sentence in Markdown.
    static var sentence: String {
        let groups = alternatives.map { group in
            let names = group.map { "`\($0)`" }
            return (names.dropLast(2) + [names.suffix(2).joined(separator: " and ")]).joined(separator: ", ")
        }
        let isPlain = alternatives.count == 2 && alternatives.allSatisfy { $0.count == 1 }
        return "Takes either \(groups.joined(separator: isPlain ? " or " : ", or "))."
    }
}
