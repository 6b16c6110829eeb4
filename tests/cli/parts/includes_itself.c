#include "includes_itself.c"
