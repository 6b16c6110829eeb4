// run: check
// expect: violated
#include <syslog.h>

int main(void) {
    openlog("program", LOG_PID, LOG_USER);
    syslog(LOG_INFO, "%d\n", 1);
    syslog(LOG_ERR, "%s\n", (char *)0); // error: [syslog.precondition.2]
    closelog();
    return 0;
}
