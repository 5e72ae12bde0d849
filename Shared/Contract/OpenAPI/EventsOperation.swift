/// `GET /v1/events`: a stream of hints that data changed, as server-sent events.
enum EventsOperation {
    static let tag = "events"
    static let tagDescription = "Live hints that data changed, for as long as a screen shows it."

    static func operation(_ topics: [EventTopic]) -> JSONNode {
        let limits = [HeaderComponents.ratePolicy, HeaderComponents.rate]
        let errors = [
            ("400", "InvalidRequest"), ("401", "Unauthenticated"), ("403", "RoleRequired"),
            ("422", "InvalidParameters"), ("429", "RateLimited"), ("500", "InternalError"), ("default", "Problem"),
        ]
        var responses: [(String, JSONNode)] = [
            (
                "200",
                [
                    "description": "The stream",
                    "headers": HeaderComponents.list([HeaderComponents.requestID] + limits),
                    "content": ["text/event-stream": ["schema": event, "example": example]],
                ]
            ),
            (
                "503",
                ErrorResponses.Group(
                    status: 503, name: "", codes: [.overloaded, .draining], reasons: [.tooManyStreams]
                ).response(schema: "Problem")
            ),
        ]
        responses += errors.map { ($0.0, ["$ref": .string("#/components/responses/\($0.1)")]) }
        return [
            "operationId": "events", "tags": [.string(tag)],
            "summary": "Opens a stream of hints that data changed (server-sent events)",
            "description": .string(description(topics)),
            "security": [["accessToken": []], .object([])],
            "parameters": [
                [
                    "name": "topics", "in": "query", "required": true,
                    "description": .string("The topics to watch, separated by commas: \(forms(topics))"),
                    "style": "form", "explode": false,
                    "schema": [
                        "type": "array",
                        "items": ["type": "string", "maxLength": .integer(EventRules.maximumTopicLength)],
                        "minItems": 1,
                        "maxItems": .integer(EventRules.maximumTopics), "uniqueItems": true,
                    ],
                    "example": .array(topics.map { .string($0.example) }),
                ],
                HeaderComponents.parameter("AcceptLanguage"),
            ],
            "responses": .object(responses.sorted { $0.0 < $1.0 }),
        ]
    }

    private static func forms(_ topics: [EventTopic]) -> String {
        topics.map { "`\($0.form)`" }.joined(separator: ", ")
    }

    private static func description(_ topics: [EventTopic]) -> String {
        let kinds = EventKind.ofHTTP.map { "- `\($0.rawValue)`: \($0.summary)." }
        return """
            An event holds no data; it says what to ask for again.

            Topics:

            \(EventTopic.list(topics))

            Events:

            \(kinds.joined(separator: "\n"))

            On the wire:

            \(wireExample)

            The `version` of a change grows with each announcement of its service: an event whose version is not \
            greater than the last one of the same topic brings nothing new.

            A comment follows every \(EventRules.commentSeconds) s. The stream ends with the access token, or after \
            \(EventRules.anonymousSeconds / 60) minutes without one; connect again with the next token.
            """
    }

    /// An event, as readers of OpenAPI before 3.2 expect the schema of an event stream to describe it.
    private static let event: JSONNode = [
        "type": "object", "description": "One event of the stream", "required": ["event", "data"],
        "properties": [
            "event": ["type": "string", "description": "The kind of event; ignore others than those listed above"],
            "id": ["type": "string", "description": "The number of the event in this stream"],
            "data": ["type": "string", "contentMediaType": "application/json"],
            "retry": ["type": "integer", "description": "The pause before connecting again, in milliseconds"],
        ],
    ]

    /// Indented, which makes it code in the description.
    private static let wireExample = """
            retry: \(EventRules.retryMilliseconds)
            id: 0
            event: ready
            data: {}

            id: 1
            event: changed
            data: {"topic":"slots:2026-11-23","version":4711}
        """

    private static let example: JSONNode = [
        "event": "changed", "id": "1", "data": #"{"topic":"slots:2026-11-23","version":4711}"#,
    ]
}
