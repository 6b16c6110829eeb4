#pragma CPROVER check disable "signed-overflow"
int next(int x) {
    return x + 1;
}
