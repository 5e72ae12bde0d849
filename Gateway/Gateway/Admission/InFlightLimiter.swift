/// Limits the calls in flight per caller, in total and per service, over all connections and event loops.
///
/// The counts of a caller's services share one word, so that a call changes one word when it begins and one when it
/// ends.
final class InFlightLimiter: Sendable {
    /// The limits of one caller.
    struct Maxima: Equatable, Sendable {
        var total: Int
        /// The calls in flight to one service.
        var service = Int.max
    }

    private let slots: KeyedSlots
    private let maxima: Maxima
    /// The bits of a service's count; the highest bit of the word stays free, as ``KeyedSlots`` requires.
    private let bits: UInt64
    private let mask: UInt64
    private let services: Int

    /// Creates a limiter.
    ///
    /// - Parameters:
    ///   - capacity: the number of callers with calls in flight.
    ///   - maxima: the calls in flight allowed per caller; a service's are limited by the bits of its count, too.
    ///   - services: the number of services that are counted separately, 1 to 16.
    init(capacity: Int, maxima: Maxima, services: Int = 1) {
        slots = KeyedSlots(capacity: capacity)
        self.services = min(max(services, 1), 16)
        bits = 63 / UInt64(self.services)
        mask = (1 << bits) - 1
        self.maxima = Self.maxima(maxima, mask: mask)
    }

    /// Creates a limiter that counts in total only.
    convenience init(capacity: Int, maximum: Int) { self.init(capacity: capacity, maxima: Maxima(total: maximum)) }

    /// Creates a limiter with other maxima that counts together with `other`.
    init(_ other: InFlightLimiter, maxima: Maxima) {
        (slots, services, bits, mask) = (other.slots, other.services, other.bits, other.mask)
        self.maxima = Self.maxima(maxima, mask: mask)
    }

    /// Returns the maxima that counts of `mask` can hold, at least 1.
    private static func maxima(_ maxima: Maxima, mask: UInt64) -> Maxima {
        Maxima(total: max(1, maxima.total), service: min(max(1, maxima.service), Int(mask)))
    }

    /// Counts the start of a call; returns false without counting if the caller has too many or the table is full.
    ///
    /// - Parameter service: the place of the called service among those counted.
    func begin(_ key: LimitKey, service: Int = 0) -> Bool {
        slots.update(key.value, isFree: { $0 == 0 }) { counts in
            guard count(of: service, in: counts) < maxima.service, total(of: counts) < maxima.total else { return nil }
            return counts + one(of: service)
        } == .changed
    }

    /// Counts the end of a call; to be called once for each ``begin(_:service:)`` that returned `true`.
    func end(_ key: LimitKey, service: Int = 0) {
        _ = slots.update(key.value, isFree: { $0 == 0 }) { counts in
            count(of: service, in: counts) > 0 ? counts - one(of: service) : nil
        }
    }

    /// Returns the number of calls in flight of a caller.
    func count(_ key: LimitKey) -> Int { total(of: slots.value(of: key.value)) }

    private func one(of service: Int) -> UInt64 { 1 << shift(of: service) }

    private func count(of service: Int, in counts: UInt64) -> Int { Int(counts >> shift(of: service) & mask) }

    private func total(of counts: UInt64) -> Int {
        var (total, rest) = (UInt64(0), counts)
        while rest != 0 {
            total += rest & mask
            rest >>= bits
        }
        return Int(total)
    }

    private func shift(of service: Int) -> UInt64 { bits * UInt64(min(service, services - 1)) }
}
