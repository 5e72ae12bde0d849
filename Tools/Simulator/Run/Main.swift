import ArgumentParser
import Simulator
import Values

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The program `vokol-simulator`.
@main
struct Main: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vokol-simulator",
        abstract:
            "Simulates the third parties of Vokol on loopback.",
        discussion: """
            For tests, demonstrations and machines without internet access. Each third party
            has its own path on one port:

              /open-meteo  /open-meteo-air  /open-meteo-geocoding  /openweathermap
              /nominatim  /photon  /google  /bbc  /feeds/COUNTRY  /newsapi  /bsuir/api/v1
              /commons  /sms/PROVIDER

            A second port accepts mail. Answers depend on the place, the date and the seed
            only; every answer has the field X-Vokol-Simulator.

            Control is by JSON over HTTP: POST and DELETE /_/faults, GET and DELETE /_/log,
            PUT and DELETE /_/clock, POST and DELETE /_/data, GET and DELETE /_/messages.
            When the ports are open, one line of JSON with their numbers is printed.

            EXAMPLES
              vokol-simulator --port 9000
              curl 127.0.0.1:9000/_/faults -d '{"thirdParty":"bsuir","fault":"hang","count":1}'
            """)

    @Option(help: "The port for HTTP; 0 for any free one.")
    var port = 0

    @Option(help: "The port for mail; 0 for any free one.")
    var mailPort = 0

    @Option(help: "The frozen time of the third parties, such as 2026-09-01T00:01:00+03:00; default: the real time.")
    var clock: String?

    @Option(help: "The seed of all invented data.")
    var seed: UInt64 = 1

    @Option(help: "The map of time zones, made by deploy/zones/build; default: the zones of the nearest cities.")
    var zones: String?

    func validate() throws {
        for port in [port, mailPort] where !(0...65_535).contains(port) {
            throw ValidationError("\(port) is not a port from 0 to 65535")
        }
        guard clock == nil || Instant(clock ?? "") != nil else {
            throw ValidationError("--clock must be an RFC 3339 instant, such as 2026-09-01T00:01:00+03:00")
        }
    }

    func run() async throws {
        var settings = Simulator.Settings()
        settings.port = port
        settings.mailPort = mailPort
        settings.seed = seed
        do throws(ZoneMap.Fault) {
            settings.zones = try zones.map { (path) throws(ZoneMap.Fault) in try ZoneMap(path) }
        } catch {
            throw ValidationError(error.description)
        }
        settings.clock = clock.flatMap { Instant($0) }
        // No state needs a graceful stop.
        for number in [SIGTERM, SIGINT] { signal(number) { _ in _exit(0) } }
        let simulator = try await Simulator.start(settings)
        // Printed at once, because another process waits for the ports.
        simulator.announce()
        try await simulator.run()
    }
}
