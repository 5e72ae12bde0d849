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

    /// The public methods by group, in the order of the API document.
    public static let groups: [MethodGroup] =
        Auth.groups + Museums.groups + Aggregator.groups + Schedule.groups + Booking.groups

    /// The methods that clients can call through the gateway.
    public static let `public`: [any Method.Type] = all.filter { !$0.declaration.access.isInternal }

    /// The topics of events.
    public static let topics: [EventTopic] =
        Booking.topics + Schedule.topics + Museums.topics + Aggregator.topics
}

extension OpenAPIDocument {
    /// Builds the document of all public methods.
    /// - Parameter openServices: the services whose openable methods need no sign-in on this instance.
    /// - Throws: a decoding error if a contract type cannot be described; a test shows that none fails.
    public static func build(openServices: Set<ServiceName> = ServiceName.openByDefault) throws -> JSONNode {
        try build(
            methods: Methods.public, groups: Methods.groups, topics: Methods.topics, openServices: openServices)
    }
}
