/// A type with documentation for clients, generated from its doc comments by `make contracts`.
public protocol DocumentedType {
    static var documentation: TypeDocumentation { get }
}

/// The documentation of a contract type as OpenAPI shows it.
public struct TypeDocumentation: Sendable {
    /// The description of the type; a single sentence has no full stop.
    public let summary: String
    /// Further paragraphs in Markdown; may be empty.
    public let discussion: String
    /// The documented members by name; of an enum, the documented cases by raw value.
    public let members: [String: String]

    public init(summary: String = "", discussion: String = "", members: [String: String] = [:]) {
        self.summary = summary
        self.discussion = discussion
        self.members = members
    }

    /// The documentation of a type; empty if it has none.
    public static func of(_ type: Any.Type) -> TypeDocumentation {
        (type as? any DocumentedType.Type)?.documentation ?? TypeDocumentation()
    }
}
