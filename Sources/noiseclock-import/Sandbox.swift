import CSeccomp
import Glibc

/// What the process gives up before the first byte of a stranger's file is decoded.
///
/// Decoders are the one place where bytes from anywhere meet hundred thousand lines of C. Should a file
/// take one of them over, it finds itself in a process that has two files and can do nothing but
/// read the one, write the other, allocate memory of its own and end. Calls that are not allowed fail with EPERM:
/// for the rest of the process it is as if they did not exist. Nothing stands on who started us: what was
/// inherited is closed here, and the filter knows the files by their numbers.
enum Sandbox {
    /// The calls that are allowed whatever their arguments are. The clocks, because on some kernels they are real
    /// calls; `sigaltstack`, because under the address sanitizer each call that does not return asks for it.
    static let calls = [
        "brk", "munmap", "mremap", "madvise", "futex",
        "exit", "exit_group", "rt_sigreturn", "rt_sigprocmask", "clock_gettime", "gettimeofday",
        "getrandom", "sched_yield", "restart_syscall", "sigaltstack",
    ]

    /// Allowed where they neither map a file nor make anything executable, nor memory that others could share.
    static let memoryCalls = ["mmap", "mprotect"]

    /// Allowed for one descriptor each: read the input, write the output, both by place, and the line on
    /// standard output.
    static let fileCalls = ["pread64", "pwrite64", "write"]

    /// MAP_TYPE of mmap(2): the bits of its flags that say whom a mapping belongs to.
    private static let mappingKinds: UInt64 = 0x0F

    /// What may be allocated beyond what a process that has just started has, in bytes: ten times what the
    /// largest crossfade and the widest resampling need. Relative, because the libraries of a system
    /// take more or less by themselves.
    private static let memory: UInt64 = 128 << 20

    /// Takes the resources away, then the calls. There is no way back.
    static func enter(_ options: ImportOptions) throws(ImportProblem) {
        try closeAll(but: [options.input, options.output, STDOUT_FILENO])
        // Signals of the limits: a file that grows too large is an error of the write.
        signal(SIGXFSZ, SIG_IGN)
        // Of the clock's own threads none is to wait for this.
        _ = nice(10)
        let used = try addressSpace()
        let limits: [(noiseclock_resource, UInt64)] = [
            (NOISECLOCK_ADDRESS_SPACE, used + memory),
            (NOISECLOCK_PROCESSOR_SECONDS, UInt64(options.processorSeconds)),
            (NOISECLOCK_FILE_BYTES, UInt64(options.largest)),
            (NOISECLOCK_OPEN_FILES, 0),
            (NOISECLOCK_CORE_BYTES, 0),
        ]
        for (resource, most) in limits {
            guard noiseclock_limit(resource, most) == 0 else {
                throw .system("a limit of resources could not be set (\(Sandbox.errorWords))")
            }
        }
        try filterCalls(options)
    }

    /// Closes every descriptor but these, whoever left it open.
    private static func closeAll(but kept: Set<Int32>) throws(ImportProblem) {
        var first: UInt32 = 0
        for number in kept.sorted().map({ UInt32($0) }) + [UInt32.max] {
            // Of the last gap the end is the greatest number, which no descriptor has.
            let last = number == .max ? number : number &- 1
            if first < number, close_range(first, last, 0) != 0 {
                throw .system("what was inherited could not be closed (\(errorWords))")
            }
            first = number &+ 1
        }
    }

    /// Also sets `no_new_privs`, as the library does by itself.
    private static func filterCalls(_ options: ImportOptions) throws(ImportProblem) {
        guard let filter = seccomp_init(noiseclock_seccomp_refuse) else {
            throw .system("the filter of system calls could not be made")
        }
        defer { seccomp_release(filter) }
        for name in calls {
            try allow(name, where: [], in: filter)
        }
        for (name, file) in zip(fileCalls, [options.input, options.output, STDOUT_FILENO]) {
            let isFile = scmp_arg_cmp(
                arg: 0, op: SCMP_CMP_EQ, datum_a: UInt64(file), datum_b: 0)
            try allow(name, where: [isFile], in: filter)
        }
        // Third argument: the protection; fourth: the kind of mapping; fifth: the file.
        let notExecutable = scmp_arg_cmp(
            arg: 2, op: SCMP_CMP_MASKED_EQ, datum_a: UInt64(PROT_EXEC), datum_b: 0)
        let noFile = scmp_arg_cmp(
            arg: 4, op: SCMP_CMP_MASKED_EQ, datum_a: 0xFFFF_FFFF, datum_b: 0xFFFF_FFFF)
        let isPrivate = scmp_arg_cmp(
            arg: 3, op: SCMP_CMP_MASKED_EQ, datum_a: mappingKinds, datum_b: UInt64(MAP_PRIVATE))
        try allow("mprotect", where: [notExecutable], in: filter)
        try allow("mmap", where: [notExecutable, isPrivate, noFile], in: filter)
        let result = seccomp_load(filter)
        guard result == 0 else {
            throw .system(
                "the kernel took no filter of system calls "
                    + "(\(String(cString: strerror(-result)))), so nothing is decoded")
        }
    }

    private static func allow(
        _ name: String, where conditions: [scmp_arg_cmp], in filter: scmp_filter_ctx
    ) throws(ImportProblem) {
        let number = seccomp_syscall_resolve_name(name)
        // Negative: this architecture has no such call, so nothing calls it.
        guard number >= 0 else { return }
        let result = seccomp_rule_add_array(
            filter, UInt32(SCMP_ACT_ALLOW), number, UInt32(conditions.count), conditions)
        guard result == 0 else {
            throw .system("the filter takes no rule for \(name)")
        }
    }

    /// Bytes of addresses in use (proc(5), statm: the first number, in pages).
    private static func addressSpace() throws(ImportProblem) -> UInt64 {
        let file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw .system("/proc is not there (\(errorWords))") }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 128)
        let count = read(file, &bytes, bytes.count)
        let words = bytes[..<max(0, count)].split(separator: UInt8(ascii: " "))
        guard let pages = words.first.flatMap({ UInt64(String(decoding: $0, as: UTF8.self)) })
        else { throw .system("/proc/self/statm cannot be read") }
        return pages * UInt64(sysconf(Int32(_SC_PAGESIZE)))
    }

    private static var errorWords: String { String(cString: strerror(errno)) }
}
