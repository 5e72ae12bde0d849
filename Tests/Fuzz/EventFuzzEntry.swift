/// The fuzzer's entry point: libFuzzer calls it with each input, a query and the steps of a stream.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    if let broken = EventOracle.violatedInvariant(bytes) { fatalError(broken) }
    return 0
}
