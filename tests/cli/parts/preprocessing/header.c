#if __has_include(<cfg.h>)
#include <cfg.h>
#else
#include "cfg.h"
#endif
void reach_error(void);
int main(void) {
    if (CFG == 2)
        reach_error();
    return 0;
}
