public import Values

/// An HTTP request, byte for byte, for signed notifications from third parties with a format of their own.
///
/// The gateway builds it from the HTTP request; on the line protocol it is sent as is.
public struct RawRequest: Codable, Sendable, Equatable {
    /// Names in lower case.
    public var headers: [String: String]
    /// The body's bytes as base64url without padding.
    public var bodyBase64: Base64Text

    public init(headers: [String: String], body: [UInt8]) {
        self.headers = headers
        bodyBase64 = Base64Text(unchecked: Base64URL.encode(body))
    }

    /// Returns true for a header field that is not passed on.
    ///
    /// Those are fields for a single connection (RFC 9110 §7.6.1) and fields that would identify the caller.
    /// - Parameter name: the field's name in lower case.
    public static func isLeftOut(_ name: String) -> Bool { leftOut.contains(name) }

    private static let leftOut: Set<String> = [
        "authorization", "cookie", "host", "connection", "keep-alive", "proxy-authenticate", "proxy-authorization",
        "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
    ]

    /// The body's bytes.
    public var body: [UInt8] { Base64URL.decode(bodyBase64.text) ?? [] }
}

/// Up to 48 KiB of bytes as base64url without padding.
public struct Base64Text: TextValue {
    public let text: String
    public init(unchecked text: String) { self.text = text }
    public static let minimumLength = 0
    public static let maximumLength = 65_536
    public static let pattern: String? = "^[A-Za-z0-9_-]*$"
    public static let exampleText = "e30"
    public static let fieldName: UserText? = UserText("Body", ru: "Тело запроса", be: "Цела запыту")
    public static func fault(in text: String) -> ValueFault? {
        Base64URL.decode(text) == nil ? .base64URL : nil
    }
}
