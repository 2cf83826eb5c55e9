/// Reads a little-endian number that fills the whole slice.
func littleEndian<Number: FixedWidthInteger & BitwiseCopyable>(
    _ bytes: ArraySlice<UInt8>
) -> Number {
    precondition(bytes.count == MemoryLayout<Number>.size)
    return bytes.withUnsafeBytes { Number(littleEndian: $0.loadUnaligned(as: Number.self)) }
}

/// Appends the number in little-endian order.
func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
}
