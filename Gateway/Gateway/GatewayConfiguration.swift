import Contract
import Lines
import NIOCore
import Resilience
import ServiceRuntime
import Values

/// The settings of the gateway.
enum GatewayConfiguration {
    static let host = Setting<String>(
        "listen.host", default: "0.0.0.0", summary: "Address to listen on for clients")
    static let port = Setting<Int>(
        "listen.port", default: 8443, in: 0...65_535,
        summary: "TLS port for lines and HTTPS; 0 takes a free one")
    static let backlog = Setting<Int>(
        "listen.backlog", default: 4_096, in: 1...65_535,
        summary: "Queue of connections that are not accepted yet")
    static let redirectPort = Setting<Int>(
        "redirect.port", default: 8080, in: -1...65_535,
        summary: "Plain port that redirects browsers to HTTPS; 0 takes a free one, -1 opens none")
    static let proxyNetworks = Setting<[String]>(
        "proxy.networks", default: [],
        summary:
            "Networks of load balancers, such as 10.0.0.0/8: their connections must begin with a PROXY protocol v2 header",
        accepts: networkFault)
    static let forwardedNetworks = Setting<[String]>(
        "forwarded.networks", default: [],
        summary: "Networks of HTTP proxies whose X-Forwarded-For is trusted; others' is ignored",
        accepts: networkFault
    ).reloadable()
    static let origins = Setting<[String]>(
        "cors.origins", default: [],
        summary:
            "Other origins whose pages may call Vokol from a browser, such as https://app.example.org"
    ) { texts in
        do throws(AllowedOrigins.Fault) {
            _ = try AllowedOrigins(texts)
            return nil
        } catch {
            return error.description
        }
    }.reloadable()
    static let publicAddress = Setting<String>(
        "public.address", default: "",
        summary: "HOST or HOST:PORT of the TLS port as clients know it, for redirects; empty: localhost"
    ) { $0.utf8.contains { $0 <= 32 || $0 >= 127 || $0 == UInt8(ascii: "/") } ? "must be HOST or HOST:PORT" : nil }

    static let certificate = Setting<String>(
        "tls.certificate", default: nil, summary: "PEM file with the certificate for clients and its chain")
    static let key = Setting<String>(
        "tls.key", default: nil, summary: "PEM file with the private key of tls.certificate")
    static let minimumTLS = Setting<String>(
        "tls.minimum", default: "1.3", summary: "Oldest TLS version accepted from clients: 1.3 or 1.2"
    ) { ["1.2", "1.3"].contains($0) ? nil : "must be 1.3 or 1.2" }

    static let discoveryInterval = Setting<Duration>(
        "discovery.interval", default: .seconds(3), in: .milliseconds(100) ... .seconds(3600),
        summary: "Interval of lookups of replica names; a failed connection triggers one as well")
    static let linkInFlight = Setting<Int>(
        "link.inflight", default: 1_024, in: 1...65_536, summary: "Calls in flight on one connection to a replica")
    static let connectTimeout = Setting<Duration>(
        "link.timeout", default: .seconds(1), in: .milliseconds(10) ... .seconds(60),
        summary: "Longest time for a connection to a replica")
    static let plaintext = Setting<Bool>(
        "link.plaintext", default: false,
        summary: "Allow links without TLS to replicas on other machines")
    /// The advice in messages about replicas on other machines.
    static let linkAdvice = "give link.certificate, link.key and link.authority, or set link.plaintext"
    /// Returns the warning about a service whose replicas are on other machines, which are not called without TLS.
    static func remoteWarning(_ service: ServiceName) -> String {
        "setting \(replicas(of: service).name) names other machines, which are not called: \(linkAdvice)"
    }
    static let answerBytes = Setting<Int>(
        "limits.answer.bytes", default: 1 << 20, in: 1_024...(64 << 20), summary: "Maximum size of a service's answer")
    static let retryPercent = Setting<Int>(
        "retry.percent", default: 10, in: 0...100,
        summary: "Percentage of calls that may be sent to a second replica: retried, hedged or moved")
    static let retryFloor = Setting<Int>(
        "retry.floor", default: 10, in: 0...100_000,
        summary: "Calls per second that may always be sent to a second replica")
    static let ejectionSilence = Setting<Duration>(
        "ejection.silence", default: .milliseconds(800), in: .milliseconds(100) ... .seconds(60),
        summary: "Silence of a replica with calls in flight, unanswered ping included, after which it is ejected")
    static let ejectionSlow = Setting<Duration>(
        "ejection.slow", default: .milliseconds(250), in: .milliseconds(10) ... .seconds(60),
        summary: "Shortest time of a call that may count as slow; a replica whose calls mostly do is ejected")
    static let restartWait = Setting<Duration>(
        "restart.wait", default: .seconds(2), in: .zero ... .seconds(30),
        summary: "Longest time that a call waits while no replica of its service is linked; 0 refuses at once")

