/// Words in the order of their letters, each with a number.
///
/// Neighbours share a beginning, which a search for similar words compares once.
struct WordList: Sendable {
    /// A word a few typing errors away from another.
    struct Match: Equatable, Sendable {
        var place: Int
        var errors: Int
        /// False if only the beginning of the word is so near.
        var isWhole: Bool
    }

    /// The letters of all words, one after another, as UTF-16 code units.
    private let letters: [UInt16]
    /// The beginning of each word in `letters`, and the end of the last.
    private let starts: [Int32]
    /// The number of letters that each word has in common with the one before.
    private let shared: [UInt8]
    private let numbers: [Int32]

    /// Creates a list; letters of a word after the first 255 are ignored.
    init(_ words: [(word: String, number: Int)]) {
        let sorted = words.map { (letters: Array($0.word.utf16.prefix(255)), number: Int32($0.number)) }.sorted {
            $0.letters == $1.letters ? $0.number < $1.number : $0.letters.lexicographicallyPrecedes($1.letters)
        }
        var (letters, starts, shared, before): ([UInt16], [Int32], [UInt8], [UInt16]) = ([], [0], [], [])
        for (word, _) in sorted {
            shared.append(UInt8(zip(before, word).prefix { $0 == $1 }.count))
            letters += word
            starts.append(Int32(letters.count))
            before = word
        }
        (self.letters, self.starts, self.shared, numbers) = (letters, starts, shared, sorted.map(\.number))
    }

    var count: Int { numbers.count }

    func number(at place: Int) -> Int { Int(numbers[place]) }

    func word(at place: Int) -> String { String(decoding: letters[range(place)], as: UTF16.self) }

    /// Returns the number of letters of a word.
    func length(at place: Int) -> Int { range(place).count }

    private func range(_ place: Int) -> Range<Int> { Int(starts[place])..<Int(starts[place + 1]) }

    /// Returns the place of a word; `nil` if it is not in the list.
    func place(of word: String) -> Int? { places(of: word).first }

    /// Returns the places of a word that may be in the list several times.
    func places(of word: String) -> Range<Int> {
        let typed = Array(word.utf16)
        let start = firstPlace(from: typed)
        let end = (start..<count).first { range($0).count != typed.count || !begins($0, with: typed) }
        return start..<(end ?? count)
    }

    /// Returns the places of the first `most` words that begin with `beginning`.
    func places(beginning: String, most: Int) -> Range<Int> {
        let typed = Array(beginning.utf16)
        let start = firstPlace(from: typed)
        let places = start..<min(count, start + most)
        return start..<(places.first { !begins($0, with: typed) } ?? places.upperBound)
    }

    private func begins(_ place: Int, with typed: [UInt16]) -> Bool { letters[range(place)].starts(with: typed) }

    /// Returns the place of the first word that does not come before `typed`.
    private func firstPlace(from typed: [UInt16]) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if letters[range(middle)].lexicographicallyPrecedes(typed) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Returns the words at most `most` errors away from `typed`, by the distance of ``EditDistance``.
    ///
    /// - Parameter isUnfinished: true if only the beginning of a word needs to be that near.
    func near(_ typed: String, within most: Int, isUnfinished: Bool = false) -> [Match] {
        let typed = Array(typed.utf16)
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: DistanceRows.capacity(typed.count)) { cells in
            letters.withUnsafeBufferPointer { letters in
                shared.withUnsafeBufferPointer { shared in
                    typed.withUnsafeBufferPointer { typed in
                        var rows = DistanceRows(typed, within: most, in: cells)
                        return near(&rows, letters, shared, isUnfinished: isUnfinished)
                    }
                }
            }
        }
    }

    private func near(
        _ rows: inout DistanceRows, _ letters: UnsafeBufferPointer<UInt16>, _ shared: UnsafeBufferPointer<UInt8>,
        isUnfinished: Bool
    ) -> [Match] {
        var matches: [Match] = []
        var (place, known) = (0, 0)
        while place < shared.count {
            let word = range(place)
            var depth = min(known, Int(shared[place]))
            var isAlive = true
            while isAlive, depth < word.count {
                isAlive = rows.add(letters[word.lowerBound + depth], after: letters, from: word.lowerBound, depth)
                depth += 1
            }
            known = depth
            var end = place + 1
            // No word that begins like this one is near as a whole.
            if !isAlive { while end < shared.count, Int(shared[end]) >= depth { end += 1 } }
            let isLong = depth >= rows.length
            let whole = isAlive ? rows.whole(depth) : rows.far
            let errors = isUnfinished && isLong ? rows.best(depth) : whole
            if errors < rows.far {
                matches += (place..<end).map { Match(place: $0, errors: errors, isWhole: whole == errors) }
            }
            place = end
        }
        return matches
    }
}

/// The rows of the table that computes edit distances, one for each letter of a word.
///
/// Only distances up to a limit are computed, so only cells near the diagonal. A row has a cell for each number of
/// typed letters, one beyond them, and the least distance of a beginning of the word that is as long as `typed` or
/// longer.
private struct DistanceRows {
    let length: Int
    /// Any distance above the limit.
    let far: Int
    private let typed: UnsafeBufferPointer<UInt16>
    private let most: Int
    private let width: Int
    private let cells: UnsafeMutableBufferPointer<UInt8>

    /// Returns the number of cells needed for a typed word of some length, and words of up to 255 letters.
    static func capacity(_ length: Int) -> Int { 256 * (length + 3) }

    init(
        _ typed: UnsafeBufferPointer<UInt16>, within most: Int, in cells: UnsafeMutableBufferPointer<UInt8>
    ) {
        (self.typed, self.most, self.cells) = (typed, most, cells)
        (length, far, width) = (typed.count, most + 1, typed.count + 3)
        for column in 0..<width { cells[column] = UInt8(min(column, far)) }
        cells[width - 1] = UInt8(far)
    }

    /// The distance of the first `depth` letters of the word.
    func whole(_ depth: Int) -> Int { abs(depth - length) > most ? far : Int(cells[depth * width + length]) }

    /// The least distance of the beginnings with at least as many letters as `typed` and at most `depth`.
    func best(_ depth: Int) -> Int { Int(cells[depth * width + width - 1]) }

    /// Adds the letter after the first `depth` ones of the word that begins at `start` of `letters`.
    ///
    /// - Returns: false if no word that continues with this letter is near.
    func add(_ letter: UInt16, after letters: UnsafeBufferPointer<UInt16>, from start: Int, _ depth: Int) -> Bool {
        let row = (depth + 1) * width
        let (above, twoAbove, far) = (row - width, row - 2 * width, UInt8(far))
        let (first, last) = (max(1, depth + 1 - most), min(length, depth + 1 + most))
        var least = depth < most ? UInt8(depth + 1) : far
        cells[row] = least
        if first <= last {
            if first > 1 { cells[row + first - 1] = far }
            for column in first...last {
                let isSame = typed[column - 1] == letter
                let (left, up) = (cells[row + column - 1], cells[above + column])
                var cell = min(cells[above + column - 1] + (isSame ? 0 : 1), min(left, up) + 1, far)
                if depth > 0, column > 1, typed[column - 1] == letters[start + depth - 1], typed[column - 2] == letter {
                    cell = min(cell, cells[twoAbove + column - 2] + 1)
                }
                cells[row + column] = cell
                least = min(least, cell)
            }
            cells[row + last + 1] = far
        }
        let distance = UInt8(whole(depth + 1))
        let isLonger = depth + 1 > length
        cells[row + width - 1] = depth + 1 < length ? far : isLonger ? min(cells[row - 1], distance) : distance
        return least < far
    }

}
