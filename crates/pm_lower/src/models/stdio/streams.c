// The standard streams: objects of their own, told apart by their address.

// What a FILE is here: the same in every unit of stdio, and as large as that of glibc.
struct file {
    int eof;
    int error;
    int pushed; // a character that ungetc put back, plus 1
    char rest[sizeof(long) == 8 ? 204 : 136];
};

static struct file input, output, errors;

void *stdin = &input;
void *stdout = &output;
void *stderr = &errors;
