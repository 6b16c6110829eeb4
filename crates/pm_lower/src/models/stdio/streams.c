// The standard streams: objects of their own, told apart by their address.

// What a FILE is here: the same in every unit of stdio.
struct file {
    int eof;
    int error;
    int pushed; // a character that ungetc put back, plus 1
};

static struct file input, output, errors;

void *stdin = &input;
void *stdout = &output;
void *stderr = &errors;
