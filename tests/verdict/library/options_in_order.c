// A leading `-' makes each other argument one of the option 1.
// run: run -- x -a y
// expect: exit 3
#include <unistd.h>
int main(int argc, char **argv) {
    int c, n = 0;
    while ((c = getopt(argc, argv, "-a")) != -1)
        n += c == 1 || (c == 'a' && n == 1);
    return n;
}
