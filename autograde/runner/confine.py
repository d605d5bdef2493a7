"""Namespaces, limits and the system call filter of one submission.

bubblewrap has already taken away the network, the files and the privileges; what
follows separates one submission from the next within the same fork server:

* own user, process, mount and ipc namespaces: nothing sees, signals or outlives
  anything of another submission, and killing process 1 kills all of it;
* a private scratch folder in memory, of limited size, as /tmp and home;
* no capabilities, limits on memory, processes, files and time;
* a filter for system calls that a notebook never needs but that keep memory
  outside the limits (memfd, shm), leave the sandbox (vsock, keyrings) or give
  attacks on the kernel a wide surface (mount, bpf, io_uring, nested namespaces).

The standard library has no call for most of this, hence ctypes.
"""

import ctypes
import functools
import mmap
import os
import platform
import resource
import signal
import struct


def _last_capability():
    """The number of the last capability that this kernel has; where it does not say, enough."""
    try:
        with open("/proc/sys/kernel/cap_last_cap") as file:
            return int(file.read())
    except (OSError, ValueError):
        return 63


_LAST_CAPABILITY = _last_capability()
_libc = ctypes.CDLL(None, use_errno=True)
_libc.mount.argtypes = [ctypes.c_char_p, ctypes.c_char_p, ctypes.c_char_p,
                        ctypes.c_ulong, ctypes.c_char_p]
_libc.madvise.argtypes = [ctypes.c_ulong, ctypes.c_size_t, ctypes.c_int]
_libc.prctl.argtypes = [ctypes.c_int] + [ctypes.c_ulong] * 4
_python = ctypes.PyDLL(None, use_errno=True)        # calls that keep Python's lock
_python.syscall.restype = ctypes.c_long

CLONE_NEWNS, CLONE_NEWIPC, CLONE_NEWUSER, CLONE_NEWPID = (
    0x00020000, 0x08000000, 0x10000000, 0x20000000)
MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_REC, MS_PRIVATE = 1, 2, 4, 8, 0x4000, 1 << 18
PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_SECCOMP, PR_CAPBSET_DROP = 1, 4, 22, 24
PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS, PR_CAP_AMBIENT = 36, 38, 47

MADV_COLLAPSE = 25
LARGE_PAGE = 1 << 21

NOBODY = 65534
DESCRIPTORS = 64             # open files, pipes and sockets of a process: the kernel's buffers
INNER_ID = 1000              # the user that a submission believes to be
SHM_BYTES = 16 << 20         # /dev/shm, for multiprocessing's locks
# Bytes beyond the limit of memory, see `leave_room`: OpenBLAS takes 32 MB for its first product.
RESERVE, STEP = 128 << 20, 64 << 20


def _checked(result, what):
    if result != 0:
        errno = ctypes.get_errno()
        raise OSError(errno, f"{what}: {os.strerror(errno)}")


def prctl(option, *arguments):
    values = (list(arguments) + [0] * 4)[:4]
    _checked(_libc.prctl(option, *values), f"prctl {option}")


def set_dumpable(yes):
    """Whether processes of the same user may read this one's memory and files."""
    prctl(PR_SET_DUMPABLE, int(yes))


def die_with_parent():
    prctl(PR_SET_PDEATHSIG, 9)


def adopt_orphans():
    prctl(PR_SET_CHILD_SUBREAPER, 1)


