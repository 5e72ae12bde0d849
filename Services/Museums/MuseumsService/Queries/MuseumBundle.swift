import Contract
import MuseumsContract
import RPC
import ServiceRuntime
import Values

/// Returns the museums of a city for use without a network, and what changed since.
struct MuseumBundle: Sendable {
    /// The maximum number of bytes of texts on a page, so that an answer stays below its limit of 1 MiB.
    private static let maximumBytes = 256 << 10

    let store: BundleStore
    var now: @Sendable () -> Instant = SystemClock.now

    /// Implements `museums.bundle`.
    ///
    /// - Throws: `invalid-params` for a cursor of a delta whose `since` is no longer known.
    func page(_ params: Museums.Bundle.Params, _ context: CallContext) async throws -> Museums.Bundle.Result {
        let city = Folding.fold(params.city.text)
        let list = PagedList("museumBundle", city, params.countryCode.text, params.since?.text ?? "")
        let start: BundlePosition
        if let next = try list.start(params.cursor, read: BundlePosition.init(texts:)) {
            start = next
        } else {
            start = try await first(params.since, context)
        }
        let limit = (params.limit ?? .standard).value
        let entries = try await store.entries(
            of: city, params.countryCode, from: start, limit: limit + 1, deadline: context.deadline)
        if start.since > 0, try await !store.latest(knowing: start.since, deadline: context.deadline).isKnown {
            // Housekeeping has deleted the change meanwhile, and with it later removals that the delta would lack.
            guard params.cursor == nil else { throw RPCError(.cursor, at: "/cursor", field: Cursor.fieldName) }
            return try await page(params, context)
        }
        let shown = entries.prefix(min(limit, Self.fitting(entries)))
        let last = entries.count > shown.count ? shown.last : nil
        let now = now()
        return Museums.Bundle.Result(
            items: shown.compactMap { $0.details?.result(in: context.language, at: now) },
            removed: shown.filter { $0.details == nil }.map(\.museum),
            version: BundleVersion(unchecked: String(start.latest)), isWhole: start.since == 0,
            nextCursor: last.flatMap { list.cursor(after: start.texts(after: $0.number, $0.museum)) })
    }

    /// Returns the start of a bundle: after the change that the caller names, if this database knows it.
    private func first(_ version: BundleVersion?, _ context: CallContext) async throws -> BundlePosition {
        let since = version.flatMap { Int64($0.text) } ?? 0
        let (latest, isKnown) = try await store.latest(knowing: since, deadline: context.deadline)
        return BundlePosition(since: isKnown ? since : 0, latest: latest)
    }

    /// Returns the number of entries at the beginning whose texts fit a page; at least 1.
    private static func fitting(_ entries: [BundleEntry]) -> Int {
        var bytes = 0
        let count = entries.prefix { entry in
            bytes += entry.details?.textBytes ?? 0
            return bytes <= maximumBytes
        }.count
        return max(count, 1)
    }
}

extension MuseumDetails {
    /// The bytes of the longest texts, in the language in which they are longest.
    fileprivate var textBytes: Int {
        [name, city, address, description].reduce(website?.utf8.count ?? 0) { sum, text in
            sum + (text.all.map(\.utf8.count).max() ?? 0)
        }
    }
}
