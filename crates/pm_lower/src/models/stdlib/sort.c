// qsort and bsearch: insertion of few elements, merging of many. Of elements that compare equal any may come first.
// C11 7.22.5 leaves open which elements are compared, how often and in which order; what is compared are always elements of the array.
typedef typeof(sizeof(0)) size_t;
_Bool __VERIFIER_nondet_bool(void);
size_t __VERIFIER_nondet_size_t(void);
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

static void exchange(char *a, char *b, size_t size) {
    char held[size];
    __pm_copy(held, a, size);
    __pm_copy(a, b, size);
    __pm_copy(b, held, size);
}

static void insertion_sort(char *base, size_t count, size_t size, const struct order *o) {
    for (size_t i = 1; i < count; i++) {
        for (size_t j = i; j > 0; j--) {
            char *right = base + j * size;
            char *left = right - size;
            if (!may_swap(o, left, right, size))
                break;
            exchange(left, right, size);
        }
    }
}

// Merges the sorted runs base[lo..mid] and base[mid..hi] into to[lo..hi].
static void merge(char *to, const char *base, size_t lo, size_t mid, size_t hi, size_t size, const struct order *o) {
    size_t left = lo, right = mid;
    for (size_t k = lo; k < hi; k++) {
        const char *next;
        if (left < mid && (right >= hi || !may_swap(o, base + left * size, base + right * size, size)))
            next = base + left++ * size;
        else
            next = base + right++ * size;
        __pm_copy(to + k * size, next, size);
    }
}

static void merge_sort(char *base, size_t count, size_t size, const struct order *o) {
    char *merged = __pm_alloc(count * size, 0);
    for (size_t width = 1; width < count; width *= 2) {
        for (size_t lo = 0; lo < count; lo += 2 * width) {
            size_t mid = width < count - lo ? lo + width : count;
            size_t hi = width < count - mid ? mid + width : count;
            merge(merged, base, lo, mid, hi, size, o);
        }
        __pm_copy(base, merged, count * size);
    }
    __pm_free(merged);
}

static size_t any_below(size_t count) {
    size_t i = __VERIFIER_nondet_size_t();
    return i < count ? i : 0;
}

// Any comparisons, and any order of the elements meanwhile.
static void wander(char *base, size_t count, size_t size, const struct order *o, int may_move) {
    while (__VERIFIER_nondet_bool()) {
        char *a = base + any_below(count) * size, *b = base + any_below(count) * size;
        if (may_move && __VERIFIER_nondet_bool())
            exchange(a, b, size);
        else
            compare(o, a, b);
    }
}

// A comparison that leaves nothing behind, but fails for some pair, is to meet it.
static void compare_others(char *base, size_t count, size_t size, const struct order *o) {
    if (count > 8) {
        compare(o, base + any_below(count) * size, base + any_below(count) * size);
        return;
    }
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < count; j++)
            compare(o, base + i * size, base + j * size);
}

static void sort(void *base, size_t count, size_t size, const struct order *o) {
    if (count < 2 || size == 0)
        return;
    int kind = __pm_comparisons();
    if (kind == 2)
        wander(base, count, size, o, 1);
    else if (kind == 1)
        compare_others(base, count, size, o);
    else
        compare(o, (char *)base + (count - 1) * size, (char *)base + (count - 1) * size);
    if (count <= 8)
        insertion_sort(base, count, size, o);
    else
        merge_sort(base, count, size, o);
    if (kind == 2)
        wander(base, count, size, o, 0);
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

// Comparisons with any elements.
static void compare_key(const void *key, const char *base, size_t count, size_t size, compare_t order, int kind) {
    if (kind == 0) {
        order(key, base + (count - 1) * size);
    } else if (kind == 2) {
        while (__VERIFIER_nondet_bool())
            order(key, base + any_below(count) * size);
    } else if (count > 8) {
        order(key, base + any_below(count) * size);
    } else {
        for (size_t i = 0; i < count; i++)
            order(key, base + i * size);
    }
}

// The next element to look at, in the middle unless the number of comparisons is seen.
static size_t between(size_t lo, size_t hi, int kind) {
    size_t from_middle = kind == 2 ? any_below(hi - lo) : 0;
    return lo + ((hi - lo) / 2 + from_middle) % (hi - lo);
}

static const char *find(const void *key, const char *base, size_t count, size_t size, compare_t order, int kind) {
    size_t lo = 0, hi = count;
    while (lo < hi) {
        size_t mid = between(lo, hi, kind);
        const char *p = base + mid * size;
        int c = order(key, p);
        if (c == 0)
            return equal_one(key, p, base, base + (count - 1) * size, size, order);
        if (c < 0)
            hi = mid;
        else
            lo = mid + 1;
    }
    return 0;
}

void *bsearch(const void *key, const void *base, size_t count, size_t size, compare_t order) {
    __CPROVER_precondition(count == 0 || size <= (size_t)-1 / count, "bsearch array size representable");
    __CPROVER_precondition(count == 0 || __CPROVER_r_ok(base, count * size), "bsearch array readable");
    if (count == 0)
        return 0;
    int kind = __pm_comparisons();
    compare_key(key, base, count, size, order, kind);
    const char *found = find(key, base, count, size, order, kind);
    if (kind == 2)
        compare_key(key, base, count, size, order, kind);
    return (void *)found;
}
