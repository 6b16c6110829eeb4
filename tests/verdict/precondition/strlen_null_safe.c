// expect: safe
#include <string.h>
int main(void) {
    char *s = "";
    return (int)strlen(s);
}
