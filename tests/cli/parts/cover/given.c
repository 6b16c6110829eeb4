/* A global structure, and one behind a pointer, that get new values before each call (`--input`). */
struct in { unsigned char mode; double level; };
static struct in all[2];
static int calls;
void step(struct in *in, int plain, const short list[3]) {
    calls += calls < 10;
    if (in->mode == 3 && in->level > 0.5 && calls > 2)
        calls = 0;
    else if (all[1].mode == in->mode || all[0].level < plain)
        in->mode = list[2] > 7 ? 9 : 8;
}
