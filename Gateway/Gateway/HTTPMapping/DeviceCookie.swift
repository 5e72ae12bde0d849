import Contract
import HTTPParsing
import NIOCore

/// The cookie that holds a browser's device token, out of reach of scripts.
enum DeviceCookie {
    /// Returns the parameters with the cookie's token as their member `deviceToken`, unless they have one or there is
    /// no cookie.
    ///
    /// - Parameter params: one JSON object without raw line breaks.
    static func params(_ params: ByteBuffer, cookie: UnsafeRawBufferPointer) -> ByteBuffer {
        let token = CookieField.token(in: cookie, of: DeviceCookieField.cookie)
            .flatMap { $0.count <= DeviceCookieField.maximumLength ? $0 : nil }
        return SessionCookie.params(params, adding: token, as: DeviceCookieField.member) ?? params
    }
}