def share_large_pages():
    """Put this process's own memory into large pages, where the kernel can.

    A fork copies an entry for each page, and a write to a large page copies a small part of it:
    each submission, and each snapshot of one, starts the faster for it.
    """
    with open("/proc/self/maps") as file:
        found = [line.split() for line in file]
    for place, mode, _offset, _device, inode, *_path in found:
        if mode == "rw-p" and inode == "0":
            first, last = (int(x, 16) for x in place.split("-"))
            first, last = -(-first // LARGE_PAGE) * LARGE_PAGE, last // LARGE_PAGE * LARGE_PAGE
            if first < last:
                _libc.madvise(first, last - first, MADV_COLLAPSE)   # may be refused: no harm


def become_nobody():
    """Give up root for good: limits on processes do not bind user 0."""
    for folder in ("/tmp", "/dev/shm"):     # still ours at this moment
        os.chmod(folder, 0o1777)
    os.setgroups([])
    os.setresgid(NOBODY, NOBODY, NOBODY)
    os.setresuid(NOBODY, NOBODY, NOBODY)


def fork_apart():
    """Fork process 1 of namespaces of its own; 0 in the child, which goes on with `settle_in`.

    `unshare` would need a process between the two, since it moves only children into a new process
    namespace, and each fork copies the map of all that is loaded. Python's own fork cannot be told
    of namespaces; what it does before and after is asked for by name. This process has one thread.
    """
    number = _MACHINES[platform.machine()][3]
    spaces = CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWIPC | CLONE_NEWPID | signal.SIGCHLD
    _python.PyOS_BeforeFork()
    pid = _python.syscall(ctypes.c_long(number), ctypes.c_ulong(spaces), None, None, None, None)
    if pid == 0:
        _python.PyOS_AfterFork_Child()
        return 0
    _python.PyOS_AfterFork_Parent()
    if pid < 0:
        raise OSError(ctypes.get_errno(), f"clone: {os.strerror(ctypes.get_errno())}")
    return pid


def settle_in(scratch_bytes, user, group):
    """In the child of `fork_apart`: a private scratch folder, and who it is outside."""
    # A process that has changed its user may not write its own maps otherwise.
    set_dumpable(True)
    _write("/proc/self/setgroups", "deny")
    _write("/proc/self/uid_map", f"{INNER_ID} {user} 1")
    _write("/proc/self/gid_map", f"{INNER_ID} {group} 1")
    mount("none", "/", None, MS_REC | MS_PRIVATE)
    mount("scratch", "/tmp", "tmpfs", MS_NOSUID | MS_NODEV,
          f"size={scratch_bytes},nr_inodes=4096,mode=0700")
    mount("shm", "/dev/shm", "tmpfs", MS_NOSUID | MS_NODEV | MS_NOEXEC,
          f"size={SHM_BYTES},nr_inodes=256,mode=0700")


def _write(path, text):
    with open(path, "w") as file:
        file.write(text)


def mount(source, target, kind, flags, options=""):
    _checked(_libc.mount(source.encode(), target.encode(), kind and kind.encode(),
                         flags, options.encode()), f"mount {target}")


def hide_proc():
    """An empty folder in the place of /proc.

    It would name the other submissions' processes and, in its list of mounts, the
    folders of this machine from which the libraries come.  A new proc for this
    namespace alone would name the folders too; and kernels refuse it where the
    outer one is partly covered, as bubblewrap covers it.
    """
    mount("empty", "/proc", "tmpfs", MS_NOSUID | MS_NODEV | MS_NOEXEC | MS_RDONLY,
          "size=4k,nr_inodes=2,mode=0555")


def drop_capabilities():
    """No capability is left, and none can be gained by executing a program."""
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    try:
        prctl(PR_CAP_AMBIENT, 4)            # clear all
    except OSError:
        pass
    for capability in range(_LAST_CAPABILITY + 1):
        try:
            prctl(PR_CAPBSET_DROP, capability)
        except OSError:                     # beyond the last one, or not ours to drop
            pass
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)
    _checked(_libc.capset(header, (ctypes.c_uint32 * 6)()), "capset")


def set_limits(limits, tasks=0):
    """Resource limits of the student's process and of its children, for good.

    `tasks` are those with a wire of their own, of two descriptors.
    """
    for name, value in (("AS", limits["memory"]), ("FSIZE", limits["file_size"]),
                        ("NOFILE", DESCRIPTORS + 2 * tasks),
                        ("CORE", 0), ("MSGQUEUE", 0), ("MEMLOCK", 0),
                        ("NPROC", limits["processes"] if _processes_are_counted_apart() else None),
                        ("CPU", int(limits["total_cpu"]) + 10)):
        if value is not None and hasattr(resource, "RLIMIT_" + name):
            _limit(getattr(resource, "RLIMIT_" + name), int(value), RESERVE * (name == "AS"))


def _limit(which, value, reserve):
    most, hard = value + reserve, resource.getrlimit(which)[1]
    if hard != resource.RLIM_INFINITY:
        most = min(most, hard)
    resource.setrlimit(which, (min(value, most), most))


def leave_room():
    """After a cell that filled memory to the last byte: what comes behind it has a step more."""
    try:
        mmap.mmap(-1, STEP, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS).close()
    except OSError:
        soft, hard = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (min(soft + STEP, hard), hard))


def _processes_are_counted_apart():
    """Since Linux 5.14 processes are counted in each user namespace.

    Before, a small limit would count all processes of the user on the whole
    machine and forbid the first fork; there the host's own count must do.
    """
    version = platform.release().split(".")
    try:
        return (int(version[0]), int(version[1])) >= (5, 14)
    except (ValueError, IndexError):
        return False


# ---- system call filter --------------------------------------------------------