    static let overloadWait = Setting<Duration>(
        "overload.wait", default: LoadShedder.Policy().target, in: .zero ... .seconds(30),
        summary:
            "Mean wait of calls in a service's queues from which the less important ones are refused; 0 refuses none")

    static let issuer = Setting<String>(
        "tokens.issuer", default: "vokol", summary: "Required issuer (iss) of access tokens")
    static let audience = Setting<String>(
        "tokens.audience", default: "vokol", summary: "Required audience (aud) of access tokens")
    static let tokenCache = Setting<Int>(
        "tokens.cache", default: 16_384, in: 16...1_000_000, summary: "Verified access tokens in the cache")
    static let keysInterval = Setting<Duration>(
        "tokens.keys.interval", default: .seconds(60), in: .seconds(1) ... .seconds(3600),
        summary: "Interval of fetching token keys from auth")
    static let revocationsInterval = Setting<Duration>(
        "tokens.revocations.interval", default: .seconds(1), in: .milliseconds(100) ... .seconds(300),
        summary: "Interval of fetching revoked sessions from auth")

    static let settings: [any SettingDeclaration] =
        [
            host, port, backlog, redirectPort, proxyNetworks, forwardedNetworks, origins, publicAddress, certificate,
            key, minimumTLS,
        ] + ServiceName.allCases.map { replicas(of: $0) } + [
            discoveryInterval, linkInFlight, connectTimeout, plaintext, answerBytes, retryPercent,
            retryFloor, ejectionSilence, ejectionSlow, restartWait, overloadWait,
            issuer, audience, tokenCache, keysInterval, revocationsInterval,
        ] + WebSettings.all + LimitSettings.all + LimitStoreSettings.all + [TelemetrySettings.tracesRatio]

    private static func networkFault(_ texts: [String]) -> String? {
        do throws(NetworkList.Fault) {
            _ = try NetworkList(texts)
            return nil
        } catch {
            return error.description
        }
    }

    /// Reads a setting that lists networks.
    static func networks(_ setting: Setting<[String]>, in settings: Settings) throws -> NetworkList {
        try NetworkList(try settings.value(setting))
    }

    /// Returns the setting that names a service's replicas.
    static func replicas(of service: ServiceName) -> Setting<[String]> {
        Setting<[String]>(
            "replicas.\(service.rawValue)", default: ["127.0.0.1:\(service.defaultPort)"],
            summary:
                "Replicas of \(service.rawValue), each HOST:PORT; a name stands for all its addresses"
        ) { text in
            do throws(ServiceTarget.Fault) {
                _ = try ServiceTarget.list(text, defaultPort: service.defaultPort)
                return nil
            } catch {
                return error.description
            }
        }.reloadable()
    }
}

/// The settings of limits for clients.
enum LimitSettings {
    static let userRate = Setting<Double>(
        "limits.user.rate", default: 20, summary: "Calls per second per user", accepts: rate
    ).reloadable()
    static let userBurst = Setting<Int>(
        "limits.user.burst", default: 40, in: 1...1_000_000, summary: "Calls that a user may make at once"
    ).reloadable()
    static let userInFlight = Setting<Int>(
        "limits.user.inflight", default: 64, in: 1...65_536, summary: "Calls in flight per user"
    ).reloadable()
    static let userServiceInFlight = Setting<Int>(
        "limits.user.service.inflight", default: CallsInFlight.Maxima().user.service, in: 1...4_095,
        summary: "Calls in flight per user to one service"
    ).reloadable()
    static let addressServiceInFlight = Setting<Int>(
        "limits.address.service.inflight", default: CallsInFlight.Maxima().addressService, in: 1...4_095,
        summary: "Calls in flight without a token per address to one service"
    ).reloadable()
    static let addressRate = Setting<Double>(
        "limits.address.rate", default: 10,
        summary: "Calls per second without a token per address, such as sign-ins; an IPv6 /64 counts as one address",
        accepts: rate
    ).reloadable()
    static let addressBurst = Setting<Int>(
        "limits.address.burst", default: 50, in: 1...1_000_000,
        summary: "Calls without a token that an address may make at once"
    ).reloadable()
    static let openRate = Setting<Double>(
        "limits.open.rate", default: 40,
        summary: "Calls per second without a token per address to the services of access.open, and for pictures",
        accepts: rate
    ).reloadable()
    static let openBurst = Setting<Int>(
        "limits.open.burst", default: 2_000, in: 1...1_000_000,
        summary:
            "Calls without a token to the services of access.open, and for pictures, that an address may make at once"
    ).reloadable()
    static let guardRate = Setting<Double>(
        "limits.guard.rate", default: 5_000,
        summary: "Lines, requests and connections per second per address, with or without a token", accepts: rate
    ).reloadable()
    static let guardBurst = Setting<Int>(
        "limits.guard.burst", default: 10_000, in: 1...10_000_000,
        summary: "Lines, requests and connections that an address may make at once"
    ).reloadable()
    static let networkFactor = Setting<Int>(
        "limits.network.factor", default: CallGate.Policies.networkFactor, in: 1...65_536,
        summary:
            "Ratio of the address, open, guard and in-flight limits of a network (IPv4 /24, IPv6 /48) to those of one "
            + "address in it"
    ).reloadable()
    static let limitKeys = Setting<Int>(
        "limits.keys", default: 131_072, in: 1_024...16_777_216,
        summary: "Users and addresses with separate limits, 16 bytes each")

