/// The parts of the document that no declaration describes: the protocol's own methods and notifications, the
/// envelope's `meta`, servers and tags.
extension OpenRPCDocument {
    static let guide = """
        A city companion: museums, weather and news, timetables, booking. This document describes the methods as \
        JSON-RPC 2.0 calls: on a line connection (TLS with the ALPN protocol `ndjson-rpc/1`, one object a line), and \
        one at a time in the body of `POST /rpc`. The same methods have HTTP paths of their own (`x-http`), which \
        `/openapi.json` describes.

        Parameters are an object, by name. A call may carry the member `meta` (`x-meta`): the access token, the \
        language of texts, an idempotency key. Methods say with `x-access` who may call them: `anyone`; `signed-in`, \
        with an access token; `role`, with the role `x-role`; `openable`, signed in unless the instance opens the \
        service.

        `x-idempotency` is `idempotent` if a call can be repeated, `keyed` if it needs an idempotency key, and `none` \
        if it must not be repeated blindly. `x-cost` is what a call counts against the rate limit, in calls. \
        `x-timeout-ms` is the longest time a call may take, and `x-request-bytes` the greatest length of its \
        parameters.

        The `data` of an error is given as a JSON Schema. Errors that precede any method (`parse-error`, \
        `invalid-request`, `method-not-found`) are listed in the components only. Titles, reasons and faults are texts \
        in the caller's language; this document shows the English ones. A newer server may add reasons: treat one that \
        you do not know by its code.
        """

    static var servers: JSONNode {
        let variables: JSONNode = [
            "host": ["default": "localhost", "description": "The gateway's host"],
            "port": ["default": "8443", "description": "The gateway's port, the same for both protocols"],
        ]
        return [
            [
                "name": "lines", "url": "tls://{host}:{port}", "summary": "JSON-RPC lines over TLS",
                "description": "Offer the ALPN protocol `ndjson-rpc/1`", "variables": variables,
            ],
            [
                "name": "http", "url": "https://{host}:{port}/rpc", "summary": "One JSON-RPC object a request",
                "description": "POST with the content type `application/json`", "variables": variables,
            ],
        ]
    }

    static var tags: [(String, JSONNode)] {
        let services = ServiceName.allCases.map { service in
            let description =
                switch service {
                case .auth: "Accounts, sessions and access tokens"
                case .museums: "The catalogue of museums"
                case .aggregator: "Places, weather, news, and the history of look-ups"
                case .schedule: "Timetables of the university"
                case .booking: "The park: slots, bookings, passes and payments"
                }
            return (service.rawValue, description)
        }
        return (services + [("rpc", "The protocol itself")]).map { name, description in
            (name, ["name": .string(name), "description": .string(description)])
        }
    }

    /// The schemas that the protocol's own parts refer to.
    static var protocolSchemas: [String: JSONNode] {
        ["CallMeta": metaSchema, "ErrorData": errorDataSchema, "ErrorFault": errorFaultSchema]
    }

    // MARK: Methods and notifications

    /// The protocol's own methods and notifications that a client sends.
    static var protocolMethods: [JSONNode] {
        [
            protocolMethod(
                "rpc.authenticate", "Sets the access token of the connection",
                """
                Only on lines. Later calls without a token of their own use this one, and every call checks it again. \
                A second call replaces the token; if the new token is refused, the old one stays.
                """,
                params: [("token", ["type": "string", "description": "An access token, 1 to 4096 bytes"])],
                result: [
                    "type": "object",
                    "properties": [
                        "user": ["type": "string", "description": "The id of the signed-in account"],
                        "expiresAt": [
                            "type": "string", "format": "date-time", "description": "The end of the access token",
                        ],
                    ],
                    "required": ["user", "expiresAt"],
                ], errors: [.invalidParams, .unauthenticated, .quotaExceeded]),
            protocolMethod(
                "rpc.discover", "Returns this document", "On lines and in `POST /rpc`, without a token.",
                result: ["type": "object", "description": "An OpenRPC document"],
                errors: [.invalidParams, .quotaExceeded]),
            protocolMethod(
                "rpc.cancel", "Cancels a call in flight",
                """
                A notification, sent without an `id`. The call ends with the error `cancelled`; if it has ended \
                already, nothing happens.
                """,
                params: [("id", ["type": ["string", "integer"], "description": "The id of the call, as it was sent"])]),
            protocolMethod(
                "rpc.pong", "Answers `rpc.ping`",
                "A notification, sent without an `id`. The server pings only clients that have sent one."),
        ]
    }

