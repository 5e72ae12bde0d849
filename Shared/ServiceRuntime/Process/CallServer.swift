import Contract
import NIOCore
public import RPC
import ServiceLifecycle

/// The server of the line protocol, configured from a process's settings.
struct CallServer: Service {
    private let server: RPCServer
    private let address: String
    /// Reloads the certificates of links, if there are any.
    let certificates: CertificateWatch?

    init(_ methods: MethodTable, defaultPort: Int, drainTimeout: Duration, boot: Bootstrap) throws {
        if let first = methods.missing.first {
            throw SettingFault(name: "contract", detail: "nothing implements the method \(first)")
        }
        let settings = boot.settings
        var configuration = RPCServerConfiguration(
            host: try settings.value(ListenSettings.host),
            port: try settings.value(ListenSettings.port(default: defaultPort)))
        configuration.name = methods.service.rawValue
        configuration.maximumInFlight = try settings.value(ListenSettings.maximumInFlight)
        configuration.maximumConnections = try settings.value(ListenSettings.maximumConnections)
        configuration.maximumStrangers = try settings.value(ListenSettings.maximumStrangers)
        configuration.allowPlaintextOffLoopback = try settings.value(ListenSettings.plaintext)
        configuration.drainTimeout = drainTimeout
        configuration.secret = try settings.linkSecret()
        configuration.tls = try settings.linkTLS()
        certificates = configuration.tls.map { boot.watch($0) }
        address = "\(configuration.host):\(configuration.port)"
        server = RPCServer(
            configuration: configuration, handler: methods,
            observer: CallRecorder(
                methods: methods.methods, metrics: boot.metrics, logger: boot.logger,
                logsCalls: try settings.value(CommonSettings.logCalls), spans: boot.spans),
            logger: boot.logger, group: boot.group)
    }

    func run() async throws {
        do {
            try await server.run()
        } catch let error where error is IOError || error is SocketAddressError || error is RPCServerFault {
            throw SettingFault(name: "listen.port", detail: "cannot listen on \(address): \(error)")
        }
    }
}

extension Settings {
    /// Returns the secret by which processes of one instance authenticate each other on loopback; `nil` if none is set.
    public func linkSecret() throws -> [UInt8]? {
        let secret = try value(CommonSettings.linkSecret)
        guard !secret.isEmpty else { return nil }
        guard secret.utf8.count >= 16 else {
            throw SettingFault(name: CommonSettings.linkSecret.name, detail: "must have at least 16 characters")
        }
        return Array(secret.utf8)
    }

    /// Returns the certificates for links between processes; `nil` if none are set.
    public func linkTLS() throws -> LinkTLS? {
        let certificate = try value(CommonSettings.linkCertificate)
        let key = try value(CommonSettings.linkKey)
        let authority = try value(CommonSettings.linkAuthority)
        if certificate.isEmpty, key.isEmpty, authority.isEmpty { return nil }
        for (setting, path) in [
            (CommonSettings.linkCertificate, certificate), (CommonSettings.linkKey, key),
            (CommonSettings.linkAuthority, authority),
        ] where path.isEmpty {
            throw SettingFault(name: setting.name, detail: "must be given together with the other link files")
        }
        return try LinkTLS(certificateChainFile: certificate, privateKeyFile: key, authorityFile: authority)
    }
}

extension Bootstrap {
    /// Returns the watch, which from now on also checks its files on SIGHUP.
    public func watch(_ watch: CertificateWatch) -> CertificateWatch {
        reload.onSignal { watch.check() }
        return watch
    }

    /// Returns a service that reloads the certificates of links while the process runs.
    public func watch(_ tls: LinkTLS) -> CertificateWatch {
        watch(CertificateWatch(tls.files, logger: logger) { try tls.reload() })
    }
}
