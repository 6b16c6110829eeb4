// Options of the command line, as POSIX has them: the first argument that is no option ends them. The GNU library looks for options behind it, unless
// the string begins with `+` or the environment demands what POSIX does: that is not followed.
extern void *stderr;
int fprintf(void *stream, const char *format, ...);

char *optarg = 0;
int optind = 1;
int opterr = 1;
int optopt = 0;

// Behind the character of `argv[optind]` that was read last; 0: at its beginning.
int __pm_getopt_at = 0;

static const char *find(char c, const char *options) {
    if (c == ':' || c == ';')
        return 0;
    for (; *options != 0; options++)
        if (*options == c)
            return options;
    return 0;
}

static int complain(const char *options, int quiet, char c, const char *what) {
    optopt = (unsigned char)c;
    if (opterr && !quiet)
        fprintf(stderr, what, c);
    return '?';
}

// Is there an option behind the argument?
static _Bool more_options(int argc, char *const argv[], int at) {
    for (int i = at + 1; i < argc && argv[i] != 0; i++)
        if (argv[i][0] == '-' && argv[i][1] != 0)
            return 1;
    return 0;
}

int getopt(int argc, char *const argv[], const char *options) {
    __CPROVER_precondition(argc <= 0 || __CPROVER_r_ok(argv, sizeof(char *)), "getopt arguments readable");
    __CPROVER_precondition(__CPROVER_r_ok(options, 1), "getopt options readable");
    char order = *options;
    if (order == '+' || order == '-')
        options++;
    int quiet = *options == ':';
    if (optind == 0) {
        optind = 1;
        __pm_getopt_at = 0;
    }
    optarg = 0;
    if (__pm_getopt_at == 0) {
        if (optind >= argc || argv[optind] == 0)
            return -1;
        if (argv[optind][0] != '-' || argv[optind][1] == 0) {
            // Each such argument is one of the option 1.
            if (order == '-') {
                optarg = argv[optind++];
                return 1;
            }
            if (order != '+' && more_options(argc, argv, optind))
                __pm_not_modelled(7);
            return -1;
        }
        if (argv[optind][1] == '-' && argv[optind][2] == 0) {
            optind++;
            return -1;
        }
        __pm_getopt_at = 1;
    }
    const char *word = argv[optind];
    char c = word[__pm_getopt_at++];
    const char *option = find(c, options);
    int last = word[__pm_getopt_at] == 0;
    if (!option || option[1] != ':') {
        if (last) {
            optind++;
            __pm_getopt_at = 0;
        }
        return option ? (unsigned char)c : complain(options, quiet, c, "invalid option -- '%c'\n");
    }
    if (!last)
        optarg = (char *)word + __pm_getopt_at;
    else if (option[2] != ':') {
        optind++;
        if (optind >= argc) {
            __pm_getopt_at = 0;
            complain(options, quiet, c, "option requires an argument -- '%c'\n");
            return quiet ? ':' : '?';
        }
        optarg = argv[optind];
    }
    optind++;
    __pm_getopt_at = 0;
    return (unsigned char)c;
}
