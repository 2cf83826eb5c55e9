import SoundMeasuring
@main enum Program { static func main() { print(BuiltInSound.all.count) } }
