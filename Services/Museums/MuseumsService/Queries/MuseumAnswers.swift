import MuseumsContract
import Resilience
import Synchronization
import Values

/// The encoded answers of `museums.get`, cached for a few seconds, or until a replica announces a change.
final class MuseumAnswers: Sendable {
    private let cache: ExpiringCache<MuseumAnswerKey, [UInt8]>
    /// The number of announced changes.
    private let changes = Mutex<UInt64>(0)

    init(_ cache: ExpiringCache<MuseumAnswerKey, [UInt8]>) { self.cache = cache }

    func value(for key: MuseumAnswerKey) -> [UInt8]? { cache.value(for: key) }

    /// The point in time at which a read begins.
    var readPoint: UInt64 { changes.withLock(\.self) }

    /// Caches an answer, unless a change was announced since it was read.
    func insert(_ answer: [UInt8], for key: MuseumAnswerKey, readAt point: UInt64) {
        changes.withLock { changes in
            if changes == point { cache.insert(answer, for: key) }
        }
    }

    /// Drops the answers that a change affects.
    func heard(_ change: MuseumChange) {
        changes.withLock { changes in
            switch change {
            case .marks: return
            case .museum(let id):
                for language in Language.allCases { cache.remove(MuseumAnswerKey(id: id.text, language: language)) }
            case .everything: cache.removeAll()
            }
            changes += 1
        }
    }
}
