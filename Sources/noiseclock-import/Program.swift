import Glibc

@main
enum Program {
    // One call: a C callback written in here would inherit the main actor and trap when a library calls it.
    static func main() {
        let status = Import.run(Array(CommandLine.arguments.dropFirst()))
        // Not `exit`: what libraries do at a process' end may need calls that the sandbox refuses, and there
        // is nothing that the kernel does not tidy up by itself.
        _exit(status)
    }
}
