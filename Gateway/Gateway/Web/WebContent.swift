import Crypto
import NIOCore
import Platform
import Synchronization
import Values

/// The bytes of one file in one coding, read when they are first requested.
///
/// Most codings of most files are never requested, so the gateway does not hold them all: at the start it reads each
/// file once to check it and keeps the digest only. Once read, the bytes stay in memory, shared by all event loops.
/// Mapping the files would cost less memory still, but a file that is truncated while it is mapped ends the process.
///
/// Only the bytes that existed when the list was read are served: bytes with another digest are refused, so that no
/// client gets a file that is being replaced.
final class WebContent: Sendable {
    /// The bytes, at once or later.
    enum Availability {
        case ready(ByteBuffer)
        /// Fails with ``WebFault``, on the caller's event loop.
        case coming(EventLoopFuture<ByteBuffer>)
    }

    /// Runs blocking work; tests run it at once.
    typealias Runner = @Sendable (@escaping @Sendable () -> Void) -> Void

    private enum State {
        case unread
        case reading([EventLoopPromise<ByteBuffer>])
        case kept(ByteBuffer)
    }

    let size: Int
    let digest: SHA256.Digest
    private let path: String
    private let run: Runner
    private let state: Mutex<State>

    /// Reads a file once and keeps its digest.
    ///
    /// - Throws: ``WebFault`` if it cannot be read, or has not the size that the list says.
    init(path: String, size: Int, run: @escaping Runner) throws(WebFault) {
        self.path = path
        self.size = size
        self.run = run
        var hash = SHA256()
        var count = 0
        do throws(FileBytes.Fault) {
            let file = try FileBytes(path)
            while let chunk = try file.next() {
                count += chunk.count
                hash.update(data: chunk)
            }
        } catch {
            throw WebFault("cannot read \(error)")
        }
        guard count == size else { throw WebFault("\(path) has \(count) bytes, and not \(size) as listed") }
        digest = hash.finalize()
        state = Mutex(.unread)
    }

    /// Creates content that the gateway itself writes.
    init(_ text: String) {
        path = ""
        size = text.utf8.count
        run = { $0() }
        digest = SHA256.hash(data: Array(text.utf8))
        state = Mutex(.kept(ByteBuffer(string: text)))
    }

    /// The digest in hexadecimal digits.
    var digestText: String { Hex.encode(digest) }

    /// Returns the bytes, which are read off the event loop if nobody asked for them before.
    func bytes(on loop: any EventLoop) -> Availability {
        var isFirst = false
        let found = state.withLock { state -> Availability in
            switch state {
            case .kept(let bytes): return .ready(bytes)
            case .unread:
                isFirst = true
                let promise = loop.makePromise(of: ByteBuffer.self)
                state = .reading([promise])
                return .coming(promise.futureResult)
            case .reading(let others):
                let promise = loop.makePromise(of: ByteBuffer.self)
                state = .reading(others + [promise])
                return .coming(promise.futureResult)
            }
        }
        if isFirst { run { self.read() } }
        return found
    }

    /// The number of bytes in memory; 0 until the file has been read.
    var keptBytes: Int {
        state.withLock { if case .kept(let bytes) = $0 { bytes.readableBytes } else { 0 } }
    }

    private func read() {
        let result = Result { () throws(WebFault) in try checkedBytes() }
        let waiting = state.withLock { state -> [EventLoopPromise<ByteBuffer>] in
            guard case .reading(let waiting) = state else { return [] }
            // After a failure the next request tries again: the file may be put back.
            if case .success(let bytes) = result { state = .kept(bytes) } else { state = .unread }
            return waiting
        }
        for promise in waiting { promise.completeWith(result.mapError { $0 as any Error }) }
    }

    private func checkedBytes() throws(WebFault) -> ByteBuffer {
        let bytes: [UInt8]
        do throws(FileBytes.Fault) {
            bytes = try FileBytes.read(path, maximum: size)
        } catch {
            throw WebFault("cannot read \(error)")
        }
        guard SHA256.hash(data: bytes) == digest else {
            throw WebFault("\(path) has changed since \(WebManifest.name) was read; reload the gateway (SIGHUP)")
        }
        return ByteBuffer(bytes: bytes)
    }
}
