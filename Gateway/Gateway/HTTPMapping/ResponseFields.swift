import Contract
import NIOCore
import Values
import Wire

/// The header fields that the gateway adds to HTTP answers, each written with its line break.
enum ResponseFields {
    /// The security fields of every response.
    static let security: StaticString = """
        Strict-Transport-Security: max-age=31536000\r
        X-Content-Type-Options: nosniff\r
        Content-Security-Policy: default-src 'none'; frame-ancestors 'none'\r
        Referrer-Policy: no-referrer\r
        Cross-Origin-Resource-Policy: same-origin\r

        """
    /// Returns the field that names the request fields on which a cacheable result depends.
    ///
    /// - Parameter isOpen: true for a method that needs no sign-in: its result is the same for everyone
    ///   (``MethodDeclaration/isSameForEveryone``). Any other result must not be shown after signing out.
    static func vary(isOpen: Bool) -> StaticString {
        isOpen ? "Vary: Accept-Language\r\n" : "Vary: Accept-Language, Authorization\r\n"
    }
    /// The caching field of errors, and of everything but results of a GET.
    static let noStore: StaticString = "Cache-Control: no-store\r\n"
    /// The field that names the language of an answer's texts.
    static func contentLanguage(_ language: Language) -> StaticString {
        switch language {
        case .english: "Content-Language: en\r\n"
        case .russian: "Content-Language: ru\r\n"
        case .belarusian: "Content-Language: be\r\n"
        }
    }

    static let jsonType: StaticString = "Content-Type: application/json\r\n"
    static let textType: StaticString = "Content-Type: text/plain; charset=utf-8\r\n"
    static let problemType: StaticString = "Content-Type: application/problem+json\r\n"
    /// The field that names the media type of bytes.
    static func type(_ type: MediaType) -> StaticString {
        switch type {
        case .webp: "Content-Type: image/webp\r\n"
        case .jpeg: "Content-Type: image/jpeg\r\n"
        case .calendar: "Content-Type: text/calendar; charset=utf-8\r\n"
        case .csv: "Content-Type: text/csv; charset=utf-8\r\n"
        }
    }

    /// Writes `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-10), such as `"user";q=40;w=2`
    /// and `"user";r=39;t=1`: `t` is the number of seconds until a refused call is allowed, or else until the bucket is
    /// full.
    static func writeRateLimit(_ policy: LimitPolicy, _ decision: LimitDecision, into head: inout HeadWriter) {
        head.write(policy.fields)
        head.writeDecimal(UInt64(max(decision.remaining, 0)))
        head.write(";t=")
        let wait = decision.isAllowed ? decision.resetAfter : decision.retryAfter
        head.writeDecimal(wait / 1_000_000_000 + (wait % 1_000_000_000 > 0 ? 1 : 0))
        head.write("\r\n")
    }

    static func writeContentLength(_ length: Int, into head: inout HeadWriter) {
        head.write("Content-Length: ")
        head.writeDecimal(UInt64(max(length, 0)))
        head.write("\r\n")
    }

    static func writeETag(_ tag: EntityTag, into head: inout HeadWriter) {
        head.write("ETag: ")
        tag.write(into: &head)
        head.write("\r\n")
    }

    /// Writes the `Cache-Control` field of a result.
    ///
    /// - Parameter isOpen: true for a result that is the same for everyone.
    static func writeCacheControl(of route: Route, isOpen: Bool, into head: inout HeadWriter) {
        head.write(route.cacheControl(isOpen: isOpen))
    }

    /// Writes `Allow`, which a 405 must have.
    static func writeAllow(_ verbs: [HTTPBinding.Verb], into head: inout HeadWriter) {
        head.write("Allow: ")
        writeList(verbs, into: &head)
    }

    /// Writes the CORS fields of the answer to a preflight request.
    static func writeAllowedRequests(_ verbs: [HTTPBinding.Verb], into head: inout HeadWriter) {
        head.write("Access-Control-Allow-Methods: ")
        writeList(verbs, into: &head)
        head.write(
            "Access-Control-Allow-Headers: Authorization, Content-Type, Idempotency-Key, If-None-Match, traceparent\r\n"
        )
        head.write("Access-Control-Max-Age: 7200\r\n")
    }

    /// Writes the CORS fields that let a page of another origin read the answer, and tell caches that it depends on the
    /// origin.
    ///
    /// - Parameter origin: as sent; `nil` for one that is not allowed, or for none.
    static func writeReader(_ origin: Range<Int>?, of bytes: ByteBuffer, into head: inout HeadWriter) {
        head.write("Vary: Origin\r\n")
        guard let origin else { return }
        head.write("Access-Control-Allow-Origin: ")
        head.write(bytes.part(origin))
        head.write("\r\nAccess-Control-Expose-Headers: ")
        head.write("ETag, Location, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id\r\n")
    }

    private static func writeList(_ verbs: [HTTPBinding.Verb], into head: inout HeadWriter) {
        for (index, verb) in verbs.enumerated() {
            if index > 0 { head.write(", ") }
            head.writeString(verb.rawValue)
            if verb == .get { head.write(", HEAD") }
        }
        head.write("\r\n")
    }

    /// Writes `Location`, the declared path with the result's `id`; writes nothing if the result has none.
    ///
    /// - Parameter result: one JSON object.
    static func writeLocation(of route: Route, result: ByteBuffer, into head: inout HeadWriter) {
        guard let location = route.location else { return }
        let id = result.withUnsafeReadableBytes { bytes -> String? in
            var members = ObjectMembers(bytes)
            while let member = members.next() {
                guard member.isNamed("id", in: bytes) as Bool, member.value.count > 2,
                    bytes[member.value.lowerBound] == UInt8(ascii: "\"")
                else { continue }
                return JSONText.unescaped(UnsafeRawBufferPointer(rebasing: bytes[member.value].dropFirst().dropLast()))
            }
            return nil
        }
        guard let id else { return }
        var path = location.prefix
        PercentEncoding.encode(id.utf8, into: &path)
        path += location.suffix
        head.write("Location: ")
        head.write(path)
        head.write("\r\n")
    }
}
