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
            "Plays the third parties of Vokol on loopback, for tests, demonstrations and machines without internet.",
        discussion: """
            Each third party is played below its own path of one port:

              /open-meteo  /open-meteo-geocoding  /openweathermap  /nominatim  /photon
              /google  /bbc  /feeds/COUNTRY  /newsapi  /bsuir/api/v1  /sms/PROVIDER

            On a second port mail is taken. What they say follows from the place, the date
            and the seed; every answer has the field X-Vokol-Simulator.

            What goes wrong is said over HTTP, as JSON: POST and DELETE /_/faults, GET and
            DELETE /_/log, PUT and DELETE /_/clock, POST and DELETE /_/data, GET and DELETE
            /_/messages. When it listens it prints one line of JSON with its ports.

            EXAMPLES
              vokol-simulator --port 9000
              curl 127.0.0.1:9000/_/faults -d '{"thirdParty":"bsuir","fault":"hang","count":1}'
            """)

    @Option(help: "The port for HTTP; 0 for any that is free.")
    var port = 0

    @Option(help: "The port that takes mail; 0 for any that is free.")
    var mailPort = 0

    @Option(help: "The time that stands still for the third parties, as 2026-09-01T00:01:00+03:00; else the real one.")
    var clock: String?

    @Option(help: "The number of the world: with another one everything is different.")
    var seed: UInt64 = 1

    func validate() throws {
        for port in [port, mailPort] where !(0...65_535).contains(port) {
            throw ValidationError("\(port) is no port: 0 to 65535")
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
        settings.clock = clock.flatMap { Instant($0) }
        // Nothing is lost by an end at once.
        for number in [SIGTERM, SIGINT] { signal(number) { _ in _exit(0) } }
        let simulator = try await Simulator.start(settings)
        // A line at once, for whoever started it and waits for the ports.
        simulator.announce()
        try await simulator.run()
    }
}
