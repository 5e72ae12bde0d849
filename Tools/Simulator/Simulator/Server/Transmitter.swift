import NIOCore
import NIOPosix

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Carries out a ``Transmission`` on one connection, step by step, on the connection's event loop.
final class Transmitter {
    private static let chunk = 65_536
    /// The interval between two parts of a drip.
    private static let drop: TimeAmount = .milliseconds(100)

    private let channel: any Channel
    private var steps: ArraySlice<Transmission.Step>
    private var finished: (() -> Void)?

    /// Prepares a transmission.
    ///
    /// - Parameter finished: called once, after the last step or when the connection has closed; not called after
    ///   `silence`.
    init(_ transmission: Transmission, on channel: any Channel, finished: @escaping () -> Void) {
        self.channel = channel
        steps = transmission.steps[...]
        self.finished = finished
    }

    /// Performs the next step; the transmission ends when the connection has closed.
    func proceed() {
        guard channel.isActive else { return finish() }
        guard let step = steps.popFirst() else { return finish() }
        switch step {
        case .bytes(let bytes):
            send(bytes) { $0.proceed() }
        case .wait(let milliseconds):
            after(.milliseconds(Int64(milliseconds))) { $0.proceed() }
        case .drip(let bytes, let rate):
            let share = max(1, rate / 10)
            send(Array(bytes.prefix(share))) { transmitter in
                let rest = Array(bytes.dropFirst(share))
                if rest.isEmpty { return transmitter.proceed() }
                let pause = rate >= 10 ? Self.drop : .milliseconds(Int64(1000 / max(1, rate)))
                transmitter.steps = [.drip(rest, bytesPerSecond: rate)] + transmitter.steps
                transmitter.after(pause) { $0.proceed() }
            }
        case .flood(let count):
            guard count > 0 else { return proceed() }
            let length = min(count, Self.chunk)
            send(Self.chunked([UInt8](repeating: UInt8(ascii: "a"), count: length))) { transmitter in
                transmitter.steps = [.flood(bytes: count - length)] + transmitter.steps
                transmitter.proceed()
            }
        case .endless:
            send(Self.chunked(Array("                ".utf8))) { transmitter in
                transmitter.steps = [.endless]
                transmitter.after(Self.drop) { $0.proceed() }
            }
        case .silence: break
        case .close:
            channel.close(promise: nil)
            finish()
        case .reset:
            reset()
            finish()
        }
    }

    /// Returns bytes as one chunk of a chunked body.
    static func chunked(_ bytes: [UInt8]) -> [UInt8] {
        Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + Array("\r\n".utf8)
    }

    private func finish() {
        finished?()
        finished = nil
    }

    private func send(_ bytes: [UInt8], then next: @escaping (Transmitter) -> Void) {
        let loop = channel.eventLoop
        let bound = NIOLoopBound((self, next), eventLoop: loop)
        channel.writeAndFlush(ByteBuffer(bytes: bytes)).whenComplete { _ in
            let (transmitter, next) = bound.value
            next(transmitter)
        }
    }

    private func after(_ pause: TimeAmount, _ next: @escaping (Transmitter) -> Void) {
        let bound = NIOLoopBound((self, next), eventLoop: channel.eventLoop)
        channel.eventLoop.scheduleTask(in: pause) {
            let (transmitter, next) = bound.value
            next(transmitter)
        }
    }

    /// Closes the connection with a linger time of zero, which resets it.
    private func reset() {
        guard let options = channel as? any SocketOptionProvider else { return channel.close(promise: nil) }
        let bound = NIOLoopBound(channel, eventLoop: channel.eventLoop)
        options.setSoLinger(linger(l_onoff: 1, l_linger: 0)).whenComplete { _ in bound.value.close(promise: nil) }
    }
}
