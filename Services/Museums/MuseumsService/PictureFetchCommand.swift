import Database
import Postgres
import ServiceRuntime
import Upstream

/// The command `vokol-museums fetch-pictures`.
enum PictureFetchCommand {
    static let command = ProcessCommand(
        "fetch-pictures", usage: "FILE.csv",
        summary: """
            Loads the pictures of museums, and stores them in small sizes: from the addresses in a file with the columns \
            \(FetchFile.addressColumns.joined(separator: ",")), where page is the address of the page that describes \
            the picture; or from Wikimedia Commons for a file with the columns \
            \(FetchFile.itemColumns.joined(separator: ",")). A further run goes on after an interruption. \
            Exit code 0: every line; 3: all but the lines named on standard error; 1: nothing
            """
    ) { arguments, boot in
        guard arguments.count == 1 else { throw ArgumentFault("fetch-pictures needs one file") }
        let file = try FetchFile(arguments[0])
        let database = try MuseumsProcess.database(boot)
        try await database.client.migrate(MuseumMigrations.all, programVersion: MuseumMigrations.programVersion)
        let upstream = try upstream(boot)
        let fetching = PictureFetching(
            hosts: try PictureHosts(boot.settings.value(MuseumsConfiguration.pictureHosts), upstream: upstream),
            commons: WikimediaLookup(
                wikidata: try upstream.host(
                    "wikidata", base: boot.settings.value(MuseumsConfiguration.wikidata), policy: lookupPolicy),
                commons: try upstream.host(
                    "commons", base: boot.settings.value(MuseumsConfiguration.commons), policy: lookupPolicy)),
            scaling: PictureScaling(), store: PictureFileStore(client: database.client),
            say: { StandardError.say($0) })
        let summary = try await database.whileOpen { try await fetching.run(file) }
        for line in summary.warnings { StandardError.say("\(arguments[0]):\(line)") }
        print(summary.totals)
        return summary.refusals.isEmpty ? 0 : 3
    }

    /// The policy of the servers that know the addresses of pictures: one question a second.
    private static let lookupPolicy = HostPolicy {
        $0.total = .seconds(30)
        $0.retryPause = .seconds(2)
        $0.rate = 1
        $0.burst = 1
        $0.maximumWait = .seconds(20)
        $0.maximumInFlight = 1
    }

    private static func upstream(_ boot: Bootstrap) throws -> UpstreamService {
        var configuration = UpstreamConfiguration(process: "museums")
        let (contact, authority) = (
            try boot.settings.value(UpstreamSettings.contact), try boot.settings.value(UpstreamSettings.authority)
        )
        configuration.contact = contact.isEmpty ? nil : contact
        configuration.authorityFile = authority.isEmpty ? nil : authority
        return try UpstreamService(
            configuration, group: boot.group, metrics: boot.metrics, logger: boot.logger)
    }
}
