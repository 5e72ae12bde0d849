import Contract
import HTTPParsing
import NIOCore
import RPC

/// The parameters of a call, from path, query, body and cookie.
extension EdgeRequest {
    /// Returns the parameters of the method that the path names, as one JSON object.
    ///
    /// - Parameter origin: the origin whose pages may use the session's cookie.
    /// - Throws: the error to answer with.
    func params(of route: Route, _ values: PathValues, _ origin: PublicOrigin) throws(RPCError) -> ByteBuffer {
        let result = bytes.withPart(head.target) { bytes in
            Result { () throws(RPCError) -> ByteBuffer in
                guard let target = RequestTarget(bytes) else { throw HTTPFault.requestLine.error }
                if route.isRaw {
                    return try RawForm.params(of: route, query: target.query, head: lines ?? self.bytes, body: body)
                }
                return try HTTPMapping.params(
                    of: route, values: values, target: target, body: body, contentType: text(head.contentType))
            }
        }
        let params = try result.get()
        return head.session == nil ? params : try sessionParams(params, of: route, origin)
    }

    /// Decides whether cookies are used, and takes the refresh token or the device token from them where the method
    /// needs one.
    ///
    /// - Throws: `foreign-origin` for a request that does not come from a page of this instance.
    private func sessionParams(
        _ params: ByteBuffer, of route: Route, _ origin: PublicOrigin
    ) throws(RPCError) -> ByteBuffer {
        guard route.http?.usesCookies == true, asksForCookie else { return params }
        guard origin.isOwn(head, bytes) else { throw RPCError(.foreignOrigin) }
        usesSessionCookie = true
        if route.readsDevice {
            guard let cookie = head.cookie else { return params }
            return bytes.withPart(cookie) { DeviceCookie.params(params, cookie: $0) }
        }
        guard route.readsSession else { return params }
        guard let cookie = head.cookie else { return try SessionCookie.params(params, cookie: nil) }
        return try bytes.withPart(cookie) { field in
            Result { () throws(RPCError) in try SessionCookie.params(params, cookie: field) }
        }.get()
    }

    /// True for a request with `X-Vokol-Session: cookie`.
    private var asksForCookie: Bool {
        head.session.map { bytes.withPart($0) { HTTPBytes.equalIgnoringCase($0, "cookie") } } ?? false
    }
}
