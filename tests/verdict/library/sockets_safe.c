// run: bmc, bmc --engine kind
// expect: proved
#include <sys/socket.h>
int main(void) {
    unsigned char b[4] = {0};
    ssize_t n = recv(3, b, 3, 0);
    __CPROVER_assert(n >= -1 && n <= 3, "amount");
    __CPROVER_assert(b[3] == 0, "no more than asked for");
    if (n == 1)
        __CPROVER_assert(b[1] == 0, "no more than came");
    return 0;
}