    static func protocolMethod(
        _ name: String, _ summary: String, _ description: String, params: [(String, JSONNode)] = [],
        result: JSONNode? = nil, errors: [ErrorCode] = []
    ) -> JSONNode {
        // Mirrors the members of a method object.
        var members: [(String, JSONNode)] = [
            ("name", .string(name)), ("tags", [reference("tags", "rpc")]), ("summary", .string(summary)),
            ("description", .string(description)), ("paramStructure", "by-name"),
            ("params", .array(params.map { descriptor($0.0, $0.1, isRequired: true) })),
        ]
        // A method without a result is a notification.
        if let result { members.append(("result", ["name": "result", "schema": result])) }
        if !errors.isEmpty { members.append(("errors", .array(errors.map { reference("errors", $0.name) }))) }
        return .object(members + [("x-access", "anyone"), ("x-cost", 1)])
    }

    /// The notifications that the server sends, for which OpenRPC has no place.
    static var serverNotifications: [JSONNode] {
        [
            [
                "name": "rpc.hello", "summary": "The first line of a connection",
                "params": [
                    descriptor(
                        "protocol", ["type": "integer", "description": "The protocol's version"], isRequired: true),
                    descriptor("server", ["type": "string", "description": "Always `vokol`"], isRequired: true),
                    descriptor(
                        "time", ["type": "string", "format": "date-time", "description": "The server's clock"],
                        isRequired: true),
                    descriptor("limits", helloLimits, isRequired: true),
                ],
            ],
            [
                "name": "rpc.ping", "summary": "Asks for `rpc.pong`; two that go unanswered close the connection",
                "params": .array([]),
            ],
            [
                "name": "rpc.goaway",
                "summary": "The server is shutting down: finish the calls in flight and reconnect",
                "params": [
                    descriptor("reason", ["type": "string", "description": "For the client's log"], isRequired: true),
                    descriptor(
                        "graceMs",
                        ["type": "integer", "description": "The time after which the server closes, in milliseconds"],
                        isRequired: true),
                ],
            ],
        ]
    }

    private static var helloLimits: JSONNode {
        [
            "type": "object", "description": "The limits of the connection",
            "properties": [
                "lineBytes": ["type": "integer", "description": "The maximum length of a line to the server"],
                "inFlight": ["type": "integer", "description": "The maximum number of calls in flight"],
                "idleMs": [
                    "type": "integer",
                    "description":
                        "The time without a call after which the server closes; absent if there is no such limit",
                ],
            ],
            "required": ["lineBytes", "inFlight"],
        ]
    }

    private static var metaSchema: JSONNode {
        [
            "type": "object",
            "description": "The member `meta` of a call; its strings must not contain escapes",
            "properties": [
                "token": ["type": "string", "minLength": 1, "maxLength": 4096, "description": "An access token"],
                "locale": [
                    "type": "string", "minLength": 1, "maxLength": 35,
                    "description": "The language of texts, as in `Accept-Language`: en, ru or be; English by default",
                    "examples": ["be", "ru-BY, en;q=0.5"],
                ],
                "timeoutMs": [
                    "type": "integer", "format": "int64", "minimum": 1, "maximum": 9_007_199_254_740_992,
                    "description": "The time that the call may take; the method's own limit applies, too",
                ],
                "idempotencyKey": [
                    "type": "string", "pattern": #"^[ !#-\[\]-~]{1,128}$"#,
                    "description":
                        "Identifies a call that may be repeated: new for each call, the same for a repetition",
                ],
                "traceparent": [
                    "type": "string", "minLength": 1, "maxLength": 256,
                    "description": "The trace to continue (W3C Trace Context)",
                    "examples": ["00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"],
                ],
            ],
            "additionalProperties": false,
        ]
    }
}
