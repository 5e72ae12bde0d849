/// The reason that the web client's files cannot be served.
struct WebFault: Error, Equatable, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
