// The sign of the gamma function at the argument of the last lgamma (POSIX).

int signgam = 0;
