import AuthContract
import Contract
import RPC
import Values

extension RPCError {
    static let declarationRequired = RPCError(Auth.declarationRequired)
    static func declarationOutdated(_ text: DeclarationText) -> RPCError {
        RPCError(
            Auth.declarationOutdated, describedBy: Auth.OutdatedDeclaration(currentVersion: text.version))
    }
    static func codeWrong(triesLeft: Int) -> RPCError { wrong(Auth.codeWrong, triesLeft) }
    static let codeExpired = RPCError(Auth.codeExpired)
    static let registrationExpired = RPCError(Auth.registrationExpired)
    static let signInAgain = RPCError(Auth.signInAgain)
    static func credentialsWrong(triesLeft: Int) -> RPCError { wrong(Auth.credentialsWrong, triesLeft) }
    static let sessionEnded = RPCError(Auth.sessionEnded)
    static func passwordWrong(triesLeft: Int) -> RPCError { wrong(Auth.passwordWrong, triesLeft) }
    static let passwordUnset = RPCError(Auth.passwordUnset)
    static func passwordWeak(_ weakness: PasswordWeakness) -> RPCError {
        RPCError(
            Auth.passwordCommon,
            faults: [FieldFault(weakness.fault, at: "/password", field: Password.fieldName)])
    }
    static let phoneTaken = RPCError(Auth.phoneTaken)
    static let countryNotServed = RPCError(
        Auth.countryNotServed,
        faults: [FieldFault(.countryNotServed, at: "/phone", field: PhoneNumber.fieldName)])
    static func secondFactorRequired(_ challenge: Auth.SignInChallenge) -> RPCError {
        RPCError(Auth.secondFactorRequired, describedBy: challenge)
    }
    static let signInExpired = RPCError(Auth.signInExpired)
    static let authenticatorSet = RPCError(Auth.authenticatorSet)
    static let authenticatorUnset = RPCError(Auth.authenticatorUnset)
    static let passkeysOff = RPCError(Auth.passkeysOff)
    static let passkeyInvalid = RPCError(Auth.passkeyInvalid)
    static let tooManyPasskeys = RPCError(Auth.tooManyPasskeys)
    static let accessRefused = RPCError(Auth.accessRefused)
    static let accountUnknown = RPCError(Auth.accountUnknown)
    static let accountLocked = RPCError(Auth.accountLocked)
    static let ownRole = RPCError(Auth.ownRole)

    private static func wrong(_ reason: ErrorReason, _ triesLeft: Int) -> RPCError {
        RPCError(reason, describedBy: Auth.TriesLeft(triesLeft: triesLeft))
    }

    static func codesPaused(for time: Duration) -> RPCError {
        RPCError(Auth.codesPaused, retryAfterMilliseconds: time.wholeMilliseconds)
    }

    static func quotaExceeded(_ reason: ErrorReason, wait: Duration) -> RPCError {
        RPCError(reason, retryAfterMilliseconds: max(1, wait.wholeMilliseconds))
    }
}

extension ValueFault {
    fileprivate static let countryNotServed = ValueFault(
        "country",
        UserText(
            "belongs to a country to which codes are not sent", ru: "в эту страну коды не отправляются",
            be: "у гэту краіну коды не адпраўляюцца"))
}
