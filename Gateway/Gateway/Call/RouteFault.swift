/// A contract that has no routes: found at the start, by a test before that.
struct RouteFault: Error, Equatable, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
