import Values

/// The rules that a caller's session must meet, besides the caller's role.
///
/// The access token says what the session is: `auth` decides, and every service checks it here.
public struct SessionRule: Hashable, Sendable {
    /// True for a method that needs a recent proof that the account's owner is present.
    public let needsPresence: Bool
    /// True for a method that sets up a second factor, or that is needed for this.
    public let allowsLimited: Bool

    /// Decides on a signed-in caller.
    ///
    /// - Parameters:
    ///   - presentUntil: the time until which the proof counts, in seconds since 1970.
    ///   - isLimited: true if the account may do nothing but set up a second factor.
    ///   - second: the current time, in seconds since 1970.
    /// - Returns: the reason that rejects the call; `nil` if it is allowed.
    package func refusal(presentUntil: Int64, isLimited: Bool, at second: Int64) -> ErrorReason? {
        if isLimited, !allowsLimited { return .factorMissing }
        return needsPresence && presentUntil <= second ? .stepUpRequired : nil
    }
}

extension ErrorReason {
    public static let stepUpRequired = ErrorReason(
        .forbidden, "step-up-required",
        UserText(
            "Confirm that it is you: this needs your password, a code or a passkey again.",
            ru: "Подтвердите, что это вы: для этого снова нужен пароль, код или ключ доступа.",
            be: "Пацвердзіце, што гэта вы: для гэтага зноў патрэбны пароль, код або ключ доступу."))
    public static let factorMissing = ErrorReason(
        .forbidden, "factor-missing",
        UserText(
            "Your account needs a second factor. Set one up first.",
            ru: "Вашему профилю нужен второй фактор входа. Сначала настройте его.",
            be: "Вашаму профілю патрэбны другі фактар уваходу. Спачатку наладзьце яго."))
}
