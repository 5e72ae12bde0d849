// The fuzzer compiles this file together with Wire's own sources, as one module.
#if canImport(Wire)
    import Wire
#endif

/// The properties that hold for any bytes; the fuzzer looks for counterexamples.
enum WireOracle {
    /// Returns the property that the bytes violate, or `nil`.
    static func violatedInvariant(_ bytes: [UInt8]) -> String? {
        for profile in [EnvelopeScanner.Profile.client, .link] {
            if let broken = brokenByRequest(bytes, profile) { return broken }
        }
        return brokenByResponse(bytes) ?? brokenByCoding(bytes)
    }

    private typealias Scan<Envelope> = (UnsafeMutableRawBufferPointer) throws(WireError) -> Envelope

    /// Scans a copy of the bytes, and returns the result with the copy as the scanner left it.
    private static func scan<Envelope>(
        _ bytes: some Sequence<UInt8>, _ body: Scan<Envelope>
    ) -> (result: Result<Envelope, WireError>, bytes: [UInt8]) {
        var copy = Array(bytes)
        let result = copy.withUnsafeMutableBytes { buffer in
            Result { () throws(WireError) -> Envelope in try body(buffer) }
        }
        return (result, copy)
    }

    private static func value(_ bytes: some Sequence<UInt8>, mustBeObject: Bool = false) -> Result<
        Range<Int>, WireError
    > {
        scan(bytes) { buffer throws(WireError) in
            try EnvelopeScanner(profile: .client).scanValue(buffer, mustBeObject: mustBeObject)
        }.result
    }

    private static func brokenByRequest(_ bytes: [UInt8], _ profile: EnvelopeScanner.Profile) -> String? {
        let scanner = EnvelopeScanner(profile: profile)
        let (result, scanned) = scan(bytes) { buffer throws(WireError) in try scanner.scanRequest(buffer) }
        let envelope: RequestEnvelope
        switch result {
        case .failure(let error): return brokenByRefusal(error, bytes)
        case .success(let found): envelope = found
        }
        if let broken = brokenByRewriting(bytes, scanned) { return broken }
        let again = scan(scanned) { buffer throws(WireError) in try scanner.scanRequest(buffer) }
        if (try? again.result.get()) != envelope || again.bytes != scanned { return "a scanned line scans differently" }
        let line = scan(bytes) { buffer throws(WireError) in try scanner.scanLine(buffer) }
        if (try? line.result.get()) != .request(envelope) { return "scanLine disagrees with scanRequest" }
        if !isMethod(scanned[envelope.method]) { return "a method of other bytes" }
        if let id = envelope.id, (try? value(scanned[id]).get()) != 0..<id.count { return "an id that is no value" }
        for object in [envelope.params, envelope.meta.principal].compactMap(\.self) {
            if (try? value(scanned[object], mustBeObject: true).get()) != 0..<object.count { return "no whole object" }
        }
        if profile == .client, envelope.meta.principal != nil || envelope.meta.remoteAddress != nil {
            return "a client speaks for the gateway"
        }
        return brokenBySplicing(envelope, scanned)
    }

    /// Checks that the parts of a request, in an envelope of our own, make one line of the same meaning.
    private static func brokenBySplicing(_ envelope: RequestEnvelope, _ line: [UInt8]) -> String? {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("jsonrpc")
        writer.string("2.0")
        writer.key("method")
        line[envelope.method].withUnsafeBytes { writer.string(utf8: $0) }
        if let id = envelope.id {
            writer.key("id")
            writer.raw(line[id])
        }
        if let params = envelope.params {
            writer.key("params")
            writer.raw(line[params])
        }
        writer.endObject()
        if writer.bytes.contains(where: { $0 == 0x0A || $0 == 0x0D }) { return "a spliced line holds a line break" }
        let (result, spliced) = scan(writer.bytes) { buffer throws(WireError) in
            try EnvelopeScanner(profile: .link).scanRequest(buffer)
        }
        guard let again = try? result.get(), spliced[again.method] == line[envelope.method],
            again.params.map({ spliced[$0] }) == envelope.params.map({ line[$0] }),
            again.id.map({ spliced[$0] }) == envelope.id.map({ line[$0] })
        else { return "a spliced line says something else" }
        return nil
    }

