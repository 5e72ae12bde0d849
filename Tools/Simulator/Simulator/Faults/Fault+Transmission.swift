extension Fault {
    /// Returns the steps that send an answer under this fault.
    func transmission(_ answer: Answer, body: [UInt8], isHead: Bool, keepsConnection: Bool) -> Transmission {
        let plain = Transmission(answer, body: body, isHead: isHead, keepsConnection: keepsConnection)
        func head(_ framing: Transmission.Framing) -> [UInt8] {
            Transmission.head(answer, framing: framing, keepsConnection: false)
        }
        let first = Transmission.Step.bytes(head(.length(body.count)))
        switch fault {
        case .delayBody:
            return Transmission([first, .wait(milliseconds: milliseconds ?? 1000), .bytes(body), .close])
        case .drip:
            let bytes = head(.length(body.count)) + body
            return Transmission([.drip(bytes, bytesPerSecond: max(1, bytesPerSecond ?? 10)), .close])
        case .hang: return Transmission([.silence])
        case .stall: return Transmission([first, .bytes(Array(body.prefix(bytes ?? body.count / 2))), .silence])
        case .close: return Transmission(cut(head(.length(body.count)) + body) + [.close])
        case .reset: return Transmission(cut(head(.length(body.count)) + body) + [.reset])
        case .endlessChunks:
            return Transmission([.bytes(head(.chunked) + Transmitter.chunked(Array(body.prefix(100)))), .endless])
        case .longLength: return Transmission([.bytes(head(.length(body.count + 100)) + body), .close])
        case .shortLength: return Transmission([.bytes(head(.length(max(0, body.count - 10))) + body), .close])
        case .huge:
            let opening = answer.isXML ? "<rss><channel><title>" : "{\"padding\":\""
            let start = head(.chunked) + Transmitter.chunked(Array(opening.utf8))
            return Transmission([
                .bytes(start), .flood(bytes: bytes ?? 50_000_000), .bytes(Array("0\r\n\r\n".utf8)), .close,
            ])
        default:
            guard let milliseconds else { return fault == .delayHeaders ? plain.after(milliseconds: 1000) : plain }
            return plain.after(milliseconds: milliseconds)
        }
    }

    private func cut(_ all: [UInt8]) -> [Transmission.Step] {
        let kept = Array(all.prefix(bytes ?? 0))
        return kept.isEmpty ? [] : [.bytes(kept)]
    }

    /// Returns an answer with the header fields that its changed body needs.
    func labelled(_ answer: Answer) -> Answer {
        fault == .gzip || fault == .brokenGzip ? answer.adding("Content-Encoding", "gzip") : answer
    }
}

extension Transmission {
    fileprivate func after(milliseconds: Int) -> Transmission {
        var later = self
        later.steps.insert(.wait(milliseconds: milliseconds), at: 0)
        return later
    }
}
