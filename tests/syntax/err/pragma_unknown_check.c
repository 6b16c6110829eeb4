// expect: unsupported
int main(void) {
#pragma CPROVER check disable "sums" // error: no check has this name
#pragma CPROVER check pop // error: without a matching push
#pragma CPROVER off // error: unknown '#pragma CPROVER'
#pragma CPROVER check enable "pointer-primitive" // error: are not checked
#pragma CPROVER check push
#pragma CPROVER check enable "nan"
#pragma CPROVER check disable "nan" // error: enables and disables one check
    return 0;
}
