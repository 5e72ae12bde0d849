import NIOCore
import ServiceRuntime
import Values

/// The settings of the store that gateways share rate limits through.
enum LimitStoreSettings {
    static let address = Setting<String>(
        "limits.store", default: "", isSecret: true,
        summary: "Valkey or Redis through which gateways share rate limits, as "
            + "redis[s]://[[USER]:PASSWORD@]HOST[:PORT][/DATABASE]; empty: each gateway counts alone"
    ) { text in
        text.isEmpty || StoreAddress(text) != nil
            ? nil : "must be redis[s]://[[USER]:PASSWORD@]HOST[:PORT][/DATABASE]"
    }
    static let authority = Setting<String>(
        "limits.store.authority", default: "",
        summary: "PEM file with the authority of the certificate of limits.store; empty: the system's authorities")
    static let prefix = Setting<String>(
        "limits.store.prefix", default: "vokol:", summary: "Beginning of all keys in limits.store"
    ) { text in
        text.utf8.count <= 64 && text.utf8.allSatisfy { $0 > 32 && $0 < 127 }
            ? nil : "must be at most 64 printable ASCII characters without spaces"
    }
    static let timeout = Setting<Duration>(
        "limits.store.timeout", default: .milliseconds(250), in: .milliseconds(10) ... .seconds(5),
        summary: "Longest time for a connection to limits.store or an answer of it; no call waits for it")
    static let gateways = Setting<Int>(
        "limits.store.gateways", default: 4, in: LimitLeases.gatewayCounts,
        summary: "Gateways among which limits are divided until limits.store reports their number")

    static let all: [any SettingDeclaration] = [address, authority, prefix, timeout, gateways]

    /// Checks the store that the settings name, without connecting to it.
    static func check(_ settings: Settings) throws {
        guard let address = try storeAddress(settings) else { return }
        _ = try readingAuthority { try ValkeyLimitStore.context(for: address) }
    }

    /// Returns the address of the store; `nil` if the settings name none.
    fileprivate static func storeAddress(_ settings: Settings) throws -> StoreAddress? {
        guard var address = StoreAddress(try settings.value(address)) else { return nil }
        let authority = try settings.value(authority)
        if !authority.isEmpty { address.authorityFile = authority }
        return address
    }

    /// Runs `body`, which reads the authority's file, and names the setting if it fails.
    fileprivate static func readingAuthority<Result>(_ body: () throws -> Result) throws(SettingFault) -> Result {
        do {
            return try body()
        } catch {
            throw SettingFault(name: authority.name, detail: "the file contains no certificates")
        }
    }
}

extension LimitSync {
    /// Creates the exchange with the store that the settings name; returns `nil` if they name none.
    init?(_ boot: Bootstrap, limiter: RateLimiter) throws {
        let settings = boot.settings
        guard let address = try LimitStoreSettings.storeAddress(settings) else { return nil }
        let metrics = LimitStoreMetrics(boot.metrics)
        let leases = LimitLeases(
            capacity: try settings.value(LimitSettings.limitKeys), limiter: limiter,
            gateways: try settings.value(LimitStoreSettings.gateways), onShortage: { metrics.shortages.add() })
        boot.metrics.observe("vokol_limit_store_leases", help: "Buckets with calls that the store has not confirmed") {
            Double(leases.tables.narrow.count + leases.tables.wide.count)
        }
        var seeds = SystemRandomNumberGenerator()
        let (prefix, timeout) = (
            try settings.value(LimitStoreSettings.prefix), try settings.time(LimitStoreSettings.timeout)
        )
        let gateway = String(seeds.next(), radix: 16)
        let store = try LimitStoreSettings.readingAuthority {
            try ValkeyLimitStore(address, prefix: prefix, gateway: gateway, timeout: timeout, group: boot.group)
        }
        self.init(
            leases, store: store, metrics: metrics, logger: boot.logger,
            now: { NIODeadline.now().uptimeNanoseconds })
    }
}
