import ClockSound

extension Scene {
    /// The same scene counted in another rate's frames.
    func scaled(from rate: Int, to other: Int) -> Scene {
        guard rate != other else { return self }
        func scale(_ frames: Int32) -> Int32 { Int32(clamping: Int(frames) * other / rate) }
        var scene = self
        scene.noise?.fadeFrames = scale(noise?.fadeFrames ?? 0)
        scene.noise?.changeFrames = scale(noise?.changeFrames ?? 0)
        scene.noiseFadeOutFrames = scale(noiseFadeOutFrames)
        scene.alarm?.rampFrames = scale(alarm?.rampFrames ?? 0)
        return scene
    }
}
