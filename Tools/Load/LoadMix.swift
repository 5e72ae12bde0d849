import Contract
import Contracts
import Machine

/// The methods to call and their weights.
struct LoadMix: Sendable, Equatable {
    struct Share: Sendable, Equatable {
        var method: String
        var weight: Double
    }

    let shares: [Share]

    /// Parses a mix such as `museums.get=1,museums.search=0.2`; a method without a number has weight 1.
    init(_ text: String) throws {
        var shares: [Share] = []
        for part in text.split(separator: ",") {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard let weight = pair.count == 1 ? 1 : Double(pair[1]), weight.isFinite, weight > 0 else {
                throw OperatorError("the weight of \(pair[0]) must be a number above 0, not '\(pair[1])'")
            }
            guard Methods.public.contains(where: { $0.declaration.name == pair[0] }) else {
                throw OperatorError("unknown method \(pair[0]); `vokol call` lists all")
            }
            guard !shares.contains(where: { $0.method == pair[0] }) else {
                throw OperatorError("\(pair[0]) is in the mix twice")
            }
            shares.append(Share(method: pair[0], weight: weight))
        }
        guard !shares.isEmpty else { throw OperatorError("the mix is empty") }
        self.shares = shares
    }

    /// Returns the index of the share at a position in 0..<1.
    func index(at position: Double) -> Int {
        let total = shares.reduce(0) { $0 + $1.weight }
        var rest = position * total
        for (index, share) in shares.enumerated() {
            if rest < share.weight { return index }
            rest -= share.weight
        }
        return shares.count - 1
    }
}
