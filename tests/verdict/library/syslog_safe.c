// run: check
// expect: proved
#include <syslog.h>

int main(void) {
    openlog("program", LOG_PID, LOG_USER);
    setlogmask(LOG_UPTO(LOG_NOTICE));
    syslog(LOG_INFO, "%d %s\n", 1, "text");
    closelog();
    return 0;
}
