// The intrinsics of the library models, for gcc.
#define __CPROVER_precondition(c, t) pm_precondition(c, t)
#define __CPROVER_assert(c, t) pm_precondition(c, t)
#define __CPROVER_r_ok(p, n) ((p) != 0)
#define __CPROVER_w_ok(p, n) ((p) != 0)
#define __CPROVER_same_object(p, q) 0
#define __CPROVER_OBJECT_SIZE(p) pm_size(p)
#define __CPROVER_POINTER_OFFSET(p) 0
#define __pm_overlooks_accesses() 0
#define __pm_free_ok(p) 1
#define __pm_malloc_may_fail() 0
#define __pm_errno_is_read() 1
#define __pm_addresses_are_seen() 0
#define __pm_comparisons() 1
#define __pm_depends_on_locale() ((void)0)
#define __pm_gap(reason) pm_gap()
void pm_gap(void);
#define __pm_not_modelled(what) ((void)0)
void pm_precondition(int c, const char *text);
unsigned long pm_size(const void *p);
void *__pm_alloc(unsigned long size, int zeroed);
void __pm_free(void *p);
void __pm_copy(void *d, const void *s, unsigned long n);
void __pm_fill(void *d, int byte, unsigned long n);
#define __pm_havoc(p, n) ((void)0)