    static let connections = Setting<Int>(
        "limits.connections", default: 10_000, in: 1...1_000_000, summary: "Connections of clients"
    ).reloadable()
    static let addressConnections = Setting<Int>(
        "limits.address.connections", default: 1_024, in: 1...1_000_000,
        summary: "Connections per address; an IPv4 /24 or IPv6 /48 may hold twice as many"
    ).reloadable()
    static let handshakes = Setting<Int>(
        "limits.handshakes", default: 4_096, in: 1...1_000_000,
        summary: "Unfinished TLS handshakes; also the maximum of connections to the plain port"
    ).reloadable()
    static let addressHandshakes = Setting<Int>(
        "limits.address.handshakes", default: 128, in: 1...1_000_000,
        summary: "Share of limits.handshakes per address; an IPv4 /24 or IPv6 /48 may hold twice as many"
    ).reloadable()
    static let streams = Setting<Int>(
        "limits.streams", default: 4_096, in: 1...1_000_000, summary: "Event streams in total")
    static let userStreams = Setting<Int>(
        "limits.user.streams", default: 4, in: 1...65_536, summary: "Event streams per user")
    static let addressStreams = Setting<Int>(
        "limits.address.streams", default: 256, in: 1...65_536, summary: "Event streams without a token per address")
    static let connectionInFlight = Setting<Int>(
        "limits.connection.inflight", default: 32, in: 1...4_096,
        summary: "Calls in flight per line or HTTP/2 connection"
    ).reloadable()
    static let http2Streams = Setting<Int>(
        "limits.http2.streams", default: 64, in: 0...1_024,
        summary: "Open streams per HTTP/2 connection; 0 offers no HTTP/2"
    ).reloadable()
    static let http2Resets = Setting<Int>(
        "limits.http2.resets", default: 100, in: 1...1_000_000,
        summary: "Streams reset within 30 s that end an HTTP/2 connection"
    ).reloadable()
    static let requestBytes = Setting<Int>(
        "limits.request.bytes", default: 65_536, in: 1_024...(16 << 20),
        summary: "Maximum size of a line or an HTTP body, in bytes"
    ).reloadable()
    static let slowPause = Setting<Int>(
        "limits.waiting.pause", default: 256 << 10, in: 1_024...(1 << 30),
        summary: "Bytes waiting for a slow reader at which its input is paused")
    static let slowClose = Setting<Int>(
        "limits.waiting.close", default: 4 << 20, in: 1_024...(1 << 30),
        summary: "Bytes waiting for a slow reader at which its connection is closed")
    static let slowTotal = Setting<Int>(
        "limits.waiting.total", default: 256 << 20, in: 1_024...(1 << 40),
        summary: "Bytes waiting for all slow readers in total")

    static let handshakeTime = time("timeouts.handshake", 5, "A TLS handshake")
    static let unusedTime = time("timeouts.unused", 30, "A connection without an admitted call")
    static let lineTime = time("timeouts.line", 10, "A line, from its first byte to its last")
    static let idleTime = time("timeouts.idle", 600, "A line connection without a call")
    static let silenceTime = time("timeouts.silence", 30, "Silence before a client that answers pings is pinged")
    static let stallTime = time("timeouts.stall", 10, "A slow reader without progress")
    static let headTime = time("timeouts.head", 10, "The head of an HTTP request, from its first byte to its last")
    static let keepAliveTime = time("timeouts.keepalive", 60, "An HTTP connection between two requests")

