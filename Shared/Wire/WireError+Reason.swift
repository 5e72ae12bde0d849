extension WireError {
    /// The fault of a line, in English.
    public enum Reason: String, CaseIterable, Sendable {
        // MARK: JSON

        case noBytes = "there are no bytes"
        case tooManyBytes = "there are too many bytes"
        case truncated = "the JSON ends too early"
        case tooDeep = "the JSON is nested too deeply"
        case notUTF8 = "a string is not valid UTF-8"
        case controlCharacter = "a string contains a control character"
        case unendingString = "a string does not end"
        case halfSurrogate = "an escape is half a surrogate pair"
        case unknownEscape = "an escape is unknown"
        case shortEscape = "an escape lacks four hexadecimal digits"
        case missingComma = "a comma or a closing bracket is missing"
        case missingName = "a member's name is missing"
        case missingColon = "a colon is missing"
        case missingDigit = "a number lacks a digit"
        case missingValue = "a value is missing"
        case trailingBytes = "bytes follow the value"

        // MARK: Calls

        case valueNotObject = "the value must be an object"
        case lineNotObject = "the line must be an object"
        case batch = "a batch is not supported"
        case unknownMember = "the envelope has an unknown member"
        case repeatedMember = "a member of the envelope is repeated"
        case version = "jsonrpc must be \"2.0\""
        case idType = "id must be a string or an integer within 2^53"
        case idLength = "id must have at most 64 bytes"
        case idNull = "id must not be null"
        case methodMissing = "method is missing"
        case methodType = "method must be a string"
        case methodLength = "method must have 1 to 64 bytes"
        case methodCharacters = "method must consist of letters, digits, dots and underscores"
        case paramsType = "params must be an object"
        case requestWithResult = "a request has no result and no error"
        case metaType = "meta must be an object"
        case unknownMetaMember = "meta has an unknown member"
        case repeatedMetaMember = "a member of meta is repeated"
        case metaEscape = "a string of meta must not contain escapes"
        case token = "meta.token must be a string of 1 to 4096 bytes"
        case locale = "meta.locale must be a string of 1 to 35 bytes"
        case timeout = "meta.timeoutMs must be an integer from 1 to 2^53"
        case idempotencyKey = "meta.idempotencyKey must be a string of 1 to 128 printable ASCII characters"
        case traceparent = "meta.traceparent must be a string of 1 to 256 bytes"

        // MARK: Links between processes

        case principal = "meta.principal must be an object"
        case remoteAddress = "meta.remoteAddress must be a string of 1 to 64 bytes"
        case unknownAnswerMember = "an answer has an unknown member"
        case answerContent = "an answer has either a result or an error"
        case answerID = "an answer needs an id that is an unsigned integer"
        case errorType = "error must be an object"
        case errorContent = "error needs code and message"
        case unknownErrorMember = "error has an unknown member"
        case repeatedErrorMember = "a member of error is repeated"
        case errorCode = "error.code must be an integer within 2^53"
        case errorMessage = "error.message must be a string"
        case errorData = "error.data must be an object"
        case retryAfter = "error.data.retryAfterMs must be one integer from 0 to 2^53"
    }
}
