/// Picks a replica: the less loaded of two random ones (the power of two choices).
///
/// Two random choices balance almost as well as comparing all, and keep several gateways from choosing the same replica
/// at once.
enum LeastLoaded {
    /// Picks among `count` candidates.
    ///
    /// - Parameters:
    ///   - count: the number of candidates.
    ///   - generator: the source of the random choices.
    ///   - load: a candidate's calls in flight; `nil` if it may not be picked.
    /// - Returns: the candidate's index; `nil` if none may be picked.
    static func pick(
        among count: Int, using generator: inout some RandomNumberGenerator, load: (Int) -> Int?
    ) -> Int? {
        if count == 1 { return load(0) == nil ? nil : 0 }
        var usable = 0
        for index in 0..<count where load(index) != nil { usable += 1 }
        switch usable {
        case 0: return nil
        case 1: return candidate(0, among: count, load: load)?.index
        default:
            let first = Int.random(in: 0..<usable, using: &generator)
            var second = Int.random(in: 0..<(usable - 1), using: &generator)
            if second >= first { second += 1 }
            guard let one = candidate(first, among: count, load: load),
                let other = candidate(second, among: count, load: load)
            else { return nil }
            return other.load < one.load ? other.index : one.index
        }
    }

    /// Returns the candidate with the given rank among those that may be picked.
    private static func candidate(
        _ rank: Int, among count: Int, load: (Int) -> Int?
    ) -> (index: Int, load: Int)? {
        var rest = rank
        for index in 0..<count {
            guard let load = load(index) else { continue }
            if rest == 0 { return (index, load) }
            rest -= 1
        }
        return nil
    }
}