# name: (number on x86_64, number on aarch64); None where there is no such call.
_DENIED = {
    "ptrace": (101, 117), "process_vm_readv": (310, 270), "process_vm_writev": (311, 271),
    "kcmp": (312, 272), "pidfd_getfd": (438, 438), "process_madvise": (440, 440),
    "memfd_create": (319, 279), "memfd_secret": (447, 447),
    "shmget": (29, 194), "semget": (64, 190), "msgget": (68, 186), "mq_open": (240, 180),
    "add_key": (248, 217), "request_key": (249, 218), "keyctl": (250, 219),
    "mount": (165, 40), "umount2": (166, 39), "pivot_root": (155, 41), "chroot": (161, 51),
    "move_mount": (429, 429), "open_tree": (428, 428), "fsopen": (430, 430),
    "fsconfig": (431, 431), "fsmount": (432, 432), "fspick": (433, 433),
    "mount_setattr": (442, 442), "unshare": (272, 97), "setns": (308, 268),
    "bpf": (321, 280), "perf_event_open": (298, 241), "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425), "io_uring_enter": (426, 426), "io_uring_register": (427, 427),
    "fanotify_init": (300, 262), "name_to_handle_at": (303, 264), "open_by_handle_at": (304, 265),
    "init_module": (175, 105), "finit_module": (313, 273), "delete_module": (176, 106),
    "kexec_load": (246, 104), "kexec_file_load": (320, 294), "reboot": (169, 142),
    "swapon": (167, 224), "swapoff": (168, 225), "acct": (163, 89), "quotactl": (179, 60),
    "syslog": (103, 116), "settimeofday": (164, 170), "clock_settime": (227, 112),
    "adjtimex": (159, 171), "personality": (135, 92), "vhangup": (153, 58),
    "mbind": (237, 235), "migrate_pages": (256, 238), "move_pages": (279, 239),
}
# The newest call that this list was held against, fchmodat2; since pidfd_send_signal all machines
# number alike. What came later, or is still to come, does not exist here: libraries then do
# without, as they do on older kernels.
_NEWEST = 452
# Architectures we know: column above, audit number, socket, clone, clone3.
_MACHINES = {"x86_64": (0, 0xC000003E, 41, 56, 435), "aarch64": (1, 0xC00000B7, 198, 220, 435)}
_ALLOWED_FAMILIES = (1,)            # AF_UNIX; there is no network to speak to
_NAMESPACE_FLAGS = 0x7E020000       # every CLONE_NEW* but CLONE_NEWTIME
_ALLOW, _KILL = 0x7FFF0000, 0x80000000
_EPERM, _ENOSYS = 0x00050000 | 1, 0x00050000 | 38
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06


def filter_calls():
    """Install the filter; return False on a machine whose numbers we do not know."""
    text = call_filter()
    if text is None:
        return False
    program = _Program(len(text) // 8, ctypes.addressof(text))
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    prctl(PR_SET_SECCOMP, 2, ctypes.addressof(program))
    return True


class _Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("filter", ctypes.c_void_p)]


@functools.cache
def call_filter():
    """The filter in the kernel's form, the same for all; None for a machine that we do not know."""
    machine = _MACHINES.get(platform.machine())
    if machine is None:
        return None
    code = b"".join(struct.pack("HBBI", *line) for line in _program(*machine))
    return ctypes.create_string_buffer(code, len(code))


def _program(column, audit, socket, clone, clone3):
    """The filter as lines (operation, jump if true, jump if false, operand)."""
    lines = [(_LOAD, 0, 0, 4), (_EQUAL, 1, 0, audit), (_RETURN, 0, 0, _KILL), (_LOAD, 0, 0, 0)]
    if column == 0:     # the x32 calls of x86_64 have other numbers: none of them
        lines += [(_AT_LEAST, 0, 1, 0x40000000), (_RETURN, 0, 0, _EPERM)]
    lines += [(_AT_LEAST, 0, 1, _NEWEST + 1), (_RETURN, 0, 0, _ENOSYS)]
    for numbers in _DENIED.values():
        lines += [(_EQUAL, 0, 1, numbers[column]), (_RETURN, 0, 0, _EPERM)]
    # clone3 hides its flags in memory; "not implemented" makes libc use clone.
    lines += [(_EQUAL, 0, 1, clone3), (_RETURN, 0, 0, _ENOSYS)]
    lines += [(_EQUAL, 0, 4, clone), (_LOAD, 0, 0, 16), (_ANY_BIT, 0, 1, _NAMESPACE_FLAGS),
              (_RETURN, 0, 0, _EPERM), (_RETURN, 0, 0, _ALLOW)]
    families = [(_EQUAL, len(_ALLOWED_FAMILIES) - k, 0, family)
                for k, family in enumerate(_ALLOWED_FAMILIES)]
    lines += [(_EQUAL, 0, 2 + len(families), socket), (_LOAD, 0, 0, 16), *families,
              (_RETURN, 0, 0, _EPERM)]
    return lines + [(_RETURN, 0, 0, _ALLOW)]
