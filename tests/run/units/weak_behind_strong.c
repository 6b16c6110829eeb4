// A weak definition in a file behind the one that counts is none, and its name is known there.
// files: parts/weak_behind_strong_b.c
// expect: exit 4
int value = 4;
