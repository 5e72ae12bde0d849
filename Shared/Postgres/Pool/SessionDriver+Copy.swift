import Platform

/// The state of a `COPY … FROM STDIN`.
struct CopyIn {
    enum Phase {
        /// Waiting for the server to be ready for rows.
        case starting
        /// Waiting for the caller's next chunk.
        case streaming
        /// Part of a chunk is still to be sent.
        case sending([UInt8], from: Int)
        /// Everything was sent; waiting for the server's result.
        case ending
    }

    var phase: Phase
    /// The caller that waits for the end of this phase.
    var call: Call?
    var result: ResultStorage?
    var failure: PostgresError?

    /// Records a failure, unless an earlier one has been recorded.
    mutating func note(_ error: PostgresError) {
        if failure == nil { failure = error }
    }

    var isStreaming: Bool {
        if case .streaming = phase { true } else { false }
    }
}

extension SessionDriver {
    /// The maximum number of bytes passed to libpq at a time.
    private static let copySliceSize = 64 * 1_024

    func startCopy(_ call: Call, sql: String) throws(PostgresError) {
        guard call.claim(by: session.wake) else { return }
        guard session.exitPipeline(), session.sendSimple(sql) else { throw session.failure }
        copy = CopyIn(phase: .starting, call: call)
        monitor.statementStarted(now: ContinuousClock.now)
        try flush()
    }

    func sendCopyChunk(_ call: Call, _ bytes: [UInt8]) throws(PostgresError) {
        guard copy != nil else {
            call.finish(.failure(PostgresError(.other, "no COPY is in progress")))
            return
        }
        guard call.claim(by: session.wake) else { return }
        copy?.call = call
        copy?.phase = .sending(bytes, from: 0)
        try continueCopy()
    }

    func endCopy(_ call: Call, failure: String?) throws(PostgresError) {
        guard copy != nil else {
            call.finish(.success([]))
            return
        }
        _ = call.claim(by: session.wake)
        guard session.sendCopyEnd(failure: failure) else { throw session.failure }
        copy?.call = call
        copy?.phase = .ending
        try flush()
        // The reply of a server that rejected a row may have been read already, and then nothing more wakes the thread.
        try receiveCopy()
    }

    /// Continues the `COPY` as far as the socket permits.
    func continueCopy() throws(PostgresError) {
        switch copy?.phase {
        case .sending(let bytes, let start): try pump(bytes, from: start)
        case .starting, .ending: try receiveCopy()
        // libpq reads no replies before the end of the rows.
        case .streaming, nil: break
        }
    }

    private func pump(_ bytes: [UInt8], from start: Int) throws(PostgresError) {
        var position = start
        while !isBlocked, position < bytes.count {
            let end = min(position + Self.copySliceSize, bytes.count)
            let isSent = bytes.withUnsafeBytes {
                session.sendCopy(UnsafeRawBufferPointer(rebasing: $0[position..<end]))
            }
            guard isSent else { throw session.failure }
            position = end
            try flush()
        }
        guard position == bytes.count, !isBlocked else {
            copy?.phase = .sending(bytes, from: position)
            return
        }
        copy?.phase = .streaming
        copy?.call?.finish(.success([]))
        copy?.call = nil
    }

    private func receiveCopy() throws(PostgresError) {
        while let phase = copy?.phase {
            switch session.nextReply() {
            case .pending: return
            case .copyIn:
                guard case .starting = phase else { throw violation("COPY began twice") }
                copy?.phase = .streaming
                copy?.call?.finish(.success([]))
                copy?.call = nil
                return
            case .result(let result): copy?.result = result
            case .error(let error): copy?.note(error)
            case .end: try copyEnded()
            case .sync, .aborted, .unexpected: throw violation("an unexpected answer to COPY")
            }
        }
    }

    private func copyEnded() throws(PostgresError) {
        guard let ended = copy else { return }
        copy = nil
        monitor.becameQuiet()
        guard session.enterPipeline() else { throw session.failure }
        if let failure = ended.failure {
            lease?.note(failure)
            ended.call?.finish(.failure(failure))
        } else if case .starting = ended.phase {
            ended.call?.finish(.failure(PostgresError(.other, "the statement is not COPY … FROM STDIN")))
        } else {
            ended.call?.finish(.success(ended.result.map { [$0] } ?? []))
        }
    }
}
