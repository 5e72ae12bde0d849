/// The paths that never belong to the web client, whatever its list says.
enum WebPaths {
    /// The page on which a password manager lets its user change the password (W3C Change Password URL).
    static let changePassword: StaticString = "/.well-known/change-password"
    /// The client's route that ``changePassword`` leads to.
    static let passwordPage: StaticString = "/account/password"
    /// The document with what the client has to know of this instance.
    static let settings = "/web-settings.json"
    static let robots = "/robots.txt"

    private static let reserved = ["/v1", "/rpc", "/problems", "/.well-known", "/openapi.json", settings]

    /// Returns true for the paths of the gateway's own answers, and for all below them.
    static func isReserved(_ path: String) -> Bool {
        reserved.contains { path == $0 || path.hasPrefix($0 + "/") }
    }
}
