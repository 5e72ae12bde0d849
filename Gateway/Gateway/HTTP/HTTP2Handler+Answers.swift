import HTTPParsing
import Lines
import NIOCore

/// The sending of answers.
extension HTTP2Handler {
    /// Writes the head of an answer.
    ///
    /// - Parameters:
    ///   - isLast: true if no body follows.
    ///   - lines: writes the fields, as for HTTP/1.1.
    /// - Returns: the number of bytes written.
    func writeHead(
        of stream: HTTP2Stream, status: Int, isLast: Bool, _ lines: (inout HeadWriter) -> Void
    ) -> Int {
        var head = edge.takeBuffer(capacity: 1024)
        head.writeHead(lines)
        block.removeAll(keepingCapacity: true)
        head.withUnsafeReadableBytes { encoder.encode(status: status, $0, into: &block) }
        edge.giveBack(head)
        var written = 0
        write { out in
            let before = out.readableBytes
            var start = 0
            repeat {
                let end = min(start + HTTP2Frame.maximumBytes, block.count)
                var flags: UInt8 = end == block.count ? HTTP2Frame.Flags.endHeaders : 0
                if start == 0, isLast { flags |= HTTP2Frame.Flags.endStream }
                let kind = start == 0 ? HTTP2Frame.Kind.headers : HTTP2Frame.Kind.continuation
                out.writeFrame(kind, flags, stream: stream.id, length: end - start)
                out.writeBytes(block[start..<end])
                start = end
            } while start < block.count
            written = out.readableBytes - before
        }
        return written
    }

    /// Sends a part of an answer, as soon as the client's windows allow.
    func send(_ bytes: ByteBuffer, on stream: HTTP2Stream, isLast: Bool) {
        if stream.outgoing.readableBytes == 0 {
            stream.outgoing = bytes
        } else {
            stream.outgoing.writeImmutableBuffer(bytes)
        }
        queuedBytes += bytes.readableBytes
        stream.endsAfterOutgoing = isLast
        unblock(stream)
        sendQueued()
        if queuedBytes > edge.limits.slowReader.close, !stream.isClosed {
            reset(stream, .enhanceYourCalm, .waiting)
        }
    }

    /// Lets a stream take its turn to send, if it has something to send.
    func unblock(_ stream: HTTP2Stream) {
        guard stream.outgoing.readableBytes > 0 || stream.endsAfterOutgoing else { return }
        guard !stream.isQueued else { return }
        stream.isQueued = true
        stream.blockedSince = nil
        queue.append(stream)
    }

    /// Sends what the windows and the connection allow, one frame of each stream after another.
    func sendQueued() {
        while room > 0, !queue.isEmpty, blockedSince == nil {
            let stream = queue.removeFirst()
            stream.isQueued = false
            guard !stream.isClosed else { continue }
            let waiting = stream.outgoing.readableBytes
            let length = min(waiting, HTTP2Frame.maximumBytes, stream.sendWindow.left, sendWindow.left)
            if waiting > 0, length <= 0 {
                if stream.sendWindow.left <= 0 {
                    stream.blockedSince = edge.now
                } else {
                    stream.isQueued = true
                    queue.insert(stream, at: 0)
                    blockedSince = edge.now
                }
                continue
            }
            sendData(max(length, 0), of: stream)
        }
        noteQueued()
        startWaiting()
    }

    private func sendData(_ length: Int, of stream: HTTP2Stream) {
        guard let bytes = stream.outgoing.readSlice(length: length) else { return }
        let isLast = stream.outgoing.readableBytes == 0 && stream.endsAfterOutgoing
        stream.sendWindow.take(length)
        sendWindow.take(length)
        queuedBytes -= length
        floods.allowUpdates()
        write { out in
            out.writeFrame(
                HTTP2Frame.Kind.data, isLast ? HTTP2Frame.Flags.endStream : 0, stream: stream.id, length: length)
            out.writeImmutableBuffer(bytes)
        }
        if isLast { sent(stream) } else { unblock(stream) }
    }

    /// Ends a stream whose answer is sent.
    ///
    /// If the client is still sending its request, the stream is reset at the next tick only (RFC 9113 §8.1): clients
    /// such as curl 7.88 drop an answer that arrives together with its reset.
    func sent(_ stream: HTTP2Stream) {
        stream.isAnswered = true
        if !stream.isReceiving { remove(stream) }
    }

    /// Counts the bytes that wait in streams among those of all slow readers.
    func noteQueued() {
        let change = queuedBytes - reportedBytes
        guard change != 0 else { return }
        reportedBytes = queuedBytes
        let isWithinShare = edge.backlog.change(by: change)
        if !isWithinShare, queuedBytes >= edge.limits.slowReader.pause { close(because: .slowReader) }
    }
}
