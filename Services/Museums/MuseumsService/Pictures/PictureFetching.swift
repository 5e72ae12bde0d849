import MuseumsContract
import Postgres

/// The outcome of fetching pictures.
struct FetchSummary: Equatable, Sendable {
    var stored = 0
    /// The pictures that were stored before.
    var unchanged = 0
    /// The lines without a picture, in the order of the file.
    var refusals: [SourceLineRefusal] = []

    /// A sentence with all counts.
    var totals: String {
        let text = "\(stored) pictures fetched and stored, \(unchanged) unchanged"
        return refusals.isEmpty ? text : text + ", \(refusals.count) rows skipped"
    }

    /// The skipped lines, each with its reason.
    var warnings: [String] {
        ImportReport.cut(refusals.map { "\($0.line): skipped: \($0.reason)" }, of: refusals.count)
    }
}

/// Fetches, scales and stores pictures of museums, one after the other.
///
/// Each picture is stored at once, so that an interrupted run goes on where it was.
struct PictureFetching: Sendable {
    /// The longest pause that a server may ask for.
    static let longestPause: Duration = .seconds(300)
    /// The number of times that a picture is fetched if its server asks for pauses.
    static let attempts = 3

    let hosts: PictureHosts
    let commons: WikimediaLookup
    let scaling: PictureScaling
    let store: PictureFileStore
    var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    /// Receives a line about each picture.
    let say: @Sendable (String) -> Void

    /// Fetches the pictures of a file.
    ///
    /// - Throws: `PostgresError`, and `CancellationError`; whatever is wrong with one picture is in the summary.
    func run(_ file: FetchFile) async throws -> FetchSummary {
        var summary = FetchSummary(refusals: file.refusals)
        for (index, row) in file.rows.enumerated() {
            let outcome = try await fetch(row)
            switch outcome {
            case .stored: summary.stored += 1
            case .unchanged: summary.unchanged += 1
            case .refused(let reason): summary.refusals.append(SourceLineRefusal(line: row.line, reason: reason))
            }
            say("\(index + 1) of \(file.rows.count): \(row.museum): \(outcome)")
        }
        summary.refusals.sort { $0.line < $1.line }
        return summary
    }

    private enum Outcome: CustomStringConvertible {
        case stored, unchanged
        case refused(String)

        var description: String {
            switch self {
            case .stored: "stored"
            case .unchanged: "unchanged"
            case .refused(let reason): "skipped: \(reason)"
            }
        }
    }

    private func fetch(_ row: PictureToFetch) async throws -> Outcome {
        do {
            let address: PictureAddress
            let hasFiles = try await store.hasFiles(row.museum)
            switch row.source {
            case .address(let given): address = given
            case .item(let item):
                if hasFiles { return .unchanged }
                address = try await patiently { () async throws(PictureHosts.Fault) in
                    try await commons.address(of: item)
                }
            }
            if try await store.isStored(address.picture(width: 0, height: 0), of: row.museum) { return .unchanged }
            let bytes = try await patiently { () async throws(PictureHosts.Fault) in
                try await hosts.bytes(at: address.url)
            }
            let header = try ImageHeader(bytes)
            let files = try await scaling.scaled(bytes)
            let (width, height) = header.isTurned ? (header.height, header.width) : (header.width, header.height)
            let picture = address.picture(width: width, height: height)
            try await store.store(picture, files: files, of: row.museum)
            return .stored
        } catch PictureFileStore.Refusal.unknownMuseum {
            return .refused("there is no museum \(row.museum)")
        } catch PictureFileStore.Refusal.edited {
            return .refused(PictureSummary.edited)
        } catch let fault as PictureHosts.Fault {
            return .refused(fault.description)
        } catch let fault as ImageHeader.Fault {
            return .refused(fault.description)
        } catch let fault as PictureScaling.Fault {
            return .refused(fault.description)
        }
    }

    /// Asks a server, and honours the pauses that it requests.
    private func patiently<Answer: Sendable>(
        _ ask: () async throws(PictureHosts.Fault) -> Answer
    ) async throws -> Answer {
        var attempt = 1
        while true {
            do throws(PictureHosts.Fault) {
                return try await ask()
            } catch {
                guard case .later(let pause) = error, pause <= Self.longestPause, attempt < Self.attempts else {
                    throw error
                }
                attempt += 1
                say("waiting for \(pause.components.seconds + 1) s, as the server asks")
                try await sleep(pause)
            }
        }
    }
}
