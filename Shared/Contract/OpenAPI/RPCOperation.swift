/// `POST /rpc`: any method, as one JSON-RPC object.
enum RPCOperation {
    static let tag = "rpc"
    static let tagDescription = "Any method by its name, for clients that speak JSON-RPC."

    static let operation: JSONNode = {
        let failures = Set(ErrorCode.all.map(\.httpStatus)).subtracting([499]).sorted()
        let headers = [HeaderComponents.requestID, HeaderComponents.contentLanguage]
        let limits = [HeaderComponents.ratePolicy, HeaderComponents.rate]
        var responses: [(String, JSONNode)] = [
            (
                "200",
                [
                    "description": "The result", "headers": HeaderComponents.list(headers + limits),
                    "content": [
                        "application/json": [
                            "schema": ["$ref": "#/components/schemas/RPCResult"],
                            "example": ["jsonrpc": "2.0", "id": 1, "result": ["removed": 12]],
                        ]
                    ],
                ]
            )
        ]
        let failure: JSONNode = ["$ref": "#/components/responses/RPCFailure"]
        responses += failures.map { (String($0), failure) } + [("default", failure)]
        return [
            "operationId": "rpc", "tags": [.string(tag)], "summary": "Calls any method, as one JSON-RPC 2.0 object",
            "description": .string(
                "The method decides whether a token is needed; send it in `Authorization` or in `meta.token`. "
                    + "Parameters of path, query and body are members of `params`. Errors have the HTTP status of "
                    + "their code, and are JSON-RPC objects."),
            "security": [["accessToken": []], .object([])],
            "parameters": [HeaderComponents.parameter("AcceptLanguage")],
            "requestBody": [
                "required": true,
                "content": [
                    "application/json": [
                        "schema": ["$ref": "#/components/schemas/RPCCall"],
                        "example": [
                            "jsonrpc": "2.0", "id": 1, "method": "history.clear", "params": .object([]),
                            "meta": ["locale": "en", "timeoutMs": 2_000],
                        ],
                    ]
                ],
            ],
            "responses": .object(responses),
        ]
    }()

    /// The response with an error.
    static let failure: JSONNode = [
        "description": "An error as a JSON-RPC object",
        "headers": HeaderComponents.list([
            HeaderComponents.requestID, HeaderComponents.contentLanguage, HeaderComponents.challenge,
            HeaderComponents.retryAfter,
        ]),
        "content": [
            "application/json": [
                "schema": ["$ref": "#/components/schemas/RPCFailure"],
                "example": ["jsonrpc": "2.0", "id": 1, "error": ProblemExample.error(.tokenExpired)],
            ]
        ],
    ]

    /// The schemas by name.
    static let components: [(String, JSONNode)] = [
        ("RPCCall", call), ("RPCMeta", meta), ("RPCResult", result), ("RPCFailure", refusal), ("RPCError", error),
        ("RPCErrorData", data),
    ]

    /// The largest integer of an envelope: 2^53.
    private static let largestInteger = 1 << 53

    private static let version: JSONNode = [
        "type": "string", "const": "2.0", "description": "The version of JSON-RPC",
    ]

    /// Printable ASCII that JSON writes without escapes.
    private static let unescaped: JSONNode = #"^[ !#-\[\]-~]+$"#

    private static let call: JSONNode = [
        "type": "object",
        "description": "A call",
        "properties": [
            "jsonrpc": version,
            "id": [
                // Generators take limits of numbers for limits of texts.
                "type": ["string", "integer"], "maxLength": 64,
                "description":
                    "A text of at most 64 bytes, or an integer without fraction and exponent; the answer repeats it",
            ],
            "method": [
                "type": "string", "minLength": 1, "maxLength": 64, "pattern": "^[A-Za-z0-9._]+$",
                "description": "The method's name: an `operationId` of this document", "examples": ["museums.search"],
            ],
            "params": [
                "type": "object",
                "description": .string(
                    "The parameters of the method: those of its operation in path, query and body. The OpenRPC "
                        + "document, which the method `rpc.discover` returns, has their schemas. None if absent."),
            ],
            "meta": ["$ref": "#/components/schemas/RPCMeta"],
        ],
        "required": ["jsonrpc", "id", "method"], "additionalProperties": false,
    ]

    private static let meta: JSONNode = [
        "type": "object",
        "description": "What HTTP sends in header fields; the strings must not contain JSON escapes",
        "properties": [
            "token": [
                "type": "string", "minLength": 1, "maxLength": 4_096, "pattern": unescaped,
                "description": "The access token; an alternative to `Authorization`",
            ],
            "locale": [
                "type": "string", "minLength": 1, "maxLength": 35, "pattern": unescaped,
                "description": "The languages for texts, as in `Accept-Language`", "examples": ["be"],
            ],
            "timeoutMs": [
                "type": "integer", "format": "int64", "minimum": 1, "maximum": .integer(largestInteger),
                "description": "The longest duration of the call in milliseconds; at most the method's own",
            ],
            "idempotencyKey": [
                "type": "string", "minLength": 1, "maxLength": 128, "pattern": unescaped,
                "description": "As `Idempotency-Key`",
            ],
            "traceparent": [
                "type": "string", "minLength": 1, "maxLength": 256, "pattern": unescaped,
                "description": "The caller's trace (W3C Trace Context)",
            ],
        ],
        "additionalProperties": false,
    ]

    private static let id: JSONNode = [
        "type": ["string", "integer", "null"], "description": "The id of the call; null if it could not be read",
    ]

    private static let result: JSONNode = [
        "type": "object",
        "description": "The answer to a call that succeeded",
        "properties": [
            "jsonrpc": version, "id": ["type": ["string", "integer"], "description": "The id of the call"],
            "result": ["type": "object", "description": "The method's result; empty if it has none"],
        ],
        "required": ["jsonrpc", "id", "result"],
    ]

    private static let refusal: JSONNode = [
        "type": "object",
        "description": "The answer to a call that failed",
        "properties": ["jsonrpc": version, "id": id, "error": ["$ref": "#/components/schemas/RPCError"]],
        "required": ["jsonrpc", "id", "error"],
    ]

    private static let error: JSONNode = [
        "type": "object",
        "description": "An error",
        "properties": [
            "code": ["type": "integer", "description": "The number of the error, `code` of a problem"],
            "message": ["type": "string", "description": "The kind of error in words, in the caller's language"],
            "data": ["$ref": "#/components/schemas/RPCErrorData"],
        ],
        "required": ["code", "message", "data"],
    ]

    private static let data: JSONNode = {
        var properties: [(String, JSONNode)] = []
        if case .object(let members)? = ProblemSchema.components.first?.1["properties"] {
            properties = members.filter { !["title", "status", "code"].contains($0.0) }
        }
        return [
            "type": "object",
            "description": "The members that an error has besides its code and its message",
            "properties": .object(properties), "required": ["type", "isRetryable", "traceId"],
        ]
    }()
}
