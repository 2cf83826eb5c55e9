import Glibc

@main
enum Program {
    // One call, as in the other programs: a C callback written in here would inherit the main actor.
    static func main() {
        exit(Bench.run(Array(CommandLine.arguments.dropFirst())))
    }
}
