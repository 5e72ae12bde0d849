/// The fuzzer's entry point: libFuzzer calls it with each input, the value of a `Cookie` field.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    if let broken = CookieOracle.violatedInvariant(bytes) { fatalError(broken) }
    return 0
}