    private static func brokenByResponse(_ bytes: [UInt8]) -> String? {
        let scanner = EnvelopeScanner(profile: .link)
        let (result, scanned) = scan(bytes) { buffer throws(WireError) in try scanner.scanResponse(buffer) }
        let envelope: ResponseEnvelope
        switch result {
        case .failure(let error): return brokenByRefusal(error, bytes)
        case .success(let found): envelope = found
        }
        if let broken = brokenByRewriting(bytes, scanned) { return broken }
        let again = scan(scanned) { buffer throws(WireError) in try scanner.scanLine(buffer) }
        if (try? again.result.get()) != .response(envelope) { return "scanLine disagrees with scanResponse" }
        guard (envelope.result == nil) != (envelope.error == nil) else { return "not one of result and error" }
        guard (envelope.error == nil) == (envelope.errorCode == nil) else { return "an error without its code" }
        for range in [envelope.result, envelope.error].compactMap(\.self) {
            if (try? value(scanned[range]).get()) != 0..<range.count { return "no whole value" }
        }
        return nil
    }

    /// Checks that a line is refused as an envelope if and only if it is JSON.
    private static func brokenByRefusal(_ error: WireError, _ bytes: [UInt8]) -> String? {
        guard error.offset >= 0, error.offset <= bytes.count else { return "a fault outside of the line" }
        let json = value(bytes)
        guard error.kind == .envelope else {
            guard case .failure(let fault) = json, fault.kind == error.kind, fault.offset == error.offset,
                error.id == nil
            else { return "another fault as a value than as an envelope" }
            return nil
        }
        guard case .success = json else { return "broken JSON is taken for an envelope" }
        if let id = error.id, (try? value(bytes[id]).get()) != 0..<id.count { return "an id that is no value" }
        return nil
    }

    private static func brokenByRewriting(_ before: [UInt8], _ after: [UInt8]) -> String? {
        let expected = before.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
        return after == expected ? nil : "more or less than line breaks was changed"
    }

    private static func isMethod(_ bytes: ArraySlice<UInt8>) -> Bool {
        let allowed = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._".utf8)
        return (1...64).contains(bytes.count) && bytes.allSatisfy(allowed.contains)
    }

    /// Checks that the decoder accepts what the scanner accepts, except duplicates and numbers that no `Double` holds.
    private static func brokenByCoding(_ bytes: [UInt8]) -> String? {
        let isJSON = (try? value(bytes).get()) != nil
        let tree: JSONTree
        do {
            tree = try JSONCoding.decode(JSONTree.self, from: bytes)
        } catch {
            let details = error.problems.map(\.detail)
            let isAllowed =
                details == ["is repeated"] || details.first?.hasPrefix("must be a number of at most") == true
            if details.count != 1 { return "a failure without exactly one problem" }
            return isJSON == isAllowed ? nil : "the decoder disagrees with the scanner: \(details)"
        }
        guard isJSON else { return "the decoder takes what the scanner refuses" }
        guard let encoded = try? JSONCoding.encode(tree) else { return "a decoded value cannot be encoded" }
        guard (try? JSONCoding.decode(JSONTree.self, from: encoded)) == tree else {
            return "a value changes on its way"
        }
        guard (try? value(encoded).get()) == 0..<encoded.count else { return "the encoder writes no JSON" }
        let raw = try? JSONCoding.encode([JSONCoding.decode(RawJSON.self, from: bytes)])
        guard let raw, !raw.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return "raw JSON with a line break" }
        guard (try? JSONCoding.decode([JSONTree].self, from: raw, maximumDepth: 33)) == [tree] else {
            return "raw JSON changes on its way"
        }
        return nil
    }
}
