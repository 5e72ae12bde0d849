import Notify
import ServiceRuntime

/// The settings of codes by SMS.
enum SMSConfiguration {
    static let prefixes = Setting<[String]>(
        "sms.prefixes", default: ["+375"], summary: "Prefixes of the phone numbers to which codes are sent"
    ) { prefixes in
        let areValid = prefixes.allSatisfy { prefix in
            prefix.first == "+" && (2...16).contains(prefix.utf8.count)
                && prefix.utf8.dropFirst().allSatisfy { (48...57).contains($0) }
        }
        return areValid ? nil : "must be a list of prefixes such as +375"
    }
    static let domain = Setting<String>(
        "sms.domain", default: "localhost",
        summary: "Domain of the web site or app in the last line of an SMS, which lets phones fill in the code")
    static let lifetime = Setting<Duration>(
        "sms.codes.lifetime", default: .seconds(300), in: .seconds(60) ... .seconds(600),
        summary: "Lifetime of a code by SMS")
    static let pause = Setting<Duration>(
        "sms.limits.pause", default: .seconds(60), in: .seconds(1) ... .seconds(600),
        summary: "Shortest time between two codes to one number from one network, or from its known devices")
    static let perTenMinutes = Setting<Int>(
        "sms.limits.short", default: 3, in: 1...100,
        summary: "Most codes to one number in 10 minutes from one network, or from its known devices")
    static let perDay = Setting<Int>(
        "sms.limits.day", default: 5, in: 1...1_000,
        summary: "Most codes to one number in 24 hours from one network, or from its known devices")
    static let perNumber = Setting<Int>(
        "sms.limits.number", default: 30, in: 1...1_000,
        summary: "Most codes to one number in 24 hours, from all networks together")
    static let perPlace = Setting<Int>(
        "sms.limits.place", default: 60, in: 1...100_000,
        summary: "Most codes requested from one IPv4 address or IPv6 /64 in an hour")
    static let perPrefix = Setting<Int>(
        "sms.limits.prefix", default: 200, in: 1...100_000,
        summary: "Most codes in an hour to numbers that differ only in the last four digits")
    static let budget = Setting<Int>(
        "sms.budget", default: 2_000, in: 0...10_000_000,
        summary: "Most codes per day (UTC), for all callers together")

    static let all: [any SettingDeclaration] = [
        prefixes, domain, lifetime, pause, perTenMinutes, perDay, perNumber, perPlace, perPrefix, budget,
    ]

    /// Reads the wording of codes by SMS; returns `nil` if no SMS are sent.
    static func texts(_ settings: Settings) throws(SettingFault) -> CodeSMS? {
        guard try NotifySettings.sendsSMS(settings) else { return nil }
        let name = try settings.value(domain)
        do throws(SenderFault) {
            return try CodeSMS(domain: name)
        } catch {
            throw SettingFault(name: domain.name, detail: error.description)
        }
    }
}

extension SMSPolicy {
    init(_ settings: Settings, attempts: Int) throws(SettingFault) {
        prefixes = try settings.value(SMSConfiguration.prefixes)
        codes = CodePolicy(lifetime: try settings.value(SMSConfiguration.lifetime), maximumAttempts: attempts)
        limits.perOrigin = [
            Quota(limit: 1, window: try settings.value(SMSConfiguration.pause)),
            Quota(limit: try settings.value(SMSConfiguration.perTenMinutes), window: .seconds(600)),
            Quota(limit: try settings.value(SMSConfiguration.perDay), window: .seconds(86_400)),
        ]
        limits.perRecipient.limit = try settings.value(SMSConfiguration.perNumber)
        limits.perPlace.limit = try settings.value(SMSConfiguration.perPlace)
        limits.perBlock?.limit = try settings.value(SMSConfiguration.perPrefix)
        budget = try CodeBudgetPolicy(settings, perDay: SMSConfiguration.budget)
    }
}
