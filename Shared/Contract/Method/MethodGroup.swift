/// Methods that belong together, as the API document shows them.
public struct MethodGroup: Sendable {
    /// One word, in lower case.
    public let name: String
    /// A sentence or two about the group.
    public let description: String
    /// The methods, in the order in which a reader wants them.
    public let methods: [any Method.Type]

    public init(_ name: String, _ description: String, _ methods: [any Method.Type]) {
        self.name = name
        self.description = description
        self.methods = methods
    }
}
