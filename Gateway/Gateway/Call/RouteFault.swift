/// A contract that cannot be routed: detected at the start, and by a test before.
struct RouteFault: Error, Equatable, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
