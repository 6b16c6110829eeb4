// What comes in may be anything, in any amount.
// run: bmc, bmc --engine kind
// expect: violated
#include <sys/socket.h>
int main(void) {
    unsigned char b[4] = {0};
    ssize_t n = recv(3, b, sizeof b, 0);
    __CPROVER_assert(n != 2, "amount"); // error: [main.assertion.1]
    __CPROVER_assert(b[3] != 7, "contents"); // error: [main.assertion.2]
    __CPROVER_assert(send(3, b, 4, 0) == 4, "all of it"); // error: [main.assertion.3]
    return 0;
}
