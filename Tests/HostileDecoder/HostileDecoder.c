// A decoder that a file has taken over: loaded before libsndfile (LD_PRELOAD), it is called in its place, with
// the sandbox around it, and tries to get out. Each try is a line on standard output: its name, and "refused" or
// what it got. What the decoder is allowed to do is tried as well, because a filter that refuses everything
// would pass, too. Raw system calls, because that is what such code makes.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

static char buffer[16];
static char path[] = "escaped";

// Says what came of a try; not by stdio, which asks for calls of its own.
static void tell(const char *name, long result, int reason) {
  char line[128];
  const int length =
      result >= 0 ? snprintf(line, sizeof line, "%s got %ld\n", name, result)
      : reason == EPERM ? snprintf(line, sizeof line, "%s refused\n", name)
                        : snprintf(line, sizeof line, "%s errno %d\n", name, reason);
  syscall(SYS_write, STDOUT_FILENO, line, (size_t)length);
}

#define TRY(name, ...)                                          \
  do {                                                          \
    errno = 0;                                                  \
    const long result = syscall(__VA_ARGS__);                   \
    tell(name, result, errno);                                  \
  } while (0)

static void try_memory(void) {
  const long size = 65536;
  TRY("mmap private", SYS_mmap, 0L, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
      0L);
  TRY("mmap shared", SYS_mmap, 0L, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1,
      0L);
  TRY("mmap validated", SYS_mmap, 0L, size, PROT_READ | PROT_WRITE,
      MAP_SHARED_VALIDATE | MAP_ANONYMOUS, -1, 0L);
  TRY("mmap executable", SYS_mmap, 0L, size, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1,
      0L);
  TRY("mmap input", SYS_mmap, 0L, size, PROT_READ, MAP_PRIVATE, 0, 0L);
  TRY("mprotect executable", SYS_mprotect, (uintptr_t)buffer & ~4095UL, 4096L,
      PROT_READ | PROT_WRITE | PROT_EXEC);
}

static void try_files(void) {
  TRY("pread input", SYS_pread64, 0, buffer, sizeof buffer, 0L);
  TRY("pwrite output", SYS_pwrite64, 3, buffer, sizeof buffer, 0L);
  TRY("pwrite input", SYS_pwrite64, 0, buffer, sizeof buffer, 0L);
  TRY("pread output", SYS_pread64, 3, buffer, sizeof buffer, 0L);
  TRY("write output", SYS_write, 3, buffer, sizeof buffer);
  TRY("write error", SYS_write, STDERR_FILENO, buffer, sizeof buffer);
  TRY("read input", SYS_read, 0, buffer, sizeof buffer);
  // What the test left open in the program, beyond its own.
  TRY("pread inherited", SYS_pread64, 7, buffer, sizeof buffer, 0L);
  TRY("pwrite inherited", SYS_pwrite64, 7, buffer, sizeof buffer, 0L);
  TRY("write inherited", SYS_write, 7, buffer, sizeof buffer);
  TRY("openat", SYS_openat, AT_FDCWD, path, O_RDWR | O_CREAT, 0600);
  TRY("unlinkat", SYS_unlinkat, AT_FDCWD, path, 0);
  TRY("ftruncate", SYS_ftruncate, 3, 0L);
  TRY("fcntl", SYS_fcntl, 0, F_DUPFD, 9);
  TRY("dup", SYS_dup, 0);
  TRY("ioctl", SYS_ioctl, 0, 0L, 0L);
  TRY("memfd_create", SYS_memfd_create, path, 0);
  TRY("lseek", SYS_lseek, 0, 0L, SEEK_SET);
}

static void try_others(void) {
  char *const words[] = {"/bin/true", NULL};
  int ends[2];
  TRY("execve", SYS_execve, words[0], words, words + 1);
  TRY("clone", SYS_clone, SIGCHLD, 0L, 0L, 0L, 0L);
  TRY("socket", SYS_socket, AF_UNIX, SOCK_STREAM, 0);
  TRY("pipe2", SYS_pipe2, ends, 0);
  TRY("kill", SYS_kill, getppid(), 0);
  TRY("tgkill", SYS_tgkill, getppid(), getppid(), 0);
  TRY("ptrace", SYS_ptrace, PTRACE_ATTACH, getppid(), 0L, 0L);
  TRY("process_vm_readv", SYS_process_vm_readv, getppid(), 0L, 0L, 0L, 0L, 0L);
  TRY("prctl", SYS_prctl, 4, 1L, 0L, 0L, 0L);
  TRY("prlimit64", SYS_prlimit64, 0, 7, 0L, 0L);
  TRY("io_uring_setup", SYS_io_uring_setup, 1, 0L);
  TRY("userfaultfd", SYS_userfaultfd, 0);
  TRY("shmget", SYS_shmget, 1L, 4096L, 01600);
  TRY("bpf", SYS_bpf, 0, 0L, 0L);
  TRY("seccomp", SYS_seccomp, 0, 0L, 0L);
  TRY("mount", SYS_mount, path, path, path, 0L, 0L);
  TRY("unshare", SYS_unshare, 0L);
}

// Of libsndfile; called for the first byte that is to be decoded.
void *sf_open_virtual(void *io, int mode, void *info, void *user) {
  (void)io, (void)mode, (void)info, (void)user;
  try_memory();
  try_files();
  try_others();
  _exit(0);
}
