import Values

/// The errors of methods, and the schema of their `data`.
extension OpenRPCDocument {
    /// The reasons that errors of any call may carry, whatever its method.
    static let commonReasons: [ErrorReason] = [
        .idMissing, .idInUse, .twoTokens, .contentType, .tokenMalformed, .tokenKeyUnknown, .tokenSignatureWrong,
        .tokenExpired, .tokenNotYetValid, .tokenNotForUs, .sessionEnded, .addressGuard, .tooManyInFlight, .noReplica,
        .connectionLost, .shuttingDown,
    ]

    /// The codes that every method can end with.
    ///
    /// Those that precede any method, such as `parse-error`, are components only.
    private static let commonCodes: Set<ErrorCode> = [
        .invalidParams, .internal, .unauthenticated, .quotaExceeded, .tooLarge, .deadlineExceeded, .unavailable,
        .overloaded, .badUpstream, .draining, .cancelled,
    ]

    /// Returns the errors of a method, in the order of the registry: each code once, with all its reasons.
    ///
    /// A code without a reason of this method is a reference to a component.
    static func errors(of declaration: MethodDeclaration, recorder: inout SchemaRecorder) throws -> [JSONNode] {
        var reasons = declaration.reasons
        if case .role = declaration.access { reasons.append(.roleRequired) }
        if declaration.session.needsPresence { reasons.append(.stepUpRequired) }
        if declaration.idempotency == .keyed { reasons.append(.idempotencyKeyMissing) }
        var codes = commonCodes.union(reasons.map(\.code))
        if declaration.idempotency == .keyed { codes.insert(.idempotencyMismatch) }
        // A path parameter names a thing, which may not exist.
        if declaration.http?.pathParameters.isEmpty == false { codes.insert(.notFound) }
        return try ErrorCode.all.filter(codes.contains).map { code in
            let own = reasons.filter { $0.code == code }
            guard !own.isEmpty else { return reference("errors", code.name) }
            let names = Set(own.map(\.reason))
            let common = commonReasons.filter { $0.code == code && !names.contains($0.reason) }
            return try error(code, reasons: own + common, recorder: &recorder)
        }
    }

    /// Returns an error object, whose `data` is the JSON Schema of the member on the wire.
    ///
    /// - Parameter reasons: the reasons to list; those of other codes are skipped.
    static func error(
        _ code: ErrorCode, reasons: [ErrorReason], recorder: inout SchemaRecorder
    ) throws -> JSONNode {
        let reasons = reasons.filter { $0.code == code }
        var properties: [(String, JSONNode)] = [("type", ["const": .string(code.typeURI)])]
        if !code.canLeaveOutcomeUnknown { properties.append(("isRetryable", ["const": .bool(code.isRetryable)])) }
        if !reasons.isEmpty {
            let values = reasons.map { reason -> JSONNode in
                ["const": .string(reason.reason), "description": .string(reason.sentence.english)]
            }
            // More reasons may be added, so any text is valid.
            properties.append(("reason", ["anyOf": .array(values + [["type": "string"]])]))
        }
        var details: [JSONNode] = []
        for reason in reasons {
            guard let type = reason.details else { continue }
            details.append(
                try recorder.schema(of: type, as: .result).setting(
                    "description", .string("With the reason `\(reason.reason)`")))
        }
        if !details.isEmpty { properties.append(("details", ["anyOf": .array(details)])) }
        return [
            "code": .integer(code.number), "message": .string(code.message),
            "data": ["allOf": [reference("schemas", "ErrorData")], "properties": .object(properties)],
        ]
    }

    /// The schema of an error's `data`, whatever its code.
    static var errorDataSchema: JSONNode {
        [
            "type": "object", "description": "The `data` of an error",
            "properties": [
                "type": [
                    "type": "string", "format": "uri-reference",
                    "description": "The kind of error: `/problems/` and the name of its code",
                    "examples": [.string(ErrorCode.invalidParams.typeURI)],
                ],
                "isRetryable": [
                    "type": "boolean", "description": .string(ErrorCode.retryableText),
                ],
                "retryAfterMs": [
                    "type": "integer", "minimum": 0, "description": "The time to wait before that, in milliseconds",
                ],
                "traceId": [
                    "type": "string", "pattern": "^[0-9a-f]{32}$", "description": "The call in the server's logs",
                ],
                "errors": [
                    "type": "array", "maxItems": 16, "description": "The faults in the call",
                    "items": reference("schemas", "ErrorFault"),
                ],
                "reason": [
                    "type": "string", "description": "The stable name of the reason", "examples": ["no-replica"],
                ],
                "detail": ["type": "string", "description": "The reason and what to do, in the caller's language"],
                "details": ["type": "object", "description": "Data of the reason"],
            ],
            "required": ["type", "isRetryable", "traceId"],
        ]
    }

    /// The schema of one fault in a call.
    static var errorFaultSchema: JSONNode {
        [
            "type": "object", "description": "A fault in one member of the parameters",
            "properties": [
                "pointer": [
                    "type": "string", "format": "json-pointer",
                    "description": "The member as a JSON Pointer into the parameters; empty for the whole",
                    "examples": ["/limit"],
                ],
                "rule": [
                    "type": "string", "description": "The stable name of the violated rule", "examples": ["too-short"],
                ],
                "limits": [
                    "type": "object", "description": "The limits of the rule", "examples": [["min": 8]],
                ],
                "detail": ["type": "string", "description": "The fault as a sentence in the caller's language"],
            ],
            "required": ["pointer", "rule", "detail"],
        ]
    }
}
