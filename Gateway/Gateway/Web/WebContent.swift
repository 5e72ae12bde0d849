import Crypto
import NIOCore
import Platform
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
    /// The bytes, at once or later; a future fails with ``WebFault``.
    typealias Availability = ValueOnDemand<ByteBuffer>.Availability

    let size: Int
    let digest: SHA256.Digest
    private let content: Content

    private enum Content {
        case file(ValueOnDemand<ByteBuffer>)
        case text(ByteBuffer)
    }

    /// Reads a file once and keeps its digest.
    ///
    /// - Throws: ``WebFault`` if it cannot be read, or has not the size that the list says.
    init(path: String, size: Int, run: @escaping WorkRunner) throws(WebFault) {
        self.size = size
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
        let digest = hash.finalize()
        self.digest = digest
        content = .file(ValueOnDemand(run: run) { try Self.checkedBytes(path, size: size, digest: digest) })
    }

    /// Creates content that the gateway itself writes.
    init(_ text: String) {
        size = text.utf8.count
        digest = SHA256.hash(data: Array(text.utf8))
        content = .text(ByteBuffer(string: text))
    }

    /// The digest in hexadecimal digits.
    var digestText: String { Hex.encode(digest) }

    /// Returns the bytes, which are read off the event loop if nobody asked for them before.
    func bytes(on loop: any EventLoop) -> Availability {
        switch content {
        case .file(let bytes): bytes.value(on: loop)
        case .text(let bytes): .ready(bytes)
        }
    }

    /// The number of bytes in memory; 0 until the file has been read.
    var keptBytes: Int {
        switch content {
        case .file(let bytes): bytes.kept?.readableBytes ?? 0
        case .text(let bytes): bytes.readableBytes
        }
    }

    private static func checkedBytes(_ path: String, size: Int, digest: SHA256.Digest) throws(WebFault) -> ByteBuffer {
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
