import Contract
import RPC
import Values

extension RPCError {
    static let declarationRequired = RPCError(.forbidden, reason: "declaration-required")
    static let codeWrong = RPCError(.forbidden, reason: "code-wrong")
    static let codeExpired = RPCError(.forbidden, reason: "code-expired")
    static let registrationExpired = RPCError(.forbidden, reason: "registration-expired")
    static let signInAgain = RPCError(.forbidden, reason: "sign-in-again")
    static let credentialsWrong = RPCError(.unauthenticated, reason: "credentials-wrong")
    static let sessionEnded = RPCError(.unauthenticated, reason: "session-ended")
    static let passwordWrong = RPCError(.forbidden, reason: "password-wrong")
    static let passwordUnset = RPCError(.conflict, reason: "password-unset")
    static let passwordCommon = RPCError(
        .invalidParams, reason: "password-common",
        faults: [FieldFault(pointer: "/password", detail: "is too common")])
    static let phoneTaken = RPCError(.conflict, reason: "phone-taken")
    static let countryNotServed = RPCError(
        .invalidParams, reason: "country-not-served",
        faults: [FieldFault(pointer: "/phone", detail: "belongs to a country that is not served")])
    static let accountUnknown = RPCError(.notFound, reason: "account-unknown")
    static let ownRole = RPCError(.conflict, reason: "own-role")

    static func codesPaused(for time: Duration) -> RPCError {
        RPCError(.unavailable, reason: "codes-paused", retryAfterMilliseconds: time.wholeMilliseconds)
    }

    static func quotaExceeded(_ reason: String, wait: Duration) -> RPCError {
        RPCError(.quotaExceeded, reason: reason, retryAfterMilliseconds: max(1, wait.wholeMilliseconds))
    }
}
