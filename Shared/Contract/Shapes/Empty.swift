/// An object without members: the parameters or the result of a method that has none.
public struct Empty: Codable, Sendable, Equatable {
    public init() {}
}
