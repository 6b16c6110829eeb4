// message: elsewhere.c:8
# 7 "elsewhere.c"
int main(void) {
    return wrong;
}
