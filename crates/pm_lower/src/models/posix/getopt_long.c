// Long options, as GNU has them, without abbreviations and without a new order of the arguments.
extern void *stderr;
extern char *optarg;
extern int optind, opterr, optopt, __pm_getopt_at;
int fprintf(void *stream, const char *format, ...);
int getopt(int argc, char *const argv[], const char *options);

struct option {
    const char *name;
    int has_arg;
    int *flag;
    int val;
};

// Does the word, up to its end or `=`, begin the name?
static _Bool abbreviates(const char *word, const char *name) {
    int i = 0;
    while (word[i] != 0 && word[i] != '=' && word[i] == name[i])
        i++;
    return i != 0 && (word[i] == 0 || word[i] == '=');
}

// The length of the name where the word is `name` or `name=...`, else -1.
static int matches(const char *word, const char *name) {
    int i = 0;
    while (name[i] != 0 && word[i] == name[i])
        i++;
    return name[i] == 0 && (word[i] == 0 || word[i] == '=') ? i : -1;
}

int getopt_long(int argc, char *const argv[], const char *options, const struct option *all, int *index) {
    __CPROVER_precondition(argc <= 0 || __CPROVER_r_ok(argv, sizeof(char *)), "getopt_long arguments readable");
    __CPROVER_precondition(__CPROVER_r_ok(options, 1), "getopt_long options readable");
    __CPROVER_precondition(__CPROVER_r_ok(all, sizeof(struct option)), "getopt_long long options readable");
    __CPROVER_precondition(index == 0 || __CPROVER_w_ok(index, sizeof(int)), "getopt_long index writable");
    int first = optind == 0 ? 1 : optind;
    const char *word = first < argc ? argv[first] : (const char *)0;
    if (word == 0 || word[0] != '-' || word[1] != '-' || word[2] == 0)
        return getopt(argc, argv, options);
    int quiet = *options == ':' || ((*options == '+' || *options == '-') && options[1] == ':');
    optarg = 0;
    optind = first + 1;
    __pm_getopt_at = 0;
    for (int i = 0; all[i].name != 0; i++) {
        int length = matches(word + 2, all[i].name);
        if (length < 0)
            continue;
        const char *rest = word + 2 + length;
        if (*rest == '=') {
            if (all[i].has_arg == 0) {
                optopt = all[i].val;
                return '?';
            }
            optarg = (char *)rest + 1;
        } else if (all[i].has_arg == 1) {
            if (optind >= argc) {
                optopt = all[i].val;
                if (opterr && !quiet)
                    fprintf(stderr, "option '--%s' requires an argument\n", all[i].name);
                return quiet ? ':' : '?';
            }
            optarg = argv[optind++];
        }
        if (index)
            *index = i;
        if (all[i].flag) {
            *all[i].flag = all[i].val;
            return 0;
        }
        return all[i].val;
    }
    for (int i = 0; all[i].name != 0; i++)
        if (abbreviates(word + 2, all[i].name))
            __pm_not_modelled(7);
    if (opterr && !quiet)
        fprintf(stderr, "unrecognized option '%s'\n", word);
    optopt = 0;
    return '?';
}
