import NIOCore
import NIOPosix
import Notify
import Platform
import Synchronization
import Values

#if canImport(Glibc)
    @_exported import Glibc
#elseif canImport(Musl)
    @_exported import Musl
#elseif canImport(Darwin)
    @_exported import Darwin
#endif

enum NIOSingletonGroup {
    static var any: any EventLoopGroup { MultiThreadedEventLoopGroup.singleton }
}

extension Delivery {
    static func of(_ message: OutgoingMessage, limit: Duration = .seconds(20)) -> Delivery {
        Delivery(
            id: Identifier(unchecked: "019ab3c4-5d6e-7f80-9123-456789abcdef"), message: message,
            at: Instant(milliseconds: 1_795_243_200_000), limit: limit)
    }
}

extension DeliveryPolicy {
    /// Returns the default policy with changes.
    static func with(_ change: (inout DeliveryPolicy) -> Void) -> DeliveryPolicy {
        var policy = DeliveryPolicy()
        change(&policy)
        return policy
    }
}

extension OutgoingMessage {
    static func mail(
        to recipient: String = "ada@example.org", subject: String = "Your code", text: String = "Your code: 493027\n"
    ) -> OutgoingMessage {
        OutgoingMessage(channel: .email, recipient: recipient, subject: subject, text: text)
    }
}

/// A clock that the test advances.
final class OutboxClock: Sendable {
    private let milliseconds = Mutex<Int64>(1_795_243_200_000)
    var now: Int64 { milliseconds.withLock { $0 } }
    func advance(_ duration: Duration) {
        milliseconds.withLock { $0 += duration.components.seconds * 1000 }
    }
}

func fileText(_ path: String) throws -> String {
    String(decoding: try FileBytes.read(path, maximum: 16 << 20), as: UTF8.self)
}
