struct point { int x, y; };
static int norm(struct point p) {
    return p.x * p.x + p.z * p.z;
}
int main(void) {
    struct point p = {3, 4};
    return norm(&p);
}
