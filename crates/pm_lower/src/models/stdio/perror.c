// perror.
extern void *stderr;
int fprintf(void *stream, const char *format, ...);
char *strerror(int code);
int __pm_get_errno(void);

void perror(const char *s) {
    __CPROVER_precondition(s == 0 || __CPROVER_r_ok(s, 1), "perror argument readable");
    if (s && *s)
        fprintf(stderr, "%s: ", s);
    fprintf(stderr, "%s\n", strerror(__pm_get_errno()));
}
