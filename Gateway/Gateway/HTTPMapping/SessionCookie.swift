import Contract
import HTTPParsing
import NIOCore
import RPC
import Values
import Wire

/// The cookie that holds a browser's refresh token, out of reach of scripts.
enum SessionCookie {
    /// The field that removes the cookie.
    static let clearing: StaticString =
        "Set-Cookie: __Host-vokol=; Max-Age=0; Path=/; Secure; HttpOnly; SameSite=Strict\r\n"

    /// Returns the parameters with the cookie's token as their member `refreshToken`.
    ///
    /// - Parameters:
    ///   - params: one JSON object without raw line breaks.
    ///   - cookie: the value of `Cookie`; `nil` without the field.
    /// - Throws: `two-tokens` if both contain one; `session-ended` if neither does.
    static func params(_ params: ByteBuffer, cookie: UnsafeRawBufferPointer?) throws(RPCError) -> ByteBuffer {
        let token = cookie.flatMap { CookieField.token(in: $0, of: SessionCookieField.cookie) }
        guard let joined = self.params(params, adding: token, as: SessionCookieField.member) else {
            guard token == nil else { throw RPCError(.twoRefreshTokens) }
            return params
        }
        guard token != nil else { throw RPCError(.sessionEnded) }
        return joined
    }

    /// Returns the parameters with a token as a member; `nil` if they have this member.
    ///
    /// - Parameter params: one JSON object without raw line breaks.
    static func params(_ params: ByteBuffer, adding token: [UInt8]?, as name: String) -> ByteBuffer? {
        let (isEmpty, isGiven) = params.withUnsafeReadableBytes { bytes in
            var members = ObjectMembers(bytes)
            var (isEmpty, isGiven) = (true, false)
            while let member = members.next() {
                isEmpty = false
                if member.isNamed(name, in: bytes) { isGiven = true }
            }
            return (isEmpty, isGiven)
        }
        guard !isGiven else { return nil }
        guard let token else { return params }
        var joined = ByteBufferAllocator().buffer(capacity: params.readableBytes + token.count + 24)
        joined.writeString("{\"\(name)\":\"")
        joined.writeBytes(token)
        joined.writeStaticString("\"")
        if isEmpty {
            joined.writeStaticString("}")
        } else {
            joined.writeStaticString(",")
            joined.writeBytes(params.readableBytesView.dropFirst())
        }
        return joined
    }

    /// A result without its refresh token and its device token.
    struct Cut: Equatable {
        var result: ByteBuffer
        /// `Set-Cookie` with each token and a line break; `nil` if the result had no refresh token.
        var field: ByteBuffer?
    }

    /// Cuts the refresh token and the device token out of a result.
    ///
    /// - Parameter result: one JSON object.
    /// - Throws: `bad-upstream` if a token or its expiry cannot be put into a cookie; the tokens must not get into
    ///   the answer then either.
    static func cut(_ result: ByteBuffer, at now: Instant) throws(RPCError) -> Cut {
        var rest = ByteBufferAllocator().buffer(capacity: result.readableBytes)
        var (token, device): ([UInt8]?, [UInt8]?)
        var expiry: Instant?
        result.withUnsafeReadableBytes { bytes in
            var members = ObjectMembers(bytes)
            rest.writeStaticString("{")
            while let member = members.next() {
                if member.isNamed(SessionCookieField.member, in: bytes) {
                    token = text(of: member, in: bytes)
                    continue
                }
                if member.isNamed(DeviceCookieField.member, in: bytes) {
                    device = text(of: member, in: bytes)
                    continue
                }
                if member.isNamed("refreshTokenExpiresAt" as String, in: bytes) {
                    expiry = Instant(String(decoding: text(of: member, in: bytes), as: UTF8.self))
                }
                if rest.readableBytes > 1 { rest.writeStaticString(",") }
                rest.writeStaticString("\"")
                rest.writeBytes(UnsafeRawBufferPointer(rebasing: bytes[member.name]))
                rest.writeStaticString("\":")
                rest.writeBytes(UnsafeRawBufferPointer(rebasing: bytes[member.value]))
            }
            rest.writeStaticString("}")
        }
        guard let token else { return Cut(result: result) }
        guard CookieField.isToken(token), device.map(CookieField.isToken) != false, let expiry else {
            throw RPCError(.badUpstream, cause: "a token cannot be put into a cookie")
        }
        var field = ByteBuffer()
        let seconds = max((expiry.milliseconds - now.milliseconds) / 1000, 0)
        write(SessionCookieField.cookie, token, seconds: seconds, into: &field)
        if let device { write(DeviceCookieField.cookie, device, seconds: DeviceCookieField.maximumAge, into: &field) }
        return Cut(result: rest, field: field)
    }

    private static func write(_ cookie: String, _ token: [UInt8], seconds: Int64, into field: inout ByteBuffer) {
        field.writeString("Set-Cookie: \(cookie)=")
        field.writeBytes(token)
        field.writeString("; Max-Age=\(seconds); Path=/; Secure; HttpOnly; SameSite=Strict\r\n")
    }

    /// Returns the value of a member without its quotes, still escaped; empty if it is no text.
    private static func text(of member: ObjectMembers.Member, in bytes: UnsafeRawBufferPointer) -> [UInt8] {
        let value = bytes[member.value]
        return value.first == UInt8(ascii: "\"") ? Array(value.dropFirst().dropLast()) : []
    }
}
