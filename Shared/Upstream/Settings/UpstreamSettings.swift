public import ServiceRuntime

/// The settings of every process that calls third parties.
public enum UpstreamSettings {
    public static let directory = Setting<String>(
        "upstream.directory", default: "",
        summary: "Directory for third parties' answers that outlive a restart; empty: memory only")
    public static let store = Setting<Int>(
        "upstream.store", default: 67_108_864, in: 1_048_576...4_294_967_296,
        summary: "Limit of third parties' answers on disk, in bytes")
    public static let memory = Setting<Int>(
        "upstream.memory", default: 16_777_216, in: 0...1_073_741_824,
        summary: "Limit of third parties' answers in memory, in bytes")
    public static let contact = Setting<String>(
        "upstream.contact", default: "",
        summary: "Operator's web or mail address; third parties see it in User-Agent"
    ) { text in
        text.utf8.count <= 200 && text.utf8.allSatisfy { (0x20...0x7E).contains($0) && $0 != 0x28 && $0 != 0x29 }
            ? nil : "must be at most 200 characters of ASCII without brackets"
    }
    public static let authority = Setting<String>(
        "upstream.authority", default: "",
        summary: "PEM file with a certificate authority to trust in addition to the system's")
    public static let simulated = Setting<Bool>(
        "upstream.simulated", default: false,
        summary: "The third parties' addresses are those of a simulator; answers then say so")

    public static let all: [any SettingDeclaration] = [directory, store, memory, contact, authority, simulated]

    /// Declares a setting for the address of a third party: `https://…`, or `http://…` on loopback only.
    public static func base(_ name: String, default base: String, summary: String) -> Setting<String> {
        Setting<String>(name, default: base, summary: summary) { text in
            do throws(UpstreamAddressFault) {
                _ = try UpstreamAddress(text)
                return nil
            } catch {
                return error.description
            }
        }
    }

    static func configuration(_ settings: Settings, process: String) throws(SettingFault) -> UpstreamConfiguration {
        func nonEmpty(_ setting: Setting<String>) throws(SettingFault) -> String? {
            let text = try settings.value(setting)
            return text.isEmpty ? nil : text
        }
        var configuration = UpstreamConfiguration(process: process)
        configuration.directory = try nonEmpty(directory)
        configuration.storeBytes = try settings.value(store)
        configuration.memoryBytes = try settings.value(memory)
        configuration.contact = try nonEmpty(contact)
        configuration.authorityFile = try nonEmpty(authority)
        configuration.isSimulated = try settings.value(simulated)
        return configuration
    }
}

/// The configuration of a process's calls to third parties.
public struct UpstreamConfiguration: Sendable {
    /// The process's short name, such as `schedule`, which begins the name of its file.
    public var process: String
    /// The directory of the process's file; `nil` if answers are kept in memory only.
    public var directory: String?
    /// The limit for values on disk, in bytes.
    public var storeBytes = 67_108_864
    /// The limit for values in memory, in bytes, divided among the caches.
    public var memoryBytes = 16_777_216
    /// The operator's web or mail address, in ASCII.
    public var contact: String?
    /// A PEM file with an additional certificate authority.
    public var authorityFile: String?
    /// The time limit for making a connection, TLS included.
    public var connectTimeout: Duration = .seconds(2)
    /// True if the third parties are simulated.
    public var isSimulated = false

    public init(process: String) { self.process = process }

    /// The `User-Agent` header.
    var userAgent: String { "Vokol-\(process)/1.0" + (contact.map { " (+\($0))" } ?? "") }
}
