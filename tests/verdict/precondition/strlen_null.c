// expect: violated
#include <string.h>
int main(void) {
    char *s = 0;
    return (int)strlen(s); // error: [main.precondition.1]
}
