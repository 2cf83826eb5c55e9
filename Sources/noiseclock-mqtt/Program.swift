import Glibc

@main
enum Program {
    // One call: a C callback written in here would inherit the main actor and trap when a library calls it.
    static func main() {
        exit(MqttProgram.run(Array(CommandLine.arguments.dropFirst())))
    }
}
