unsigned long strlen(const char *text);
unsigned long other_length(const char *text) {
    return strlen(text);
}
