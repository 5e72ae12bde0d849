import Values

/// The header fields of requests and responses, as components of the document.
enum HeaderComponents {
    static let requestID = "X-Request-Id"
    static let contentLanguage = "Content-Language"
    static let challenge = "WWW-Authenticate"
    static let retryAfter = "Retry-After"
    static let ratePolicy = "RateLimit-Policy"
    static let rate = "RateLimit"
    static let tag = "ETag"
    static let cacheControl = "Cache-Control"
    static let vary = "Vary"
    static let location = "Location"
    static let setCookie = "Set-Cookie"

    static func reference(_ header: String) -> JSONNode { ["$ref": .string("#/components/headers/\(header)")] }
    static func parameter(_ name: String) -> JSONNode { ["$ref": .string("#/components/parameters/\(name)")] }

    /// The references to response headers, as a response lists them.
    static func list(_ names: [String]) -> JSONNode { .object(names.map { ($0, reference($0)) }) }

    /// `components/headers`.
    static let headers: JSONNode = [
        "X-Request-Id": text(
            "The id of the call in the logs, the `traceId` of an error", "d5765b3aa38a928668773e86e247ede3",
            isRequired: true),
        "Content-Language": [
            "description": "The language of the texts", "required": true,
            "schema": ["$ref": "#/components/schemas/Language"], "example": "en",
        ],
        "WWW-Authenticate": text(
            "The challenge (RFC 6750): without a token, or with a token that is not valid",
            #"Bearer realm="vokol", error="invalid_token""#),
        "Retry-After": [
            "description": "Seconds to wait before the call is repeated",
            "schema": ["type": "integer", "minimum": 0], "example": 2,
        ],
        "RateLimit-Policy": text(
            "The quota that the call counts against: `q` calls in `w` seconds, for the user or the address",
            #""user";q=40;w=2"#),
        "RateLimit": text(
            "The rest of the quota: `r` calls; `t` seconds until it is full, or until a rejected call is accepted",
            #""user";r=39;t=1"#),
        "ETag": text("The version of the result, for `If-None-Match`", #""b2-9b3a84403299eb45""#, isRequired: true),
        "Cache-Control": text(
            "How long the result may be kept, and by whom: `public` means everyone, `private` only the caller. A result "
                + "that needs a sign-in on this instance is never `public`.", "public, max-age=60"),
        "Vary": text(
            "The request fields that the result depends on: `Accept-Language`, and `Authorization` only if the "
                + "operation needs a sign-in on this instance", "Accept-Language"),
        "Set-Cookie": text(
            "The session's refresh token in a cookie that no script can read; only with `X-Vokol-Session`",
            "__Host-vokol=019ab3c4-5d6e-7f80-9123-456789abcdef.1.q83vEjRWeJA; Max-Age=604800; Path=/; Secure; "
                + "HttpOnly; SameSite=Strict"),
        "Location": text(
            "The path of the new resource", "/v1/bookings/019ab3c4-5d6e-7f80-9123-456789abcdef", isRequired: true),
    ]

    /// `components/parameters`.
    static let parameters: JSONNode = [
        "AcceptLanguage": [
            "name": "Accept-Language", "in": "header",
            "description":
                "The languages for texts and error messages, best first (RFC 9110): `en`, `ru` or `be`; English by default",
            "schema": ["type": "string"], "example": "be, ru;q=0.8",
        ],
        "IdempotencyKey": [
            "name": "Idempotency-Key", "in": "header", "required": true,
            "description": .string(
                "Makes it safe to repeat the call: send a new key with each new call, and the same key when you repeat "
                    + "it after a lost connection or a timeout. The same key with the same parameters gets the first "
                    + "answer; with other parameters it gets `idempotency-mismatch`. A UUID is a good key."),
            "schema": [
                "type": "string", "minLength": 1, "maxLength": 128,
                "pattern": #"^[!#-\[\]-~]([ !#-\[\]-~]*[!#-\[\]-~])?$"#,
            ],
            "example": "3f1c2b0a-7d4e-4c1b-9a51-0d6f0e6b2a77",
        ],
        "IfNoneMatch": [
            "name": "If-None-Match", "in": "header",
            "description": "The `ETag` of the copy that you have; if it is still current, the answer is 304",
            "schema": ["type": "string"], "example": #""b2-9b3a84403299eb45""#,
        ],
        "Session": [
            "name": .string(SessionCookieField.name), "in": "header",
            "description": .string(
                "For pages of the web client: keeps the refresh token in the cookie `\(SessionCookieField.cookie)`, "
                    + "and the device token in `\(DeviceCookieField.cookie)`. "
                    + "Accepted only with `Sec-Fetch-Site: same-origin`, or with the `Origin` of this instance."),
            "schema": ["type": "string", "enum": [.string(SessionCookieField.value)]],
            "example": .string(SessionCookieField.value),
        ],
    ]

    /// Returns the paragraph about the session's cookie, if the method uses it.
    static func sessionText(of http: HTTPBinding) -> [String] {
        let field = "`\(SessionCookieField.name): \(SessionCookieField.value)`"
        let member = SessionCookieField.member
        switch (http.form, http.body) {
        case (.session, .session):
            return [
                "With \(field), `\(member)` comes from the cookie instead of the body, `{}`, and the next one is set as "
                    + "the cookie instead of being part of the result, like `\(DeviceCookieField.member)`."
            ]
        case (_, .session):
            return [
                "With \(field), `\(member)` comes from the cookie instead of the body, `{}`; the cookie is cleared."
            ]
        case (.session, _):
            let device = DeviceCookieField.member
            let isRead = http.body == .device
            return [
                "With \(field), `\(member)` and `\(device)` are set as cookies instead of being part of the result."
                    + (isRead ? " The parameter `\(device)` comes from its cookie, if there is one." : "")
            ]
        case (_, .device):
            return ["With \(field), `\(DeviceCookieField.member)` comes from its cookie, if there is one."]
        default: return []
        }
    }

    private static func text(_ description: String, _ example: String, isRequired: Bool = false) -> JSONNode {
        var members: [(String, JSONNode)] = [("description", .string(description))]
        if isRequired { members.append(("required", true)) }
        members += [("schema", ["type": "string"]), ("example", .string(example))]
        return .object(members)
    }
}
