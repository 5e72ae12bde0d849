import Contract
import Crypto
import Database
import Notify
import ServiceRuntime

/// The settings of `booking`.
enum BookingConfiguration {
    static let secret = Setting<String>(
        "booking.secret", default: nil, isSecret: true,
        summary: "Key that seals messages in the outbox, the same for all replicas; at least 32 random characters"
    ) { $0.utf8.count < 32 ? "must have at least 32 characters" : nil }

    static let holdLifetime = Setting<Duration>(
        "holds.lifetime", default: .seconds(300), in: .seconds(30) ... .seconds(1_800),
        summary: "Time for which held slots are kept while the customer confirms")
    static let holdPause = Setting<Duration>(
        "holds.pause", default: .seconds(10), in: .zero ... .seconds(600),
        summary: "Pause of an account after a hold that was booked or released")
    static let holdRest = Setting<Duration>(
        "holds.rest", default: .seconds(300), in: .zero ... .seconds(3_600),
        summary: "Pause of an account after a hold that expired unused")
    static let freshness = Setting<Duration>(
        "slots.freshness", default: .milliseconds(250), in: .zero ... .seconds(5),
        summary: "Longest delay before a change by another replica shows in the slots")
    static let peopleLifetime = Setting<Duration>(
        "people.lifetime", default: .seconds(86_400), in: .seconds(60) ... .seconds(30 * 86_400),
        summary: "Time after which a customer's name, phone number and e-mail address are refreshed from auth")
    static let onSitePhone = Setting<Bool>(
        "onsite.phone", default: true,
        summary: "True if only customers with a proven phone number may book without a pass")
    static let newcomerSets = Setting<Int>(
        "onsite.newcomer.sets", default: 4, in: 1...1_000,
        summary: "Most upcoming sets without a pass of a customer who was never checked in")
    static let offerLifetime = Setting<Duration>(
        "waitlist.offer", default: .seconds(900), in: .seconds(60) ... .seconds(7_200),
        summary: "Time for which free slots are held for a customer who waits for them")
    static let paymentLifetime = Setting<Duration>(
        "payments.lifetime", default: .seconds(3_600), in: .seconds(300) ... .seconds(7 * 86_400),
        summary: "Longest time for which a payment stays pending")
    static let housekeeping = Setting<Duration>(
        "housekeeping.interval", default: .seconds(10), in: .seconds(1) ... .seconds(600),
        summary:
            "Interval of the periodic work on begun bookings, expired passes, closures, payments and refunds")

    /// Generic plans without JIT: planning a statement for its parameters takes longer than running it.
    static let sessionParameters = ["plan_cache_mode": "force_generic_plan", "jit": "off"]

    static let all: [any SettingDeclaration] =
        ServiceDatabase.settings + [
            secret, PeerSettings.address(of: .auth), PeerSettings.plaintext, holdLifetime, holdPause, holdRest,
            freshness,
            peopleLifetime, onSitePhone, newcomerSets, offerLifetime, paymentLifetime, housekeeping,
        ] + PaymentSettings.all + NotifySettings.optionalMail

    /// Returns the key that seals messages in the outbox.
    static func outboxKey(_ settings: Settings) throws(SettingFault) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: Array(try settings.value(secret).utf8)),
            info: Array("vokol booking outbox v1".utf8), outputByteCount: 32)
    }
}

extension BookingPolicy {
    init(_ settings: Settings) throws(SettingFault) {
        holds.lifetime = try settings.value(BookingConfiguration.holdLifetime)
        holds.pause = try settings.value(BookingConfiguration.holdPause)
        holds.rest = try settings.value(BookingConfiguration.holdRest)
        onSite.needsPhone = try settings.value(BookingConfiguration.onSitePhone)
        onSite.newcomerSets = try settings.value(BookingConfiguration.newcomerSets)
        waitlist.offer = try settings.value(BookingConfiguration.offerLifetime)
        peopleLifetime = try settings.value(BookingConfiguration.peopleLifetime)
        paymentLifetime = try settings.value(BookingConfiguration.paymentLifetime)
        returnHosts = try settings.value(PaymentSettings.returnHosts)
    }
}
