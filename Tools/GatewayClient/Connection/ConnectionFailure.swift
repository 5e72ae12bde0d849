import Glibc
import HTTP
import Machine
import NIOCore
import NIOPosix

/// The connection failures that NIO does not report itself.
enum ConnectionFailure: Error, CustomStringConvertible {
    case closed
    case answerTooLong

    var description: String {
        switch self {
        case .closed: "the connection was closed"
        case .answerTooLong: "the answer is too long"
        }
    }
}

extension GatewayAddress {
    /// The maximum length of a line or body from a gateway, in bytes: 1 MiB and room for the envelope.
    static let maximumAnswerBytes = (1 << 20) + 4_096

    func unreachable(_ error: any Error) -> OperatorError {
        OperatorError("cannot reach \(host):\(port); is it running? (\(Self.cause(of: error)))")
    }

    func noAnswer(_ error: any Error) -> OperatorError {
        OperatorError("\(host):\(port) did not answer (\(Self.cause(of: error)))")
    }

    /// Returns a short text for a connection's error; for an untrusted certificate, it names the remedy.
    package static func cause(of error: any Error) -> String {
        let text = "\(error)"
        if text.contains("CERTIFICATE_VERIFY_FAILED") || text.contains("unableToValidateCertificate")
            || (error as? HTTPFailure)?.reason == .untrusted
        {
            return "its certificate is not trusted: give --authority, or the instance's --directory"
        }
        if let failure = error as? NIOConnectionError, let first = failure.connectionErrors.first {
            return cause(of: first.error)
        }
        if let failure = error as? IOError { return String(cString: strerror(failure.errnoCode)) }
        return text
    }
}
