/// The reason a contract cannot be routed; found by a test, or else at the start of the process.
struct RouteFault: Error, Equatable, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
