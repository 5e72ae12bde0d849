extension NotificationText {
    var english: Wording {
        switch self {
        case .emailCode(let code, let minutes):
            Wording(
                "Your code for Vokol", "Your code: \(code)", "",
                "It confirms this address for your new account and is valid for \(minutes) min.",
                "Never share it with anyone. If you did not request it, ignore this message.")
        case .accountExists:
            Wording(
                "You already have a Vokol account",
                "Someone, perhaps you, tried to create a Vokol account with this address.",
                "The address already has an account: sign in to it. Nothing has changed.",
                "If it was not you, ignore this message.")
        case .addressCode(let code, let minutes):
            Wording(
                "Your code for Vokol", "Your code: \(code)", "",
                "It confirms this address for your account and is valid for \(minutes) min.",
                "Never share it with anyone. If you did not request it, ignore this message.")
        case .addressTaken:
            Wording(
                "This address belongs to your Vokol account",
                "Someone, perhaps you, tried to use this address for another account at Vokol.",
                "It belongs to your account and stays there. Nothing has changed.",
                "If it was not you, ignore this message.")
        case .emailChanged:
            Wording(
                "The e-mail address of your Vokol account was changed",
                "The e-mail address of your Vokol account was changed. You can no longer sign in with this one.",
                "All other devices were signed out.",
                "If it was not you, someone else is using your account: contact support at once.")
        case .passwordChanged:
            Wording(
                "The password of your Vokol account was changed",
                "The password of your Vokol account was changed. All other devices were signed out.",
                "If it was not you, someone else is using your account: contact support at once.")
        case .resetCode(let code, let minutes):
            Wording(
                "Your code for Vokol", "Your code: \(code)", "",
                "Use it to set a new password for your account. It is valid for \(minutes) min.",
                "Never share it with anyone. If you did not request it, ignore this message: your password stays as it is."
            )
        case .resetUnknown:
            Wording(
                "No Vokol account signs in with this address",
                "Someone, perhaps you, requested a new password at Vokol with this address.",
                "No account signs in with it: try another address or your phone number.",
                "If it was not you, ignore this message.")
        }
    }
}
