import ServiceRuntime

/// The settings of second factors.
enum FactorConfiguration {
    static let requirement = Setting<String>(
        "factors.required", default: FactorPolicy.Requirement.nobody.rawValue,
        summary: "Who needs a second factor: nobody, administrators, or staff with administrators"
    ) { value in
        FactorPolicy.Requirement(rawValue: value) == nil ? "must be nobody, administrators or staff" : nil
    }
    static let presence = Setting<Duration>(
        "factors.presence", default: .seconds(600), in: .seconds(60) ... .seconds(3_600),
        summary: "Time for which a sign-in or another proof of presence counts")

    static let domain = Setting<String>(
        "passkeys.domain", default: "localhost",
        summary: "Domain to which passkeys are bound; a change makes all of them useless")
    static let origins = Setting<[String]>(
        "passkeys.origins", default: [],
        summary: "Origins of the pages that may use passkeys, such as https://example.org; empty: no passkeys")

    static let all: [any SettingDeclaration] = [requirement, presence, domain, origins]
}

extension FactorPolicy {
    init(_ settings: Settings) throws(SettingFault) {
        self.init()
        requirement = Requirement(rawValue: try settings.value(FactorConfiguration.requirement)) ?? .nobody
        presence = try settings.value(FactorConfiguration.presence)
    }
}

extension PasskeyPolicy {
    init(_ settings: Settings) throws(SettingFault) {
        self.init()
        domain = try settings.value(FactorConfiguration.domain)
        origins = try settings.value(FactorConfiguration.origins)
    }
}
