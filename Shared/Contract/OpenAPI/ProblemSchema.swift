/// The schemas of errors that all operations share.
enum ProblemSchema {
    /// The schemas by name: the problem and its parts.
    static let components: [(String, JSONNode)] = [
        ("Problem", problem), ("ProblemType", type), ("ParameterFault", fault), ("FaultLimits", limits),
    ]

    private static let problem: JSONNode = [
        "type": "object",
        "description": "An error (RFC 9457)",
        "properties": [
            "type": [
                "$ref": "#/components/schemas/ProblemType",
                "description": "The kind of error; a GET of this path returns an explanation",
            ],
            "title": ["type": "string", "description": "The kind of error in words, in the caller's language"],
            "status": ["type": "integer", "description": "The HTTP status", "minimum": 400, "maximum": 599],
            "code": ["type": "integer", "description": "The number of the same error on the line protocol"],
            "isRetryable": [
                "type": "boolean", "description": .string(ErrorCode.retryableText),
            ],
            "retryAfterMs": [
                "type": "integer", "minimum": 0, "description": "Milliseconds to wait before the call is repeated",
            ],
            "traceId": [
                "type": "string", "pattern": "^[0-9a-f]{32}$",
                "description": "The id of the call in the logs; quote it when you report the error",
            ],
            "reason": [
                "type": "string",
                "description": "The reason within the kind: a stable word for programs, such as `slot-taken`",
            ],
            "detail": [
                "type": "string",
                "description": "What is wrong and what to do: a sentence for people, in the caller's language",
            ],
            "errors": [
                "type": "array", "items": ["$ref": "#/components/schemas/ParameterFault"],
                "description": "All faults in the parameters, with 422",
            ],
            // Without a type, so that generators accept the types that the problems of operations give it.
            "details": ["description": "An object with data that some reasons carry"],
        ],
        "required": ["type", "title", "status", "code", "isRetryable", "traceId"],
    ]

    private static let type: JSONNode = [
        "type": "string", "format": "uri-reference", "description": "The kind of error",
        "x-extensible-enum": .array(ErrorCode.all.map { .string($0.typeURI) }),
    ]

    private static let fault: JSONNode = [
        "type": "object",
        "description": "A fault in one parameter",
        "properties": [
            "pointer": [
                "type": "string",
                "description":
                    "The JSON pointer (RFC 6901) to the parameter, wherever it is sent; empty for the request as a whole",
                "examples": ["/password", "/near/latitude"],
            ],
            "rule": [
                "type": "string", "description": "The rule that the value violates: a stable word for programs",
                "examples": ["required", "too-short", "format"],
            ],
            "limits": ["$ref": "#/components/schemas/FaultLimits"],
            "detail": [
                "type": "string", "description": "What is wrong: a sentence for people, in the caller's language",
                "examples": ["Password must have at least 8 characters"],
            ],
        ],
        "required": ["pointer", "rule", "detail"],
    ]

    private static let limits: JSONNode = [
        "type": "object",
        "description": "The limits of the violated rule; which of them are present depends on the rule",
        "properties": [
            "min": ["type": "number", "description": "The smallest allowed number, or number of characters"],
            "max": ["type": "number", "description": "The largest allowed number, or number of characters or items"],
            "earliest": ["type": "string", "format": "date", "description": "The first allowed date"],
            "latest": ["type": "string", "format": "date", "description": "The last allowed date"],
            "step": ["type": "number", "description": "The number that the value must be a multiple of"],
            "type": ["type": "string", "description": "The JSON type that the value must have"],
            "currency": ["type": "string", "description": "The currency that the amount must have"],
            "format": ["type": "string", "description": "The name of the format that the text must have"],
            "values": [
                "type": "array", "items": ["type": "string"], "description": "The allowed values",
            ],
            "members": [
                "type": "array", "items": ["type": "string"], "description": "The other members that the rule is about",
            ],
            "byte": ["type": "integer", "description": "The position of the fault in the request, in bytes"],
        ],
    ]
}
