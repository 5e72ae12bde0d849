import Values

extension CityTable {
    /// The number of matches below which misspelt names are searched, too.
    private static let misspellingThreshold = 5
    /// The maximum number of names with one beginning to examine.
    private static let maximumKeys = 20_000
    private static let maximumQuery = 64

    /// Finds cities whose name equals, begins with, or is close to the typed text; returns each once, sorted by match,
    /// then by population.
    ///
    /// - Parameters:
    ///   - country: limits the search to its cities.
    ///   - isWhole: true for a complete name, such as a parameter's; false for a prefix.
    func search(_ typed: String, country: String? = nil, limit: Int, isWhole: Bool = false) -> [FoundCity] {
        let query = String(String.UnicodeScalarView(Folding.fold(typed).unicodeScalars.prefix(Self.maximumQuery)))
        guard !query.isEmpty else { return [] }
        var found: [UInt32: FoundCity.Match] = [:]
        func take(_ key: Key, _ match: FoundCity.Match) {
            if let country, self.country(of: rows[Int(key.row)]) != country { return }
            found[key.row] = min(found[key.row] ?? match, match)
        }
        let bytes = Array(query.utf8)
        for key in keys[firstKey(from: bytes)...].prefix(Self.maximumKeys) {
            let name = self.bytes(of: key)
            guard name.starts(with: bytes) else { break }
            if name.count == bytes.count, !key.isInner {
                take(key, .exact)
            } else if !isWhole {
                take(key, key.isInner ? .inner : .beginning)
            }
        }
        if found.count < Self.misspellingThreshold { addMisspelt(query, isWhole: isWhole, take) }
        let best = found.sorted { left, right in
            let (first, second) = (rows[Int(left.key)], rows[Int(right.key)])
            if left.value != right.value { return left.value < right.value }
            return first.population != second.population ? first.population > second.population : left.key < right.key
        }
        return best.prefix(limit).map { FoundCity(city: city($0.key), match: $0.value) }
    }

    private func addMisspelt(_ query: String, isWhole: Bool, _ take: (Key, FoundCity.Match) -> Void) {
        let typed = Array(query.unicodeScalars)
        let allowed = EditDistance.allowedErrors(length: typed.count)
        guard allowed > 0 else { return }
        let letters = Self.letters(query)
        for key in keys where !key.isInner {
            // Each error accounts for at most one letter that the name lacks.
            guard (letters & ~key.letters).nonzeroBitCount <= allowed,
                Int(key.name.length) + allowed * 2 >= typed.count
            else { continue }
            let name = Array(String(decoding: bytes(of: key), as: UTF8.self).unicodeScalars)
            if let match = FoundCity.Match.misspelt(typed, as: name, isWhole: isWhole) { take(key, match) }
        }
    }

    /// Returns the nearest city with exactly this name, whatever its language, or `nil` if none is within `kilometres`.
    func city(named name: String, near place: Location, within kilometres: Double) -> City? {
        let bytes = Array(Folding.fold(name).utf8)
        guard !bytes.isEmpty else { return nil }
        let named = keys[firstKey(from: bytes)...].prefix { self.bytes(of: $0).elementsEqual(bytes) }
        let distances = named.filter { !$0.isInner }.map { key in
            (row: key.row, metres: place.metres(to: location(of: rows[Int(key.row)])))
        }
        let near = distances.filter { $0.metres <= kilometres * 1_000 }.min { $0.metres < $1.metres }
        return near.map { city($0.row) }
    }

    private func firstKey(from bytes: [UInt8]) -> Int {
        var low = 0
        var high = keys.count
        while low < high {
            let middle = (low + high) / 2
            if self.bytes(of: keys[middle]).lexicographicallyPrecedes(bytes) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Returns the city nearest to a place and its distance in metres, or `nil` if none is within `kilometres` (1 to
    /// 2,000).
    ///
    /// - Parameters:
    ///   - needsZone: limits the search to cities with a known time zone.
    ///   - country: limits the search to its cities.
    func nearest(
        to place: Location, within kilometres: Double, hasZone needsZone: Bool = false, country: String? = nil
    ) -> (city: City, metres: Double)? {
        // A degree of latitude is at least 110.57 km.
        let reach = Int32((kilometres / 110.5 * 100_000).rounded(.up))
        let latitude = Int32((place.latitude.value * 100_000).rounded())
        var best: (row: UInt32, metres: Double)?
        for index in firstRow(from: latitude - reach)..<byLatitude.count {
            let row = rows[Int(byLatitude[index])]
            if row.latitude > latitude + reach { break }
            if needsZone, !hasZone(row) { continue }
            if let country, self.country(of: row) != country { continue }
            let metres = place.metres(to: location(of: row))
            if metres <= kilometres * 1_000, metres < best?.metres ?? .infinity { best = (byLatitude[index], metres) }
        }
        return best.map { (city($0.row), $0.metres) }
    }

    private func firstRow(from latitude: Int32) -> Int {
        var low = 0
        var high = byLatitude.count
        while low < high {
            let middle = (low + high) / 2
            if rows[Int(byLatitude[middle])].latitude < latitude { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Returns the most populous city of a country.
    func largestCity(of country: String) -> City? {
        let row = rows.indices.filter { self.country(of: rows[$0]) == country }.max {
            rows[$0].population < rows[$1].population
        }
        return row.map { city(UInt32(truncatingIfNeeded: $0)) }
    }
}
