//! The units of the library models and what each defines. Made by scripts/models.py.

use super::Model;

pub(super) static MODELS: &[Model] = &[
    Model {
        name: "<proofmark/ctype/ctype.c>",
        text: include_str!("ctype/ctype.c"),
        defines: &["__pm_value_of_isalnum", "__pm_value_of_isalpha", "__pm_value_of_isblank", "__pm_value_of_iscntrl", "__pm_value_of_isdigit", "__pm_value_of_isgraph", "__pm_value_of_islower", "__pm_value_of_isprint", "__pm_value_of_ispunct", "__pm_value_of_isspace", "__pm_value_of_isupper", "__pm_value_of_isxdigit", "isalnum", "isalpha", "isascii", "isblank", "iscntrl", "isdigit", "isgraph", "islower", "isprint", "ispunct", "isspace", "isupper", "isxdigit", "toascii", "tolower", "toupper"],
    },
    Model {
        name: "<proofmark/ctype/tables.c>",
        text: include_str!("ctype/tables.c"),
        defines: &["__ctype_b_loc", "__ctype_get_mb_cur_max", "__ctype_tolower_loc", "__ctype_toupper_loc"],
    },
    Model {
        name: "<proofmark/errno/errno.c>",
        text: include_str!("errno/errno.c"),
        defines: &["__errno", "__errno_location", "__pm_fails", "__pm_math_error", "__pm_may_set_errno"],
    },
    Model {
        name: "<proofmark/math/basic.c>",
        text: include_str!("math/basic.c"),
        defines: &["copysign", "drem", "fdim", "fma", "fmax", "fmin", "fmod", "nan", "remainder", "sqrt"],
    },
    Model {
        name: "<proofmark/math/classify.c>",
        text: include_str!("math/classify.c"),
        defines: &["__finite", "__fpclassify", "__isinf", "__isnan", "__pm_value_of___signbit", "__pm_value_of_isinf", "__pm_value_of_isnan", "__signbit", "finite", "isinf", "isnan"],
    },
    Model {
        name: "<proofmark/math/exponent.c>",
        text: include_str!("math/exponent.c"),
        defines: &["frexp", "ilogb", "ldexp", "logb", "nextafter", "scalbln", "scalbn"],
    },
    Model {
        name: "<proofmark/math/exponential.c>",
        text: include_str!("math/exponential.c"),
        defines: &["cbrt", "exp", "exp10", "exp2", "expm1", "hypot", "log", "log10", "log1p", "log2", "pow"],
    },
    Model {
        name: "<proofmark/math/f/basic.c>",
        text: include_str!("math/f/basic.c"),
        defines: &["copysignf", "dremf", "fdimf", "fmaf", "fmaxf", "fminf", "fmodf", "nanf", "remainderf", "sqrtf"],
    },
    Model {
        name: "<proofmark/math/f/classify.c>",
        text: include_str!("math/f/classify.c"),
        defines: &["__finitef", "__fpclassifyf", "__isinff", "__isnanf", "__pm_value_of___signbitf", "__pm_value_of_isinff", "__pm_value_of_isnanf", "__signbitf", "finitef", "isinff", "isnanf"],
    },
    Model {
        name: "<proofmark/math/f/exponent.c>",
        text: include_str!("math/f/exponent.c"),
        defines: &["frexpf", "ilogbf", "ldexpf", "logbf", "nextafterf", "scalblnf", "scalbnf"],
    },
    Model {
        name: "<proofmark/math/f/exponential.c>",
        text: include_str!("math/f/exponential.c"),
        defines: &["cbrtf", "exp10f", "exp2f", "expf", "expm1f", "hypotf", "log10f", "log1pf", "log2f", "logf", "powf"],
    },
    Model {
        name: "<proofmark/math/f/hyperbolic.c>",
        text: include_str!("math/f/hyperbolic.c"),
        defines: &["acoshf", "asinhf", "atanhf", "coshf", "sinhf", "tanhf"],
    },
    Model {
        name: "<proofmark/math/f/powi.c>",
        text: include_str!("math/f/powi.c"),
        defines: &["__pm_powif"],
    },
    Model {
        name: "<proofmark/math/f/round.c>",
        text: include_str!("math/f/round.c"),
        defines: &["ceilf", "fabsf", "floorf", "llrintf", "llroundf", "lrintf", "lroundf", "modff", "nearbyintf", "rintf", "roundevenf", "roundf", "truncf"],
    },
    Model {
        name: "<proofmark/math/f/special.c>",
        text: include_str!("math/f/special.c"),
        defines: &["erfcf", "erff", "lgammaf", "tgammaf"],
    },
    Model {
        name: "<proofmark/math/f/trigonometric.c>",
        text: include_str!("math/f/trigonometric.c"),
        defines: &["acosf", "asinf", "atan2f", "atanf", "cosf", "sincosf", "sinf", "tanf"],
    },
    Model {
        name: "<proofmark/math/hyperbolic.c>",
        text: include_str!("math/hyperbolic.c"),
        defines: &["acosh", "asinh", "atanh", "cosh", "sinh", "tanh"],
    },
    Model {
        name: "<proofmark/math/l/basic.c>",
        text: include_str!("math/l/basic.c"),
        defines: &["copysignl", "dreml", "fdiml", "fmal", "fmaxl", "fminl", "fmodl", "nanl", "remainderl", "sqrtl"],
    },
    Model {
        name: "<proofmark/math/l/classify.c>",
        text: include_str!("math/l/classify.c"),
        defines: &["__finitel", "__fpclassifyl", "__isinfl", "__isnanl", "__pm_value_of___signbitl", "__pm_value_of_isinfl", "__pm_value_of_isnanl", "__signbitl", "finitel", "isinfl", "isnanl"],
    },
    Model {
        name: "<proofmark/math/l/exponent.c>",
        text: include_str!("math/l/exponent.c"),
        defines: &["frexpl", "ilogbl", "ldexpl", "logbl", "nextafterl", "scalblnl", "scalbnl"],
    },
    Model {
        name: "<proofmark/math/l/exponential.c>",
        text: include_str!("math/l/exponential.c"),
        defines: &["cbrtl", "exp10l", "exp2l", "expl", "expm1l", "hypotl", "log10l", "log1pl", "log2l", "logl", "powl"],
    },
    Model {
        name: "<proofmark/math/l/hyperbolic.c>",
        text: include_str!("math/l/hyperbolic.c"),
        defines: &["acoshl", "asinhl", "atanhl", "coshl", "sinhl", "tanhl"],
    },
    Model {
        name: "<proofmark/math/l/powi.c>",
        text: include_str!("math/l/powi.c"),
        defines: &["__pm_powil"],
    },
    Model {
        name: "<proofmark/math/l/round.c>",
        text: include_str!("math/l/round.c"),
        defines: &["ceill", "fabsl", "floorl", "llrintl", "llroundl", "lrintl", "lroundl", "modfl", "nearbyintl", "rintl", "roundevenl", "roundl", "truncl"],
    },
    Model {
        name: "<proofmark/math/l/special.c>",
        text: include_str!("math/l/special.c"),
        defines: &["erfcl", "erfl", "lgammal", "tgammal"],
    },
    Model {
        name: "<proofmark/math/l/trigonometric.c>",
        text: include_str!("math/l/trigonometric.c"),
        defines: &["acosl", "asinl", "atan2l", "atanl", "cosl", "sincosl", "sinl", "tanl"],
    },
    Model {
        name: "<proofmark/math/nexttoward.c>",
        text: include_str!("math/nexttoward.c"),
        defines: &["nexttoward", "nexttowardf", "nexttowardl"],
    },
    Model {
        name: "<proofmark/math/powi.c>",
        text: include_str!("math/powi.c"),
        defines: &["__pm_powi"],
    },
    Model {
        name: "<proofmark/math/round.c>",
        text: include_str!("math/round.c"),
        defines: &["ceil", "fabs", "floor", "llrint", "llround", "lrint", "lround", "modf", "nearbyint", "rint", "round", "roundeven", "trunc"],
    },
    Model {
        name: "<proofmark/math/special.c>",
        text: include_str!("math/special.c"),
        defines: &["erf", "erfc", "lgamma", "tgamma"],
    },
    Model {
        name: "<proofmark/math/trigonometric.c>",
        text: include_str!("math/trigonometric.c"),
        defines: &["acos", "asin", "atan", "atan2", "cos", "sin", "sincos", "tan"],
    },
    Model {
        name: "<proofmark/posix/arbitrary.c>",
        text: include_str!("posix/arbitrary.c"),
        defines: &["__pm_arbitrary"],
    },
    Model {
        name: "<proofmark/posix/bytes.c>",
        text: include_str!("posix/bytes.c"),
        defines: &["ffs", "ffsl", "ffsll", "htonl", "htons", "ntohl", "ntohs"],
    },
    Model {
        name: "<proofmark/posix/getopt.c>",
        text: include_str!("posix/getopt.c"),
        defines: &["__pm_getopt_at", "getopt", "optarg", "opterr", "optind", "optopt"],
    },
    Model {
        name: "<proofmark/posix/getopt_long.c>",
        text: include_str!("posix/getopt_long.c"),
        defines: &["getopt_long"],
    },
    Model {
        name: "<proofmark/posix/locale.c>",
        text: include_str!("posix/locale.c"),
        defines: &["localeconv", "setlocale"],
    },
    Model {
        name: "<proofmark/posix/mutex.c>",
        text: include_str!("posix/mutex.c"),
        defines: &["__pm_result_of_pthread_mutex_destroy", "__pm_result_of_pthread_mutex_init", "__pm_result_of_pthread_mutex_trylock", "call_once", "mtx_destroy", "mtx_init", "mtx_lock", "mtx_timedlock", "mtx_trylock", "mtx_unlock", "pthread_equal", "pthread_mutex_destroy", "pthread_mutex_init", "pthread_mutex_lock", "pthread_mutex_trylock", "pthread_mutex_unlock", "pthread_mutexattr_destroy", "pthread_mutexattr_init", "pthread_mutexattr_settype", "pthread_self"],
    },
    Model {
        name: "<proofmark/posix/socket.c>",
        text: include_str!("posix/socket.c"),
        defines: &["accept", "bind", "connect", "getpeername", "getsockname", "getsockopt", "inet_addr", "inet_aton", "inet_ntop", "inet_pton", "listen", "poll", "recv", "recvfrom", "select", "send", "sendto", "setsockopt", "shutdown", "socket", "socketpair"],
    },
    Model {
        name: "<proofmark/posix/unistd.c>",
        text: include_str!("posix/unistd.c"),
        defines: &["__pm_result_of_alarm", "__pm_result_of_sleep", "__pm_result_of_usleep", "access", "alarm", "chdir", "close", "creat", "dup", "dup2", "fsync", "ftruncate", "getcwd", "geteuid", "getgid", "gethostname", "getpagesize", "getpid", "getppid", "getrandom", "getuid", "isatty", "lseek", "mkdir", "open", "openat", "pipe", "pread", "read", "readlink", "rmdir", "sched_yield", "sleep", "sysconf", "unlink", "usleep"],
    },
    Model {
        name: "<proofmark/posix/write.c>",
        text: include_str!("posix/write.c"),
        defines: &["write"],
    },
    Model {
        name: "<proofmark/stdio/asprintf.c>",
        text: include_str!("stdio/asprintf.c"),
        defines: &["asprintf", "vasprintf"],
    },
    Model {
        name: "<proofmark/stdio/files.c>",
        text: include_str!("stdio/files.c"),
        defines: &["__pm_result_of_fflush", "__pm_result_of_setvbuf", "__pm_value_of_feof", "__pm_value_of_ferror", "clearerr", "fclose", "fdopen", "feof", "ferror", "fflush", "fileno", "flockfile", "fopen", "fopen64", "freopen", "fseek", "fseeko", "ftell", "ftello", "funlockfile", "pclose", "popen", "remove", "rename", "rewind", "setbuf", "setlinebuf", "setvbuf", "tmpfile"],
    },
    Model {
        name: "<proofmark/stdio/getchar.c>",
        text: include_str!("stdio/getchar.c"),
        defines: &["_IO_getc", "fgetc", "fgets", "fread", "getc", "getc_unlocked", "getchar", "getchar_unlocked", "gets", "ungetc"],
    },
    Model {
        name: "<proofmark/stdio/getline.c>",
        text: include_str!("stdio/getline.c"),
        defines: &["getdelim", "getline"],
    },
    Model {
        name: "<proofmark/stdio/perror.c>",
        text: include_str!("stdio/perror.c"),
        defines: &["perror"],
    },
    Model {
        name: "<proofmark/stdio/printf.c>",
        text: include_str!("stdio/printf.c"),
        defines: &["__pm_result_of_fprintf", "__pm_result_of_printf", "__pm_result_of_vfprintf", "__pm_result_of_vprintf", "fprintf", "printf", "vfprintf", "vprintf"],
    },
    Model {
        name: "<proofmark/stdio/puts.c>",
        text: include_str!("stdio/puts.c"),
        defines: &["_IO_putc", "__pm_result_of__IO_putc", "__pm_result_of_fputc", "__pm_result_of_fputs", "__pm_result_of_fwrite", "__pm_result_of_putc", "__pm_result_of_putchar", "__pm_result_of_putchar_unlocked", "__pm_result_of_puts", "fputc", "fputs", "fwrite", "putc", "putchar", "putchar_unlocked", "puts"],
    },
    Model {
        name: "<proofmark/stdio/scanf.c>",
        text: include_str!("stdio/scanf.c"),
        defines: &["__isoc23_fscanf", "__isoc23_scanf", "__isoc23_vfscanf", "__isoc23_vscanf", "__isoc99_fscanf", "__isoc99_scanf", "__isoc99_vfscanf", "__isoc99_vscanf", "fscanf", "scanf", "vfscanf", "vscanf"],
    },
    Model {
        name: "<proofmark/stdio/snprintf.c>",
        text: include_str!("stdio/snprintf.c"),
        defines: &["snprintf", "sprintf", "vsnprintf", "vsprintf"],
    },
    Model {
        name: "<proofmark/stdio/sscanf.c>",
        text: include_str!("stdio/sscanf.c"),
        defines: &["__isoc23_sscanf", "__isoc23_vsscanf", "__isoc99_sscanf", "__isoc99_vsscanf", "sscanf", "vsscanf"],
    },
    Model {
        name: "<proofmark/stdio/store.c>",
        text: include_str!("stdio/store.c"),
        defines: &["__pm_store_integer"],
    },
    Model {
        name: "<proofmark/stdio/streams.c>",
        text: include_str!("stdio/streams.c"),
        defines: &["stderr", "stdin", "stdout"],
    },
    Model {
        name: "<proofmark/stdlib/abort.c>",
        text: include_str!("stdlib/abort.c"),
        defines: &["_Exit", "_exit", "abort"],
    },
    Model {
        name: "<proofmark/stdlib/aligned.c>",
        text: include_str!("stdlib/aligned.c"),
        defines: &["aligned_alloc", "memalign", "posix_memalign", "valloc"],
    },
    Model {
        name: "<proofmark/stdlib/env.c>",
        text: include_str!("stdlib/env.c"),
        defines: &["getenv", "putenv", "secure_getenv", "setenv", "system", "unsetenv"],
    },
    Model {
        name: "<proofmark/stdlib/exit.c>",
        text: include_str!("stdlib/exit.c"),
        defines: &["at_quick_exit", "atexit", "exit", "quick_exit"],
    },
    Model {
        name: "<proofmark/stdlib/integer.c>",
        text: include_str!("stdlib/integer.c"),
        defines: &["abs", "div", "labs", "ldiv", "llabs", "lldiv"],
    },
    Model {
        name: "<proofmark/stdlib/intmax.c>",
        text: include_str!("stdlib/intmax.c"),
        defines: &["imaxabs", "imaxdiv"],
    },
    Model {
        name: "<proofmark/stdlib/malloc.c>",
        text: include_str!("stdlib/malloc.c"),
        defines: &["calloc", "cfree", "free", "malloc"],
    },
    Model {
        name: "<proofmark/stdlib/random.c>",
        text: include_str!("stdlib/random.c"),
        defines: &["drand48", "lrand48", "mrand48", "rand", "rand_r", "random", "srand", "srand48", "srandom"],
    },
    Model {
        name: "<proofmark/stdlib/realloc.c>",
        text: include_str!("stdlib/realloc.c"),
        defines: &["realloc", "reallocarray"],
    },
    Model {
        name: "<proofmark/stdlib/sort.c>",
        text: include_str!("stdlib/sort.c"),
        defines: &["bsearch", "qsort", "qsort_r"],
    },
    Model {
        name: "<proofmark/stdlib/strtod.c>",
        text: include_str!("stdlib/strtod.c"),
        defines: &["atof", "strtod", "strtof", "strtold"],
    },
    Model {
        name: "<proofmark/stdlib/strtol.c>",
        text: include_str!("stdlib/strtol.c"),
        defines: &["__isoc23_strtol", "__isoc23_strtoll", "__isoc23_strtoul", "__isoc23_strtoull", "atoi", "atol", "atoll", "strtoimax", "strtol", "strtoll", "strtoul", "strtoull", "strtoumax"],
    },
    Model {
        name: "<proofmark/string/copy.c>",
        text: include_str!("string/copy.c"),
        defines: &["bcopy", "bzero", "explicit_bzero", "memcpy", "memmove", "mempcpy", "memset"],
    },
    Model {
        name: "<proofmark/string/length.c>",
        text: include_str!("string/length.c"),
        defines: &["strlen", "strnlen"],
    },
    Model {
        name: "<proofmark/string/memory.c>",
        text: include_str!("string/memory.c"),
        defines: &["__pm_sign_of_memcmp", "__pm_value_of_bcmp", "bcmp", "memccpy", "memchr", "memcmp", "memmem", "memrchr", "rawmemchr", "swab"],
    },
    Model {
        name: "<proofmark/string/search.c>",
        text: include_str!("string/search.c"),
        defines: &["index", "rindex", "strcasestr", "strchr", "strchrnul", "strcspn", "strpbrk", "strrchr", "strspn", "strstr"],
    },
    Model {
        name: "<proofmark/string/strcmp.c>",
        text: include_str!("string/strcmp.c"),
        defines: &["__pm_sign_of_strcasecmp", "__pm_sign_of_strcmp", "__pm_sign_of_strcoll", "__pm_sign_of_strncasecmp", "__pm_sign_of_strncmp", "strcasecmp", "strcmp", "strcoll", "strncasecmp", "strncmp"],
    },
    Model {
        name: "<proofmark/string/strcpy.c>",
        text: include_str!("string/strcpy.c"),
        defines: &["stpcpy", "stpncpy", "strcat", "strcpy", "strlcat", "strlcpy", "strncat", "strncpy"],
    },
    Model {
        name: "<proofmark/string/strdup.c>",
        text: include_str!("string/strdup.c"),
        defines: &["__strdup", "strdup", "strndup"],
    },
    Model {
        name: "<proofmark/string/strerror.c>",
        text: include_str!("string/strerror.c"),
        defines: &["__xpg_strerror_r", "strerror", "strsignal", "strxfrm"],
    },
    Model {
        name: "<proofmark/string/strtok.c>",
        text: include_str!("string/strtok.c"),
        defines: &["__strtok_r", "strsep", "strtok", "strtok_r"],
    },
    Model {
        name: "<proofmark/time/time.c>",
        text: include_str!("time/time.c"),
        defines: &["asctime", "asctime_r", "clock", "clock_getres", "clock_gettime", "ctime", "ctime_r", "difftime", "gettimeofday", "gmtime", "gmtime_r", "localtime", "localtime_r", "mktime", "nanosleep", "strftime", "strptime", "time", "timegm"],
    },
    Model {
        name: "<proofmark/verifier/arrays.c>",
        text: include_str!("verifier/arrays.c"),
        defines: &["__pm_array_copy", "__pm_array_equal", "__pm_array_replace", "__pm_array_set"],
    },
    Model {
        name: "<proofmark/verifier/shift.c>",
        text: include_str!("verifier/shift.c"),
        defines: &["__pm_shl_overflows"],
    },
    Model {
        name: "<proofmark/verifier/uninterpreted.c>",
        text: include_str!("verifier/uninterpreted.c"),
        defines: &["__pm_uninterpreted"],
    },
    Model {
        name: "<proofmark/wchar/swprintf.c>",
        text: include_str!("wchar/swprintf.c"),
        defines: &["swprintf", "vswprintf"],
    },
    Model {
        name: "<proofmark/wchar/wchar.c>",
        text: include_str!("wchar/wchar.c"),
        defines: &["__pm_sign_of_wcscmp", "__pm_sign_of_wcsncmp", "__pm_sign_of_wmemcmp", "wcscat", "wcschr", "wcscmp", "wcscpy", "wcscspn", "wcslen", "wcsncat", "wcsncmp", "wcsncpy", "wcsnlen", "wcspbrk", "wcsrchr", "wcsspn", "wcsstr", "wmemchr", "wmemcmp", "wmemcpy", "wmemmove", "wmemset"],
    },
];
