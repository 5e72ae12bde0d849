/// A complete call of a method, for the API document.
public struct MethodExample: Sendable {
    /// The parameters, wherever HTTP sends them.
    public let params: JSONNode
    /// The result; an object without members for ``Empty``.
    public let result: JSONNode

    public init(params: JSONNode, result: JSONNode) {
        self.params = params
        self.result = result
    }
}

/// A method with an example; a test decodes it with the method's types and requires it of each public method.
public protocol ExampledMethod: Method {
    static var example: MethodExample { get }
}

/// The details of an error with an example.
public protocol ExampledDetails {
    static var example: JSONNode { get }
}
