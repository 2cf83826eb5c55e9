@main
enum Program {
    static func main() {
        Client.main()
    }
}
