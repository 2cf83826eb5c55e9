import LinuxHost

/// What a phone loads that has nothing of the page yet, and when it shows something: by Chromium, which Playwright for
/// Python drives.
struct PageVisits {
    /// How many files of the page are asked for until its first view stands.
    private(set) var requests: [Double] = []
    /// Their weight as sent, in KiB.
    private(set) var weights: [Double] = []
    /// Milliseconds until the first contentful paint.
    private(set) var paints: [Double] = []

    /// The programs that it takes.
    struct Programs {
        let python: String
        let browser: String

        /// An error says which one is missing.
        static func find() throws(RunFailure) -> Programs {
            let browser = try Peer.path(of: "chromium", isModule: false)
            return Programs(
                python: try Peer.path(of: "playwright", isModule: true), browser: browser)
        }
    }

    /// Seconds that all visits together may take. They take a few, and each step that asks the page ends by itself. Only
    /// the browser's own start and end do not: on one machine it waited for ever.
    static let patience = 60

    /// Nil: the browser did not come to its end in time.
    ///
    /// - Parameter count: how often the page is opened, each time by a phone that knows nothing.
    init?(
        _ programs: Programs, port: UInt16, count: Int, in folder: borrowing TemporaryFolder
    ) throws(RunFailure) {
        let log = folder.file("visits")
        let text = PageVisits.text(programs.browser, port: port, count: count)
        let end = try ChildProcess(programs.python, ["-c", text], output: log)
            .wait(atMost: PageVisits.patience)
        guard end.limit == nil else { return nil }
        if let problem = end.problem {
            throw RunFailure(reason: "the browser \(problem): \(IdleFirmware.lastLine(of: log))")
        }
        let bytes = (try? FileReading.bytes(at: log, limit: 1 << 16)) ?? []
        try self.init(printed: String(decoding: bytes, as: UTF8.self))
    }

    /// What the text below prints.
    init(printed: String) throws(RunFailure) {
        for line in printed.split(separator: "\n") {
            let numbers = line.split(separator: " ").compactMap { Double($0) }
            guard numbers.count == 3 else {
                throw RunFailure(reason: "the browser said: \(line)")
            }
            requests.append(numbers[0])
            weights.append(numbers[1] / 1024)
            paints.append(numbers[2])
        }
    }

    /// For each visit a line with the number of files, their bytes, and the milliseconds.
    private static func text(_ browser: String, port: UInt16, count: Int) -> String {
        """
        from playwright.sync_api import sync_playwright

        measure = '''() => {
            const entries = ['navigation', 'resource'].flatMap((kind) => performance.getEntriesByType(kind))
                .filter((one) => !one.name.includes('/api/'));
            const paint = performance.getEntriesByName('first-contentful-paint')[0].startTime;
            return [entries.length, entries.reduce((sum, one) => sum + one.encodedBodySize, 0), paint];
        }'''
        stands = "() => document.querySelector('main').children.length && !document.querySelector('main .loading')"
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path="\(browser)", args=["--no-sandbox", "--disable-dev-shm-usage"])
            for visit in range(\(count)):
                phone = browser.new_context(
                    viewport={"width": 360, "height": 640}, device_scale_factor=2, is_mobile=True, has_touch=True)
                page = phone.new_page()
                page.goto("http://127.0.0.1:\(port)/")
                page.wait_for_function(stands)
                print(*page.evaluate(measure))
                phone.close()
            browser.close()
        """
    }
}
