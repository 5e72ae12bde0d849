import HTTPParsing
import NIOCore
import RPC

/// The handling of frames.
extension HTTP2Handler {
    /// Handles a frame.
    func take(_ frame: HTTP2Frame, _ payload: UnsafeRawBufferPointer, at now: NIODeadline) throws(HTTP2Fault) {
        switch frame {
        case .data(let id, let range, let counted, let isLast):
            try takeData(
                id, UnsafeRawBufferPointer(rebasing: payload[range]), counted: counted, isLast: isLast, at: now)
        case .headers(let id, let block, let isLast):
            try takeHeaders(id, UnsafeRawBufferPointer(rebasing: payload[block]), isLast: isLast, at: now)
        case .reset(let id): try takeReset(id, at: now)
        case .windowUpdate(let id, let increment): try takeWindowUpdate(id, increment, at: now)
        case .settings(let settings):
            try countControl(at: now)
            try apply(settings)
        case .ping(let range):
            try countControl(at: now)
            write { $0.writePing(answering: UnsafeRawBufferPointer(rebasing: payload[range])) }
        case .pingAcknowledgement:
            try countControl(at: now)
            // Whatever the client sent before it heard of the shutdown has arrived.
            if case .announced = shutdown { endShutdown() }
        case .priority, .settingsAcknowledgement, .goAway, .unknown: try countControl(at: now)
        }
    }

    /// Charges a frame that belongs to no request to the connection and to the client's address.
    private func countControl(at now: NIODeadline) throws(HTTP2Fault) {
        guard !floods.countControl(at: now), edge.gate.guardAdmits(client.keys, at: now) else {
            throw .connection(.enhanceYourCalm)
        }
    }

    // MARK: Headers

    private func takeHeaders(
        _ id: UInt32, _ block: UnsafeRawBufferPointer, isLast: Bool, at now: NIODeadline
    ) throws(HTTP2Fault) {
        // Decoded in any case, for the table that later blocks refer to.
        fields.removeAll()
        try decoder.decode(block, into: &fields)
        if let stream = streams[id] { return try takeTrailers(stream, isLast: isLast) }
        if id <= lastStream {
            guard wasReset(id) else { throw .connection(.streamClosed) }
            return try countControl(at: now)
        }
        guard id % 2 == 1 else { throw .connection(.violation) }
        if case .final = shutdown { return try countControl(at: now) }
        lastStream = id
        floods.allowUpdates()
        let stream = HTTP2Stream(id, on: self, isReceiving: !isLast, sendWindow: initialWindow)
        guard streams.count < maximumStreams else {
            streams[id] = stream
            return reset(stream, .refusedStream, .refused)
        }
        streams[id] = stream
        try open(stream, isLast: isLast, at: now)
    }

    private func open(_ stream: HTTP2Stream, isLast: Bool, at now: NIODeadline) throws(HTTP2Fault) {
        let limits = edge.limits.http
        let head: RequestHead
        do throws(HTTP2HeadFault) {
            head = try RequestHead(
                &fields, hasBody: !isLast, limits: .init(lineBytes: limits.requestLineBytes, fields: limits.fields))
        } catch {
            switch error {
            case .malformed: throw .stream(stream.id, .violation)
            case .refused(let fault): return stream.refuse(fault)
            }
        }
        var bytes = edge.takeBuffer(capacity: fields.bytes.count)
        bytes.writeBytes(fields.bytes)
        let request = EdgeRequest(head: head, bytes: bytes, edge: edge, at: now)
        if request.route?.isRaw == true { request.lines = ByteBuffer(bytes: fields.lines) }
        stream.begin(request, behind: forwarder, at: now)
        guard !stream.isClosed else { return }
        if isLast { return try stream.endRequest() }
        if head.expectsContinue { _ = writeHead(of: stream, status: 100, isLast: false) { _ in } }
    }

    private func takeTrailers(_ stream: HTTP2Stream, isLast: Bool) throws(HTTP2Fault) {
        guard stream.isReceiving else { throw .stream(stream.id, .streamClosed) }
        guard isLast, !fields.isTooLarge, RequestHead.areTrailersValid(fields) else {
            throw .stream(stream.id, .violation)
        }
        try stream.endRequest()
    }

    // MARK: Data

    private func takeData(
        _ id: UInt32, _ bytes: UnsafeRawBufferPointer, counted: Int, isLast: Bool, at now: NIODeadline
    ) throws(HTTP2Fault) {
        guard receiveWindow.receive(counted) else { throw .connection(.flowControl) }
        guard let stream = streams[id], stream.isReceiving else {
            use(counted)
            guard id <= lastStream else { throw .connection(.violation) }
            try countControl(at: now)
            if !wasReset(id) { throw .stream(id, .streamClosed) }
            return
        }
        guard stream.receiveWindow.receive(counted) else {
            use(counted)
            throw .stream(id, .flowControl)
        }
        if bytes.isEmpty, !isLast { try countControl(at: now) }
        if stream.isAnswered {
            use(counted)
            return isLast ? try stream.endRequest() : ()
        }
        stream.heldBytes += bytes.count
        use(counted - bytes.count)
        try stream.take(bytes)
        guard !stream.isClosed else { return }
        if isLast { return try stream.endRequest() }
        let increment = stream.receiveWindow.use(counted)
        if increment > 0 { write { $0.writeWindowUpdate(id, increment) } }
    }

    // MARK: Other frames

    private func takeReset(_ id: UInt32, at now: NIODeadline) throws(HTTP2Fault) {
        guard id <= lastStream else { throw .connection(.violation) }
        guard let stream = streams[id] else { return try countControl(at: now) }
        edge.metrics.reset(.client)
        remove(stream)
        countReset()
    }

    private func takeWindowUpdate(_ id: UInt32, _ increment: Int, at now: NIODeadline) throws(HTTP2Fault) {
        guard !floods.countUpdate(at: now) else { throw .connection(.enhanceYourCalm) }
        if id == 0 {
            guard sendWindow.add(increment) else { throw .connection(.flowControl) }
            blockedSince = nil
        } else if let stream = streams[id] {
            guard stream.sendWindow.add(increment) else { throw .stream(id, .flowControl) }
            unblock(stream)
        } else {
            guard id <= lastStream else { throw .connection(.violation) }
            return
        }
        sendQueued()
    }

    private func apply(_ settings: [HTTP2Frame.Setting]) throws(HTTP2Fault) {
        for setting in settings {
            switch setting.id {
            case HTTP2Frame.Setting.headerTableSize: encoder.setTableLimit(Int(setting.value))
            case HTTP2Frame.Setting.initialWindow:
                let change = Int(setting.value) - initialWindow
                initialWindow += change
                guard change != 0 else { continue }
                for stream in streams.values {
                    guard stream.sendWindow.add(change) else { throw .connection(.flowControl) }
                    unblock(stream)
                }
            default: break
            }
        }
        write { $0.writeSettingsAcknowledgement() }
        sendQueued()
    }
}
