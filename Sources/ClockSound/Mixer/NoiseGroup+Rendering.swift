/// Rendering of the voices.
extension NoiseGroup {
    /// The gain over one voice.
    @_noLocks
    func over(_ place: Int) -> Float {
        slots.base[place].isBesideMix ? duck.value : over
    }

    /// Adds the next slice of every voice to the mix.
    @_noLocks
    mutating func render(
        left mixLeft: UnsafeMutablePointer<Float>, right mixRight: UnsafeMutablePointer<Float>,
        _ ramp: SliceRamp, tones: borrowing ToneBank, streams: SoundStreams
    ) {
        let (mixBefore, duckBefore) = (over, duck.value)
        advanceOver(slices: 1)
        let (mixAfter, duckAfter) = (over, duck.value)
        for place in 0..<end where slots.base[place].isUsed {
            let slot = slots.base + place
            let isBesideMix = slot.pointee.isBesideMix
            let start = slot.pointee.fade.value * (isBesideMix ? duckBefore : mixBefore)
            let (leftStart, rightStart) = (slot.pointee.leftPan.value, slot.pointee.rightPan.value)
            advanceFades(place, slices: 1)
            let end = slot.pointee.fade.value * (isBesideMix ? duckAfter : mixAfter)
            let gains = StereoGains(
                leftStart: start * leftStart, leftEnd: end * slot.pointee.leftPan.value,
                rightStart: start * rightStart, rightEnd: end * slot.pointee.rightPan.value)
            slot.pointee.voice.add(
                to: StereoPointers(mixLeft, mixRight), gains, ramp,
                through: StereoPointers(left.base, right.base), tones: tones, streams: streams)
        }
        release(streams)
    }

    /// Advances the fades without rendering.
    @_noLocks
    mutating func advance(slices: Int, _ streams: SoundStreams) {
        advanceOver(slices: slices)
        for place in 0..<end where slots.base[place].isUsed {
            advanceFades(place, slices: slices)
            slots.base[place].voice.advance(slices: slices)
        }
        release(streams)
    }

    @_noLocks
    private mutating func advanceOver(slices: Int) {
        duck.advance(slices: slices)
        master.advance(slices: slices)
        headroom.advance(slices: slices)
    }

    @_noLocks
    private mutating func advanceFades(_ place: Int, slices: Int) {
        slots.base[place].fade.advance(slices: slices)
        slots.base[place].leftPan.advance(slices: slices)
        slots.base[place].rightPan.advance(slices: slices)
    }

    /// Frees the places of voices that have ended.
    @_noLocks
    mutating func release(_ streams: SoundStreams) {
        for place in 0..<end where slots.base[place].isUsed {
            guard slots.base[place].fade.isSilent else { continue }
            slots.base[place].voice.end(streams)
            free(place)
        }
    }
}
