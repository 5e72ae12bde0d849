import Values
import Wire

/// Reads answers, possibly of a newer server: unknown members and values are no errors.
enum CallAnswer {
    private struct Envelope: Decodable {
        var result: RawJSON?
        var error: Problem?
    }

    /// Returns the result in an answer.
    ///
    /// - Throws: ``Problem`` for the server's error; ``TransportFailure`` if the answer is not one.
    static func result(in bytes: [UInt8]) throws -> [UInt8] {
        let envelope: Envelope
        do {
            envelope = try decode(Envelope.self, from: bytes)
        } catch {
            throw TransportFailure("the answer is not JSON-RPC", mayHaveBeenSent: true)
        }
        if let problem = envelope.error { throw problem }
        guard let result = envelope.result else {
            throw TransportFailure("the answer has neither result nor error", mayHaveBeenSent: true)
        }
        return result.bytes
    }

    static func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
        // The envelope's level comes on top of those that a result may have.
        try JSONCoding.decode(
            type, from: bytes, unknownMembers: .ignored, maximumDepth: 33, userInfo: ResultDecoding.userInfo)
    }
}
