#include <stdio.h>
#include <string.h>
void reach_error(void);
int main(void) {
    char text[8];
    strcpy(text, "two");
    printf("%s\n", text);
#ifdef __OPTIMIZE__
    reach_error();
#endif
    return text[0] != 't';
}
