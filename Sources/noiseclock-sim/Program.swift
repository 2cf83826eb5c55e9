import Glibc

@main
enum Program {
    // A single call: a C callback written here would inherit the main actor, and trap when a thread of
    // another library calls it.
    static func main() {
        exit(Simulator.run(Array(CommandLine.arguments.dropFirst())))
    }
}
