import CALSA
import Glibc

/// Volume controls for the bench's sound card, which has none: the kernel lets programs add some and keeps them for
/// everyone. They are those of a PCM512x: a two-channel volume of 207 steps of half a decibel, and a switch for both.
final class CardControls {
    private static let card = "hw:CARD=MAX98357A"
    private static let steps = 207

    private enum Kind: String {
        case volume = "Digital Playback Volume"
        case `switch` = "Digital Playback Switch"
    }

    init() throws {
        try CardControls.use(.volume) { control, info, id in
            try CardControls.check(
                "adding a volume",
                snd_ctl_add_integer_elem_set(control, info, 1, 2, 0, CardControls.steps, 1))
            // SND_CTL_TLVT_DB_SCALE: the lowest level and the step, in hundredths of a decibel.
            let scale: [UInt32] = [1, 8, UInt32(bitPattern: -10_350), 50]
            snd_ctl_elem_info_get_id(info, id)
            try CardControls.check(
                "its decibels", snd_ctl_elem_tlv_write(control, id, scale))
        }
        try CardControls.use(.switch) { control, info, _ in
            try CardControls.check(
                "adding a switch", snd_ctl_add_boolean_elem_set(control, info, 1, 2))
        }
    }

    deinit {
        for kind in [Kind.volume, .switch] {
            // If the card is gone, so are they.
            try? CardControls.use(kind) { control, info, id in
                snd_ctl_elem_info_get_id(info, id)
                try CardControls.check("removing", snd_ctl_elem_remove(control, id))
            }
        }
    }

    /// Both channels.
    func steps() throws -> [Int] { try CardControls.values(.volume) }

    func setSteps(_ steps: [Int]) throws { try CardControls.set(steps, .volume) }

    func areOn() throws -> [Bool] { try CardControls.values(.switch).map { $0 != 0 } }

    func setOn(_ areOn: [Bool]) throws { try CardControls.set(areOn.map { $0 ? 1 : 0 }, .switch) }

    private static func values(_ kind: Kind) throws -> [Int] {
        try withValue(kind) { control, value in
            try check("reading \(kind.rawValue)", snd_ctl_elem_read(control, value))
            // A switch is also an integer, in a field of the same width.
            return (0..<2).map { snd_ctl_elem_value_get_integer(value, $0) }
        }
    }

    private static func set(_ numbers: [Int], _ kind: Kind) throws {
        try withValue(kind) { control, value in
            for (place, number) in numbers.enumerated() {
                snd_ctl_elem_value_set_integer(value, UInt32(place), number)
            }
            try check("writing \(kind.rawValue)", snd_ctl_elem_write(control, value))
        }
    }

    private static func withValue<Result>(
        _ kind: Kind, _ body: (_ control: OpaquePointer, _ value: OpaquePointer) throws -> Result
    ) throws -> Result {
        try use(kind) { control, info, id in
            snd_ctl_elem_info_get_id(info, id)
            var allocated: OpaquePointer?
            try check("memory", snd_ctl_elem_value_malloc(&allocated))
            guard let value = allocated else { throw BenchError("memory") }
            defer { snd_ctl_elem_value_free(value) }
            snd_ctl_elem_value_set_id(value, id)
            return try body(control, value)
        }
    }

    private static func use<Result>(
        _ kind: Kind,
        _ body: (_ control: OpaquePointer, _ info: OpaquePointer, _ id: OpaquePointer) throws
            -> Result
    ) throws -> Result {
        var opened: OpaquePointer?
        try check("opening the card", snd_ctl_open(&opened, card, 0))
        guard let control = opened else { throw BenchError("opening the card") }
        defer { snd_ctl_close(control) }
        var allocatedInfo: OpaquePointer?
        var allocatedID: OpaquePointer?
        try check("memory", snd_ctl_elem_info_malloc(&allocatedInfo))
        defer { snd_ctl_elem_info_free(allocatedInfo) }
        try check("memory", snd_ctl_elem_id_malloc(&allocatedID))
        defer { snd_ctl_elem_id_free(allocatedID) }
        guard let info = allocatedInfo, let id = allocatedID else { throw BenchError("memory") }
        snd_ctl_elem_info_set_interface(info, SND_CTL_ELEM_IFACE_MIXER)
        snd_ctl_elem_info_set_name(info, kind.rawValue)
        return try body(control, info, id)
    }

    private static func check(_ what: String, _ code: Int32) throws {
        guard code >= 0 else { throw BenchError(what, -code) }
    }
}
