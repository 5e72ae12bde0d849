/// The fuzzer's entry point: libFuzzer calls it with each input, the bytes after HTTP/2's preface.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    if let broken = HTTP2Oracle.violatedInvariant(bytes) { fatalError(broken) }
    return 0
}
