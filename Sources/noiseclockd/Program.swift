import Glibc

@main
enum Program {
    // One call: a C callback written in here would inherit the main actor and trap when a thread of
    // another library calls it.
    static func main() {
        exit(Firmware.run(Array(CommandLine.arguments.dropFirst())))
    }
}
