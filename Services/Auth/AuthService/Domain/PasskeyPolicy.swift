/// The rules of passkeys.
struct PasskeyPolicy: Sendable {
    /// The relying party's id: the domain to which passkeys are bound.
    var domain = "localhost"
    /// The origins of the pages that may use them; none turns passkeys off.
    var origins: [String] = []
    /// The time in which a challenge must be answered.
    var lifetime: Duration = .seconds(300)
    /// The maximum number of passkeys of one account.
    var maximumPerAccount = 10

    var isOn: Bool { !origins.isEmpty }
}
