/// The choice of the calls that are traced.
///
/// It is made once for each call, when it arrives, and travels to the services in the trace's flags. A client's flag
/// does not count: clients could trace everything and fill the collector.
struct TraceSampling: Sendable {
    /// Span ids up to this number are sampled; no span has the id zero.
    private let threshold: UInt64

    /// Samples no call.
    static let none = TraceSampling(ratio: 0)

    /// Creates a choice of a share of the calls.
    ///
    /// - Parameter ratio: from 0 to 1.
    init(ratio: Double) { threshold = ratio >= 1 ? .max : UInt64(max(0, ratio) * 0x1p64) }

    /// Returns true if the call with this span is traced.
    ///
    /// The span's id is the gateway's own random number. The trace's id would not do: clients choose it.
    func samples(_ spanID: UInt64) -> Bool { spanID <= threshold }
}
