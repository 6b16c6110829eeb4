// With MSG_TRUNC recv says how long the message was.
// run: bmc
// expect: violated
#include <assert.h>
#include <sys/socket.h>
int main(void) {
    char b[8];
    assert(recv(0, b, 8, MSG_TRUNC) <= 8); // error: [main.assertion.1]
    return 0;
}
