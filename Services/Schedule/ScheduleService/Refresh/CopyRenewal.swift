import ScheduleContract
import ServiceLifecycle
import Upstream
import Values

/// Renews this replica's copy of a timetable when another replica has found that the timetable changed.
///
/// Otherwise a client that asks again after the hint could get an old copy from this replica for hours. If the renewed
/// copy differs from the previous one, this replica announces the change, too: the last announcement comes once all
/// copies are new.
struct CopyRenewal: Service {
    /// The number of changes that wait; later ones are left to the usual refresh.
    static let capacity = 1_024
    /// The age of a copy that is not renewed, in seconds.
    ///
    /// Two replicas to which the university's server gives different answers would otherwise renew their copies
    /// without end.
    static let minimumAge: Int64 = 10
    /// The time limit of a renewal, shorter than ``minimumAge``.
    static let timeout: Duration = .seconds(8)

    let library: TimetableLibrary
    private let changes: AsyncStream<ScheduleChange>
    private let waiting: AsyncStream<ScheduleChange>.Continuation

    init(library: TimetableLibrary) {
        self.library = library
        (changes, waiting) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.capacity))
    }

    /// Receives a change that a replica announced; does not wait.
    func heard(_ change: ScheduleChange) {
        if case .timetable = change { waiting.yield(change) }
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            for await change in changes { await renew(change) }
        }
        try? await gracefulShutdown()
    }

    /// Renews the copy of a changed timetable, if it is an older one.
    func renew(_ change: ScheduleChange) async {
        guard case .timetable(let subject, let fingerprint, _) = change,
            let cached = await library.cachedPlan(of: subject, keepsInMemory: false),
            cached.value.fingerprint != fingerprint,
            cached.fetchedAt.advanced(bySeconds: Self.minimumAge) <= library.clock.now()
        else { return }
        // If it fails, the copy is refreshed by its age, and that finds the change.
        _ = try? await library.plan(of: subject, refresh: true, deadline: .now + Self.timeout)
    }
}
