import Notify
import ServiceRuntime

/// The metrics of `booking`.
struct BookingMetrics: Sendable {
    enum BookingOutcome: String, CaseIterable { case booked, taken, moved, repeated }
    enum CancellationKind: String, CaseIterable { case free, late, park }
    enum NotificationOutcome: String, CaseIterable { case credited, repeated, ended, refused }

    let holds: Counter
    let bookings: OutcomeCounters<BookingOutcome>
    let cancellations: OutcomeCounters<CancellationKind>
    let decisions: Counter
    let notifications: OutcomeCounters<NotificationOutcome>
    let deliveries: OutcomeCounters<DeliveryOutcome>

    init(_ metrics: Metrics) {
        holds = metrics.counter("vokol_booking_holds_total", help: "Holds made")
        bookings = OutcomeCounters("vokol_booking_bookings_total", help: "Attempts to book or move", in: metrics)
        cancellations = OutcomeCounters("vokol_booking_cancellations_total", help: "Bookings cancelled", in: metrics)
        decisions = metrics.counter("vokol_booking_decisions_total", help: "Cases decided")
        notifications = OutcomeCounters(
            "vokol_booking_notifications_total", help: "Notifications from payment providers", in: metrics)
        deliveries = OutcomeCounters("vokol_notify_deliveries_total", help: "Attempts to send messages", in: metrics)
    }
}
