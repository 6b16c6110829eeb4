// expect: exit 0
// stdout: a00 a05 200000001 a03 1
// stdout: 2 4 200000003 7
// stdout: a00 a05 200000001 100000002 2
int printf(const char*,...);
union { int a; struct { unsigned x:8, y:3, z:1; } e; } u = { .e.y = 2, .e.z = 1 };
union A { int a; struct { unsigned x:8, y:3, z:1; }; } v = { .x = 5, .y = 2, .z = 1 };
union B { long long a; int arr[2]; } w = { .arr[0] = 1, .arr[1] = 2 };
struct S { union { int a; struct { unsigned x:8, y:3, z:1; } e; } u; int k; } s = { .u.e.x = 3, .u.e.y = 2, .k = 1, .u.e.z = 1 };
struct T { union { int a; long long b; struct { int p, q; } e; } u; int k; } t = { .u.e.q = 3, .u.a = 2 };
struct T t2[3] = { [1].u.e.p = 3, [1].k = 7, [1].u.e.q = 2, [0].u.b = -1, [0].u.a = 4 };
int main(void) {
  union { int a; struct { unsigned x:8, y:3, z:1; } e; } lu = { .e.y = 2, .e.z = 1 };
  union A lv = { .x = 5, .y = 2, .z = 1 };
  union B lw = { .arr[0] = 1, .arr[1] = 2 };
  union B *lp = &(union B){ .arr[1] = 1, .arr[0] = 2 };
  struct T lt = { .u.e.q = 3, .u.a = 2 };
  printf("%x %x %llx %x %d\n", u.a, v.a, w.a, s.u.a, s.k);
  printf("%llx %llx %llx %d\n", t.u.b, t2[0].u.b, t2[1].u.b, t2[1].k);
  printf("%x %x %llx %llx %llx\n", lu.a, lv.a, lw.a, lp->a, lt.u.b);
}
