// expect: unsupported
#include <pthread.h>
static void *work(void *p) { return p; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0); // error: thread
    return 0;
}
