/// Why calls must not go to an address.
public struct UpstreamAddressFault: Error, Hashable, CustomStringConvertible {
    /// What is wrong with it, such as `must begin with https://`.
    public let description: String

    init(_ description: String) { self.description = description }
}
