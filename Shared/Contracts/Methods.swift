@_exported public import AggregatorContract
@_exported public import AuthContract
@_exported public import BookingContract
public import Contract
@_exported public import MuseumsContract
@_exported public import ScheduleContract

/// The methods of all services.
public enum Methods {
    /// All methods, public and internal, by service.
    public static let all: [any Method.Type] =
        Auth.methods + Museums.methods + Aggregator.methods + Schedule.methods + Booking.methods

    /// The methods that clients can call through the gateway.
    public static let `public`: [any Method.Type] = all.filter { !$0.declaration.access.isInternal }
}
