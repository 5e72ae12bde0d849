extension NotificationText {
    private static func englishMinutes(_ minutes: Int) -> String { minutes == 1 ? "1 minute" : "\(minutes) minutes" }

    var english: Wording {
        switch self {
        case .emailCode(let code, let minutes):
            Wording(
                "Your Vokol code", "Your code: \(code)", "",
                "It confirms this address for your new account and is valid for \(Self.englishMinutes(minutes)).",
                "Never share it with anyone. If you did not request it, ignore this message.")
        case .accountExists:
            Wording(
                "You already have a Vokol account",
                "Someone, perhaps you, tried to create a Vokol account with this address.",
                "There is already an account with this address: sign in to it. Nothing has changed.",
                "If this was not you, ignore this message.")
        case .addressCode(let code, let minutes):
            Wording(
                "Your Vokol code", "Your code: \(code)", "",
                "It confirms this address for your account and is valid for \(Self.englishMinutes(minutes)).",
                "Never share it with anyone. If you did not request it, ignore this message.")
        case .addressTaken:
            Wording(
                "This address belongs to your Vokol account",
                "Someone, perhaps you, tried to add this address to another Vokol account.",
                "It still belongs to your account. Nothing has changed.",
                "If this was not you, ignore this message.")
        case .emailChanged:
            Wording(
                "The e-mail address of your Vokol account was changed",
                "The e-mail address of your Vokol account was changed. You can no longer sign in with the address that this message was sent to.",
                "All other devices have been signed out.",
                "If this was not you, someone else is using your account: contact support at once.")
        case .passwordChanged:
            Wording(
                "The password of your Vokol account was changed",
                "The password of your Vokol account was changed. All other devices have been signed out.",
                "If this was not you, someone else is using your account: contact support at once.")
        case .factorSet:
            Wording(
                "Your Vokol account now has a second factor",
                "An authenticator app was set up for your Vokol account. Each sign-in now needs one of its codes, too. All other devices have been signed out.",
                "If this was not you, someone else is using your account: contact support at once.")
        case .factorRemoved:
            Wording(
                "The second factor was removed from your Vokol account",
                "The authenticator app was removed from your Vokol account. Signing in no longer needs a code.",
                "If this was not you, someone else is using your account: contact support at once.")
        case .passkeyAdded:
            Wording(
                "A passkey was added to your Vokol account",
                "A passkey was added to your Vokol account. Whoever has the device and can unlock it can sign in.",
                "If this was not you, someone else is using your account: contact support at once.")
        case .passkeyRemoved:
            Wording(
                "A passkey was removed from your Vokol account",
                "A passkey was removed from your Vokol account. It can no longer be used to sign in.",
                "If this was not you, someone else is using your account: contact support at once.")
        case .resetCode(let code, let minutes):
            Wording(
                "Your Vokol code", "Your code: \(code)", "",
                "Use it to set a new password for your account. It is valid for \(Self.englishMinutes(minutes)).",
                "Never share it with anyone. If you did not request it, ignore this message: your password stays as it is."
            )
        case .resetUnknown:
            Wording(
                "You cannot sign in to Vokol with this address",
                "Someone, perhaps you, tried to reset a Vokol password with this address.",
                "No account uses this address for signing in: try another address or your phone number.",
                "If this was not you, ignore this message.")
        case .deletionCode(let code, let minutes):
            Wording(
                "Your Vokol code", "Your code: \(code)", "",
                "It confirms that you want to delete your account, and is valid for \(Self.englishMinutes(minutes)).",
                "Never share it with anyone. If you did not request it, someone else is using your account: sign out your other devices and change your password."
            )
        case .deletionScheduled(let days):
            Wording(
                "Your Vokol account will be deleted",
                "Your Vokol account will be deleted in \(days == 1 ? "1 day" : "\(days) days"). Until then you can sign in and keep it.",
                "If this was not you, sign in, keep the account and change your password.")
        }
    }
}
