/// The methods and the notification of event subscriptions, which only lines have.
extension OpenRPCDocument {
    /// The methods that begin and end a subscription.
    static func eventMethods(_ topics: [EventTopic]) -> [JSONNode] {
        guard !topics.isEmpty else { return [] }
        return [
            protocolMethod(
                "rpc.subscribe", "Subscribes the connection to hints that data changed",
                """
                Only on lines; over HTTP there is `GET \(EventRules.path)`. A connection has one subscription, which a \
                second call replaces; if the second call is refused, the first one stays. After the answer, changes \
                are announced by `rpc.event`: ask for the data of the new topics once.

                The caller of a topic's method may watch the topic. The subscription ends with the access token, or \
                after \(EventRules.anonymousSeconds / 60) minutes without one; `rpc.authenticate` with the next token \
                of the same account and roles continues it.

                Topics:

                \(EventTopic.list(topics))
                """,
                params: [
                    (
                        "topics",
                        [
                            "type": "array", "description": "The topics to watch",
                            "items": ["type": "string", "maxLength": .integer(EventRules.maximumTopicLength)],
                            "minItems": 1, "maxItems": .integer(EventRules.maximumTopics), "uniqueItems": true,
                            "examples": .array([.array(topics.map { .string($0.example) })]),
                        ]
                    )
                ],
                result: [
                    "type": "object",
                    "properties": [
                        "topics": ["type": "array", "items": ["type": "string"], "description": "The topics watched"],
                        "expiresAt": [
                            "type": "string", "format": "date-time", "description": "The end of the subscription",
                        ],
                    ],
                    "required": ["topics", "expiresAt"],
                ],
                errors: [
                    .invalidParams, .unauthenticated, .forbidden, .quotaExceeded, .overloaded, .draining, .unavailable,
                ]),
            protocolMethod(
                "rpc.unsubscribe", "Ends the subscription of the connection",
                "Only on lines. Without a subscription, nothing happens.", result: ["type": "object"],
                errors: [.invalidParams, .quotaExceeded]),
        ]
    }

    /// The notification of an event.
    static var eventNotification: JSONNode {
        let kinds = EventKind.ofLines.map { "`\($0.rawValue)`: \($0.summary)." }
        let endings = EventEnding.allCases.map { "`\($0.rawValue)`: \($0.summary)" }
        return [
            "name": "rpc.event", "summary": "An event of the connection's subscription",
            "params": [
                descriptor(
                    "event",
                    [
                        "type": "string", "enum": .array(EventKind.ofLines.map { .string($0.rawValue) }),
                        "description": .string(kinds.joined(separator: " ")),
                    ], isRequired: true),
                descriptor(
                    "topic", ["type": "string", "description": "The topic whose data changed; with `changed`"],
                    isRequired: false),
                descriptor(
                    "version",
                    [
                        "type": "integer",
                        "description": """
                        The number of the announcement, with `changed`. An event whose version is not greater than \
                        the last one of the same topic brings nothing new
                        """,
                    ], isRequired: false),
                descriptor(
                    "reason",
                    [
                        "type": "string", "enum": .array(EventEnding.allCases.map { .string($0.rawValue) }),
                        "description": .string("The reason, with `ended`. \(endings.joined(separator: "; "))"),
                    ], isRequired: false),
            ],
        ]
    }
}
