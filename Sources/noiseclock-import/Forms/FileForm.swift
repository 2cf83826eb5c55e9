/// Which form a file has, by its first bytes, and what reads it. Only what is named here ever reaches a decoder:
/// libsndfile reads dozens of other old formats, which people do not have on their disks.
///
/// What the forms have in common is that the decoder sees a file in order: the wrong sizes are mended, and what is
/// damaged is left out (`InputFile.Part`).
enum FileForm {
    /// Bytes that decide.
    private static let length = 64

    /// What decodes the file.
    static func stream(of file: InputFile) throws(ImportProblem) -> any FrameStream {
        let start = Tags.end(in: file, from: 0)
        let first = file.bytes(at: start, length)
        // Only this form has something to find behind it, and nothing else may stand before a header.
        let whole = start == 0 ? file : InputFile(file, parts: [.file(start..<file.length)])
        if let chunked = try ChunkedFile(whole) { return try chunked.stream() }
        if first.holds("fLaC") { return try FlacStream(whole, isOgg: false) }
        if first.holds("OggS") { return try OggFile.stream(of: whole, beginning: first) }
        if let problem = ForeignForm.problem(of: first) { throw problem }
        if let frames = try MpegFrames.search(whole) { return try MpegStream(frames, of: whole) }
        try file.check()
        guard first.count >= 2, first[0] == 0xFF, first[1] & 0xE0 == 0xE0 else { throw .notAudio }
        // The sync word of MPEG audio; layer 0 of it is ADTS, the bare stream of AAC (ISO/IEC 13818-7).
        if first[1] & 0x06 == 0 { throw .aac }
        // Of any size, for which the place of the next frame is not known.
        if first.count >= 3, first[2] & 0xF0 == 0 {
            throw .foreign("MP3 of free format", "mp3")
        }
        throw .damaged("it begins like an MP3, and no whole frame follows")
    }
}

/// Forms that are not read, known by their first bytes: each refusal names the form and the way out.
enum ForeignForm {
    /// The first bytes, where they stand, what people call it, and the ending of its files.
    private static let known: [(bytes: String, place: Int, name: String, ending: String)] = [
        (".snd", 0, "AU", "au"), ("#!AMR", 0, "AMR", "amr"), ("MAC ", 0, "Monkey's Audio", "ape"),
        ("wvpk", 0, "WavPack", "wv"), ("TTA", 0, "True Audio", "tta"),
        ("MPCK", 0, "Musepack", "mpc"),
        ("MP+", 0, "Musepack", "mpc"), ("DSD ", 0, "DSD", "dsf"), ("FRM8", 0, "DSD", "dff"),
        ("riff", 0, "Wave64", "w64"), ("RIFF", 0, "AVI or another RIFF file", "avi"),
        ("FORM", 0, "IFF, but for AIFF", "iff"), ("FLV", 0, "Flash video", "flv"),
        ("Creative Voice File", 0, "VOC", "voc"), (".RMF", 0, "RealAudio", "rm"),
        (".ra", 0, "RealAudio", "ra"), ("#!SILK", 0, "SILK", "silk"),
    ]

    static func problem(of first: [UInt8]) -> ImportProblem? {
        // MP4 and its kin (ISO/IEC 14496-12, 4.3): the file's first box.
        if ["ftyp", "moov", "wide"].contains(where: { first.holds($0, at: 4) })
            || first.holds("ADIF")
        {
            return .aac
        }
        if first.holds("MThd") {
            return ImportProblem(
                code: .notAudio,
                message: "the file is MIDI: notes for instruments, and no recording. "
                    + "Record it with a synthesizer, such as fluidsynth -F sound.wav sound.mid")
        }
        if first.starts(with: [0x30, 0x26, 0xB2, 0x75]) { return .foreign("WMA", "wma") }
        if first.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
            return .foreign("WebM or Matroska", "webm")
        }
        if first.starts(with: [0x0B, 0x77]) { return .foreign("Dolby Digital (AC-3)", "ac3") }
        if first.starts(with: [0x7F, 0xFE, 0x80, 0x01]) { return .foreign("DTS", "dts") }
        return known.first { first.holds($0.bytes, at: $0.place) }
            .map { .foreign($0.name, $0.ending) }
    }
}

/// What people's programs put before and behind the sound.
enum Tags {
    /// Where the tags end that stand at a place; the place itself if there is none.
    static func end(in file: InputFile, from place: Int) -> Int {
        var place = place
        while let length = length(file.bytes(at: place, 32)) {
            place = min(place + length, file.length)
        }
        return place
    }

    /// The length of the tag that begins here.
    private static func length(_ bytes: [UInt8]) -> Int? {
        // ID3v2 (id3.org, 3.1): a length of four bytes with seven bits each.
        if bytes.holds("ID3"), bytes.count >= 10, bytes[6...9].allSatisfy({ $0 < 0x80 }) {
            let size = bytes[6...9].reduce(0) { $0 << 7 | Int($1) }
            return 10 + size + (bytes[5] & 0x10 == 0 ? 0 : 10)
        }
        if bytes.holds("TAG") { return 128 }
        // APEv2: its size counts all but the header.
        if bytes.holds("APETAGEX"), let size = bytes.little(12, 4) { return 32 + size }
        return nil
    }
}
