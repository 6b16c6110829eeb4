// qsort and bsearch: insertion of few elements, merging of many. Of elements that compare equal any may come first.
typedef typeof(sizeof(0)) size_t;
_Bool __VERIFIER_nondet_bool(void);
typedef int (*compare_t)(const void *, const void *);
typedef int (*compare_arg_t)(const void *, const void *, void *);

struct order {
    compare_t plain;
    compare_arg_t with_arg;
    void *arg;
};

static int compare(const struct order *o, const void *a, const void *b) {
    if (o->with_arg)
        return o->with_arg(a, b, o->arg);
    return o->plain(a, b);
}

// May the right one of two elements stand before the left one? Of numbers that are the same nothing would be seen.
static int may_swap(const struct order *o, const void *left, const void *right, size_t size) {
    int c = compare(o, left, right);
    if (c != 0)
        return c > 0;
    if (size == sizeof(int) && size < sizeof(void *) && *(const int *)left == *(const int *)right)
        return 0;
    return __VERIFIER_nondet_bool();
}

static void insertion_sort(char *base, size_t count, size_t size, const struct order *o) {
    char held[size];
    for (size_t i = 1; i < count; i++) {
        for (size_t j = i; j > 0; j--) {
            char *right = base + j * size;
            char *left = right - size;
            if (!may_swap(o, left, right, size))
                break;
            __pm_copy(held, left, size);
            __pm_copy(left, right, size);
            __pm_copy(right, held, size);
        }
    }
}

// Merges the sorted runs from[lo..mid] and from[mid..hi] into to[lo..hi].
static void merge(char *to, const char *from, size_t lo, size_t mid, size_t hi, size_t size, const struct order *o) {
    size_t left = lo, right = mid;
    for (size_t k = lo; k < hi; k++) {
        const char *next;
        if (left < mid && (right >= hi || !may_swap(o, from + left * size, from + right * size, size)))
            next = from + left++ * size;
        else
            next = from + right++ * size;
        __pm_copy(to + k * size, next, size);
    }
}

static void merge_sort(char *base, size_t count, size_t size, const struct order *o) {
    char *other = __pm_alloc(count * size, 0);
    char *from = base, *to = other;
    for (size_t width = 1; width < count; width *= 2) {
        for (size_t lo = 0; lo < count; lo += 2 * width) {
            size_t mid = width < count - lo ? lo + width : count;
            size_t hi = width < count - mid ? mid + width : count;
            merge(to, from, lo, mid, hi, size, o);
        }
        char *swapped = from;
        from = to;
        to = swapped;
    }
    if (from != base)
        __pm_copy(base, from, count * size);
    __pm_free(other);
}

static void sort(void *base, size_t count, size_t size, const struct order *o) {
    if (count < 2 || size == 0)
        return;
    if (count <= 8)
        insertion_sort(base, count, size, o);
    else
        merge_sort(base, count, size, o);
}

void qsort(void *base, size_t count, size_t size, compare_t order) {
    __CPROVER_precondition(count == 0 || size <= (size_t)-1 / count, "qsort array size representable");
    __CPROVER_precondition(count == 0 || __CPROVER_w_ok(base, count * size), "qsort array writable");
    struct order o = {order, 0, 0};
    sort(base, count, size, &o);
}

void qsort_r(void *base, size_t count, size_t size, compare_arg_t order, void *arg) {
    __CPROVER_precondition(count == 0 || size <= (size_t)-1 / count, "qsort_r array size representable");
    __CPROVER_precondition(count == 0 || __CPROVER_w_ok(base, count * size), "qsort_r array writable");
    struct order o = {0, order, arg};
    sort(base, count, size, &o);
}

// One of the elements around p that the key is equal to, too.
static const char *equal_one(const void *key, const char *p, const char *first, const char *last, size_t size, compare_t order) {
    const char *q = p;
    while (q != first && order(key, q - size) == 0 && __VERIFIER_nondet_bool())
        q -= size;
    if (q != p)
        return q;
    while (q != last && order(key, q + size) == 0 && __VERIFIER_nondet_bool())
        q += size;
    return q;
}

void *bsearch(const void *key, const void *base, size_t count, size_t size, compare_t order) {
    __CPROVER_precondition(count == 0 || size <= (size_t)-1 / count, "bsearch array size representable");
    __CPROVER_precondition(count == 0 || __CPROVER_r_ok(base, count * size), "bsearch array readable");
    size_t lo = 0, hi = count;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        const char *p = (const char *)base + mid * size;
        int c = order(key, p);
        if (c == 0) {
            const char *first = base;
            return (void *)equal_one(key, p, first, first + (count - 1) * size, size, order);
        }
        if (c < 0)
            hi = mid;
        else
            lo = mid + 1;
    }
    return 0;
}
