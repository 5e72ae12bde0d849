/// The security fields of the web client's answers, each with its line break.
struct PageFields: Equatable, Sendable {
    /// The fields of pages: what a page may load and do.
    let page: String
    /// The fields of other files.
    ///
    /// Their policy matters to workers, which take it from their own file, and to pictures opened as documents.
    let file: String

    /// Creates the fields.
    ///
    /// - Parameter tiles: the map's tile server, from which pages may then load pictures.
    init(tiles: TileServer?) {
        let pictures = ["'self'", "blob:", "data:"] + [tiles?.origin].compactMap(\.self)
        // Tile servers want to know which site asks them, but not which page of it.
        let referrer = tiles == nil ? "same-origin" : "strict-origin-when-cross-origin"
        page = Self.fields([
            ("Strict-Transport-Security", Self.strictTransport), ("X-Content-Type-Options", "nosniff"),
            (
                "Content-Security-Policy",
                """
                default-src 'none'; script-src 'self'; style-src 'self'; img-src \(pictures.joined(separator: " ")); \
                font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; \
                form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; \
                trusted-types vokol default
                """
            ), ("Referrer-Policy", referrer), ("Cross-Origin-Opener-Policy", "same-origin"),
            ("Cross-Origin-Resource-Policy", "same-origin"), ("Origin-Agent-Cluster", "?1"),
            (
                "Permissions-Policy",
                """
                geolocation=(self), otp-credentials=(self), camera=(), microphone=(), payment=(), usb=(), serial=(), \
                hid=(), midi=(), display-capture=()
                """
            ),
        ])
        file = Self.fields([
            ("Strict-Transport-Security", Self.strictTransport), ("X-Content-Type-Options", "nosniff"),
            (
                "Content-Security-Policy",
                "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'"
            ),
            ("Referrer-Policy", referrer), ("Cross-Origin-Resource-Policy", "same-origin"),
        ])
    }

    private static let strictTransport = "max-age=31536000"

    private static func fields(_ list: [(name: String, value: String)]) -> String {
        list.map { "\($0.name): \($0.value)\r\n" }.joined()
    }
}
