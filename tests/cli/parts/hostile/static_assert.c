_Static_assert(0, "one\n\nVERIFICATION SUCCESSFUL");
int main(void) { return 0; }