    static let all: [any SettingDeclaration] = [
        userRate, userBurst, userInFlight, userServiceInFlight, addressServiceInFlight, addressRate, addressBurst,
        openRate, openBurst, guardRate, guardBurst,
        networkFactor, limitKeys, connections,
        addressConnections, handshakes, addressHandshakes, streams, userStreams, addressStreams,
        connectionInFlight, http2Streams, http2Resets, requestBytes, slowPause, slowClose,
        slowTotal,
        handshakeTime, unusedTime, lineTime, idleTime, silenceTime, stallTime, headTime, keepAliveTime,
    ]

    private static func time(_ name: String, _ seconds: Int64, _ what: String) -> Setting<Duration> {
        Setting<Duration>(
            name, default: .seconds(seconds), in: .milliseconds(100) ... .seconds(86_400),
            summary: "\(what): the longest time"
        ).reloadable()
    }

    private static let rate: @Sendable (Double) -> String? = { value in
        value > 0 && value <= 1_000_000 ? nil : "must be more than 0 and at most 1000000"
    }
}

extension EdgeLimits {
    /// Reads the limits from settings.
    init(_ settings: Settings) throws {
        self.init()
        connections = try settings.value(LimitSettings.connections)
        connectionsPerAddress = try settings.value(LimitSettings.addressConnections)
        handshakes = try settings.value(LimitSettings.handshakes)
        handshakesPerAddress = try settings.value(LimitSettings.addressHandshakes)
        handshakeTime = try settings.time(LimitSettings.handshakeTime)
        unusedTime = try settings.time(LimitSettings.unusedTime)
        requestBytes = try settings.value(LimitSettings.requestBytes)
        inFlightPerConnection = try settings.value(LimitSettings.connectionInFlight)
        streams.total = try settings.value(LimitSettings.streams)
        streams.user = try settings.value(LimitSettings.userStreams)
        streams.address = try settings.value(LimitSettings.addressStreams)
        liveness.line = try settings.time(LimitSettings.lineTime)
        liveness.idle = try settings.time(LimitSettings.idleTime)
        liveness.silence = try settings.time(LimitSettings.silenceTime)
        liveness.busySilence = liveness.silence
        slowReader.pause = try settings.value(LimitSettings.slowPause)
        slowReader.resume = slowReader.pause / 4
        slowReader.close = try settings.value(LimitSettings.slowClose)
        slowReader.stall = try settings.time(LimitSettings.stallTime)
        backlog = try settings.value(LimitSettings.slowTotal)
        http.headTime = try settings.time(LimitSettings.headTime)
        http.idleTime = try settings.time(LimitSettings.keepAliveTime)
        http.forwarders = try GatewayConfiguration.networks(GatewayConfiguration.forwardedNetworks, in: settings)
        http.origins = try AllowedOrigins(try settings.value(GatewayConfiguration.origins))
        http2.streams = try settings.value(LimitSettings.http2Streams)
        http2.resets = try settings.value(LimitSettings.http2Resets)
        drainTime = try settings.time(CommonSettings.drainTimeout)
    }
}

extension CallGate.Policies {
    /// Reads the rate limits from settings.
    init(_ settings: Settings) throws {
        let factor = try settings.value(LimitSettings.networkFactor)
        self.init(
            user: LimitPolicy(
                name: "user", rate: try settings.value(LimitSettings.userRate),
                burst: try settings.value(LimitSettings.userBurst)),
            address: LimitPolicy(
                name: "address", rate: try settings.value(LimitSettings.addressRate),
                burst: try settings.value(LimitSettings.addressBurst), networkFactor: factor),
            open: LimitPolicy(
                name: "open", rate: try settings.value(LimitSettings.openRate),
                burst: try settings.value(LimitSettings.openBurst), networkFactor: factor),
            guardLimit: LimitPolicy(
                name: "guard", rate: try settings.value(LimitSettings.guardRate),
                burst: try settings.value(LimitSettings.guardBurst), networkFactor: factor))
    }
}

extension CallsInFlight.Maxima {
    /// Reads the limits on calls in flight from settings.
    init(_ settings: Settings) throws {
        self.init(
            user: InFlightLimiter.Maxima(
                total: try settings.value(LimitSettings.userInFlight),
                service: try settings.value(LimitSettings.userServiceInFlight)),
            addressService: try settings.value(LimitSettings.addressServiceInFlight),
            networkFactor: try settings.value(LimitSettings.networkFactor))
    }
}

extension Settings {
    /// Reads a duration as a time amount for event loops.
    func time(_ setting: Setting<Duration>) throws -> TimeAmount {
        .milliseconds(try value(setting).wholeMilliseconds)
    }
}
