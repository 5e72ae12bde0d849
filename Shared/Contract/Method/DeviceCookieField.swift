/// The cookie that holds a browser's device token, out of reach of scripts.
///
/// A browser asks for it with the field of the session's cookie (``SessionCookieField``).
public enum DeviceCookieField {
    /// The name of the cookie; the prefix binds it to the host, to HTTPS and to the path `/` (RFC 6265bis §4.1.3).
    public static let cookie = "__Host-vokol-device"
    /// The member of parameters and results that the cookie stands for.
    public static let member = "deviceToken"
    /// The maximum number of characters of a device token.
    public static let maximumLength = 128
    /// The lifetime of a device token and of its cookie, in seconds: 180 days after the latest use of a session.
    public static let maximumAge: Int64 = 180 * 86_400
}
