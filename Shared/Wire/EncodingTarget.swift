/// The destination of encoding: a writer, and the stack of values that are being encoded, the outermost first.
///
/// Values are streamed to the writer. Parts that may be written after their successors (nested containers, superclass
/// encoders) go to separate targets, which `finish` inserts in place.
final class EncodingTarget {
    /// The kind of a value, once known.
    enum Shape {
        case undecided, object, array, scalar
    }

    /// A value being encoded.
    struct Frame {
        /// The value's number within the target, which reveals a container that outlives its value.
        let serial: Int
        var shape = Shape.undecided
    }

    /// A reference to a frame.
    struct Place {
        let index: Int
        let serial: Int
    }

    // The writer runs no code of the values, so accesses cannot overlap; checking each would cost a tenth of the time.
    @exclusivity(unchecked) var writer = JSONWriter()
    private let depth: Int
    @exclusivity(unchecked) private var frames: [Frame] = []
    private var serials = 0
    private var insertions: [(offset: Int, target: EncodingTarget)] = []
    private var fault: EncodingError?

    /// The maximum nesting depth of values.
    private static let maximumDepth = 64

    /// Creates a target nested in `depth` values that are being encoded.
    init(depth: Int) {
        self.depth = depth
    }

    /// Begins the root value, which `finish` ends.
    func beginRoot() -> Place {
        serials += 1
        frames.append(Frame(serial: serials))
        return Place(index: frames.count - 1, serial: serials)
    }

    /// Encodes a value at the writer's position.
    ///
    /// On failure, its partial output is removed, because a type may catch the error and continue.
    func encode(_ value: some Encodable) throws {
        guard depth + frames.count < Self.maximumDepth else {
            throw EncodingError.invalidValue(value, Self.context("values are nested too deeply"))
        }
        let before = (writer: writer.mark, frames: frames.count, insertions: insertions.count)
        do {
            let place = beginRoot()
            try value.encode(to: ValueEncoder(target: self, place: place))
            end(frames[place.index])
            frames.removeLast()
        } catch {
            writer.restore(before.writer)
            frames.removeLast(frames.count - before.frames)
            insertions.removeLast(insertions.count - before.insertions)
            throw error
        }
    }

    /// Checks that the value at `place` is the one currently being encoded.
    func check(_ place: Place) throws {
        guard isCurrent(place) else {
            throw EncodingError.invalidValue(
                (), Self.context("a container is used while or after its value is written"))
        }
    }

    /// Begins the value at `place` as an object or an array, or continues it; a mismatch fails the whole encoding.
    func begin(_ shape: Shape, at place: Place) {
        guard isCurrent(place), frames[place.index].shape == .undecided || frames[place.index].shape == shape else {
            return noteMisuse()
        }
        guard frames[place.index].shape == .undecided else { return }
        frames[place.index].shape = shape
        shape == .object ? writer.beginObject() : writer.beginArray()
    }

    /// Writes the value at `place` with `write`; if that fails, its kind stays undecided.
    func writeScalar(at place: Place, _ write: () throws -> Void) throws {
        try check(place)
        guard frames[place.index].shape == .undecided else {
            throw EncodingError.invalidValue((), Self.context("a value is written twice"))
        }
        frames[place.index].shape = .scalar
        do {
            try write()
        } catch {
            frames[place.index].shape = .undecided
            throw error
        }
    }

    /// Creates a target for a member or element of the value at `place` that may be written after its successors.
    func insertTarget(at place: Place, named name: String?) -> EncodingTarget {
        let target = EncodingTarget(depth: depth + frames.count)
        if !isCurrent(place) || depth + frames.count >= Self.maximumDepth { noteMisuse() }
        if let name { writer.key(name) }
        writer.beginValue()
        insertions.append((writer.bytes.count, target))
        return target
    }

    private func noteMisuse() {
        fault = EncodingError.invalidValue((), Self.context("the use of containers does not produce JSON"))
    }

    /// Ends all open values and returns the JSON.
    func finish() throws -> [UInt8] {
        for frame in frames.reversed() { end(frame) }
        frames.removeAll()
        if let fault { throw fault }
        guard !insertions.isEmpty else { return writer.bytes }
        var bytes: [UInt8] = []
        var written = 0
        for (offset, target) in insertions {
            bytes += writer.bytes[written..<offset]
            bytes += try target.finish()
            written = offset
        }
        return bytes + writer.bytes[written...]
    }

    private func isCurrent(_ place: Place) -> Bool {
        place.index == frames.count - 1 && frames[place.index].serial == place.serial
    }

    private func end(_ frame: Frame) {
        switch frame.shape {
        case .object: writer.endObject()
        case .array: writer.endArray()
        case .scalar: break
        case .undecided:
            writer.beginObject()
            writer.endObject()
        }
    }

    private static func context(_ description: String) -> EncodingError.Context {
        EncodingError.Context(codingPath: [], debugDescription: description)
    }
}
