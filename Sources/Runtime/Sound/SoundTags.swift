/// Numbers for sound names, because events from the sound thread carry no strings. They are never dropped: a clock
/// meets a few hundred names at most.
struct SoundTags {
    private var names = [""]
    private var tags: [String: UInt32] = [:]

    mutating func tag(of name: String) -> UInt32 {
        if let tag = tags[name] { return tag }
        let tag = UInt32(names.count)
        names.append(name)
        tags[name] = tag
        return tag
    }

    func name(of tag: UInt32) -> String {
        names.indices.contains(Int(tag)) ? names[Int(tag)] : ""
    }
}
