import Platform

/// A map of the Earth's time zones and countries, which `deploy/zones/build` makes.
///
/// Its tables, of a megabyte and a half, are mapped read-only, so that processes share them. The borders, twenty times
/// as long, are read block by block at each look-up: mapped, they would count as resident once they have been used.
public final class ZoneMap: Sendable {
    /// The zone and the country of a point.
    public struct Entry: Hashable, Sendable {
        /// The IANA identifier; at sea that of the meridian, such as `Etc/GMT-3`.
        public var identifier: String
        /// The ISO 3166 code; `nil` at sea.
        public var country: String?
    }

    /// The reason that a file is not a map.
    public struct Fault: Error, CustomStringConvertible {
        public let description: String
    }

    private let layout: ZoneMapLayout
    private let descriptor: Int32
    /// The beginning of the file, up to the borders; unmapped with the object.
    nonisolated(unsafe) private let tables: UnsafeRawBufferPointer
    private let entries: [Entry]

    /// Opens a map.
    ///
    /// - Throws: ``Fault`` if the file cannot be read or is none.
    public init(_ path: String) throws(Fault) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw Fault(description: "\(path): \(String(cString: strerror(errno)))") }
        var status = stat()
        var head = [UInt8](repeating: 0, count: ZoneMapLayout.headerBytes)
        guard fstat(descriptor, &status) == 0, pread(descriptor, &head, head.count, 0) == head.count,
            let layout = head.withUnsafeBytes({ ZoneMapLayout($0, fileBytes: Int(status.st_size)) }),
            let start = mmap(nil, layout.words, PROT_READ, MAP_SHARED, descriptor, 0), start != MAP_FAILED
        else {
            close(descriptor)
            throw Fault(description: "\(path) is not a map of time zones")
        }
        tables = UnsafeRawBufferPointer(start: start, count: layout.words)
        entries = layout.entries(in: tables)
        self.layout = layout
        self.descriptor = descriptor
    }

    deinit {
        munmap(UnsafeMutableRawPointer(mutating: tables.baseAddress), tables.count)
        close(descriptor)
    }

    /// Returns the zone and the country of a point, or `nil` if no polygon contains it.
    public func entry(at location: Location) -> Entry? {
        let point = ZoneMapPoint(
            x: Int64((location.longitude.value * 1_000_000).rounded()),
            y: Int64((location.latitude.value * 1_000_000).rounded()))
        return withUnsafeTemporaryAllocation(of: UInt32.self, capacity: ZoneMapBlock.maximumWords) { buffer in
            for index in 0..<layout.polygonCount {
                let polygon = layout.polygon(index, in: tables)
                if polygon.box.contains(point), contains(polygon, point, buffer) {
                    return polygon.zone < entries.count ? entries[polygon.zone] : nil
                }
            }
            return nil
        }
    }

    /// Returns true if a ray from the point to the east crosses the polygon's border an odd number of times.
    private func contains(
        _ polygon: ZoneMapPolygon, _ point: ZoneMapPoint, _ buffer: UnsafeMutableBufferPointer<UInt32>
    ) -> Bool {
        var isInside = false
        for index in polygon.blocks where index < layout.blockCount {
            let block = layout.block(index, in: tables)
            guard block.isCrossed(byRayFrom: point) else { continue }
            let bytes = UnsafeMutableRawBufferPointer(buffer)
            let wanted = block.wordCount * 4
            // A block that cannot be read counts as not crossed: the file has been damaged.
            guard wanted <= bytes.count, let start = bytes.baseAddress,
                pread(descriptor, start, wanted, off_t(layout.words + block.firstWord * 4)) == wanted
            else { continue }
            if block.isCrossedOddly(byRayFrom: point, UnsafeBufferPointer(buffer)) { isInside.toggle() }
        }
        return isInside
    }
}
