import HTTP
import NIOCore
import Notify
import ServiceRuntime

/// The settings of payments.
enum PaymentSettings {
    static let provider = Setting<String>(
        "payments.provider", default: "none",
        summary: "Payment provider: none, bepaid; with notify.development also simulated"
    ) { ["none", "bepaid", "simulated"].contains($0) ? nil : "must be none, bepaid or simulated" }
    static let returnHosts = Setting<[String]>(
        "payments.return.hosts", default: [],
        summary:
            "Hosts, HOST or HOST:PORT, to which customers may return after a payment; every provider needs one"
    )
    static let simulatedSecret = Setting<String>(
        "payments.simulated.secret", default: "", isSecret: true,
        summary: "Key that signs notifications of the simulated provider; at least 32 characters")
    static let shop = Setting<String>("payments.bepaid.shop", default: "", summary: "bePaid: the shop's number")
    static let shopSecret = Setting<String>(
        "payments.bepaid.secret", default: "", isSecret: true, summary: "bePaid: the shop's secret key")
    static let publicKey = Setting<String>(
        "payments.bepaid.key", default: "",
        summary: "bePaid: the shop's public key, in Base64, that verifies notifications")
    static let notificationURL = Setting<String>(
        "payments.bepaid.notifications", default: "",
        summary: "bePaid: the public https address of `/v1/payments/notifications` on the gateway")
    static let isTest = Setting<Bool>(
        "payments.bepaid.test", default: false, summary: "bePaid: make test payments, which move no money")
    static let checkout = Setting<String>(
        "payments.bepaid.checkout", default: "https://checkout.bepaid.by", summary: "bePaid: address of payment pages")
    static let gateway = Setting<String>(
        "payments.bepaid.gateway", default: "https://gateway.bepaid.by", summary: "bePaid: address for refunds")
    static let authority = Setting<String>(
        "payments.bepaid.authority", default: "",
        summary: "bePaid: PEM file with the authority of its certificate; empty: the system's authorities")

    static let all: [any SettingDeclaration] = [
        provider, returnHosts, simulatedSecret, shop, shopSecret, publicKey, notificationURL, isTest, checkout,
        gateway, authority,
    ]

    /// Creates the provider; `nil` if payments are off.
    static func makeProvider(
        _ settings: Settings, group: any EventLoopGroup
    ) throws(SettingFault) -> (any PaymentProvider)? {
        let made: (any PaymentProvider)? =
            switch try settings.value(provider) {
            case "bepaid": try makeBePaid(settings, group)
            case "simulated": try makeSimulated(settings)
            default: nil
            }
        let hosts = try settings.value(returnHosts)
        guard made == nil || !hosts.isEmpty else {
            throw SettingFault(name: returnHosts.name, detail: "must name the web client's host, which payments need")
        }
        return made
    }

    private static func makeSimulated(_ settings: Settings) throws(SettingFault) -> SimulatedPayments {
        guard try NotifySettings.isDevelopment(settings) else {
            throw SettingFault(name: provider.name, detail: "simulated needs notify.development")
        }
        let secret = try settings.value(simulatedSecret)
        guard secret.utf8.count >= 32 else {
            throw SettingFault(name: simulatedSecret.name, detail: "must have at least 32 characters")
        }
        return SimulatedPayments(secret: secret)
    }

    private static func makeBePaid(
        _ settings: Settings, _ group: any EventLoopGroup
    ) throws(SettingFault) -> BePaidPayments {
        for needed in [shop, shopSecret] where try settings.value(needed).isEmpty {
            throw SettingFault(name: needed.name, detail: "must be set for bepaid")
        }
        guard let signature = BePaidSignature(publicKey: try settings.value(publicKey)) else {
            throw SettingFault(name: publicKey.name, detail: "must be an RSA key in Base64, as bePaid shows it")
        }
        let notifications = try settings.value(notificationURL)
        guard HTTPAddress(notifications)?.origin.isSecure == true else {
            throw SettingFault(name: notificationURL.name, detail: "must be an https address")
        }
        let file = try settings.value(authority)
        let client: HTTPClient
        do {
            client = try HTTPClient(.init(trust: file.isEmpty ? .system : .only(file: file)), group: group)
        } catch {
            throw SettingFault(name: authority.name, detail: "contains no certificates")
        }
        return BePaidPayments(
            .init(
                shop: try settings.value(shop), secret: try settings.value(shopSecret),
                checkout: try origin(checkout, settings), gateway: try origin(gateway, settings),
                notificationURL: notifications, isTest: try settings.value(isTest)),
            signature: signature, client: client)
    }

    private static func origin(_ setting: Setting<String>, _ settings: Settings) throws(SettingFault) -> HTTPOrigin {
        guard let address = HTTPAddress(try settings.value(setting)),
            address.origin.isSecure || address.origin.isLoopback
        else { throw SettingFault(name: setting.name, detail: "must be an https address") }
        return address.origin
    }
}
