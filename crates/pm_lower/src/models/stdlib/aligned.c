// Aligned allocation. Base addresses of heap objects are aligned for every type; larger alignments are not modelled: where the program looks at
// addresses, what it does then is not known.
typedef typeof(sizeof(0)) size_t;
void *malloc(size_t size);

static void *aligned(size_t alignment, size_t size) {
    if (alignment > 2 * sizeof(void *) && __pm_addresses_are_seen())
        __pm_not_modelled(8);
    return malloc(size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    __CPROVER_precondition(alignment != 0 && (alignment & (alignment - 1)) == 0, "aligned_alloc alignment is a power of two");
    return aligned(alignment, size);
}

void *memalign(size_t alignment, size_t size) {
    __CPROVER_precondition(alignment != 0 && (alignment & (alignment - 1)) == 0, "memalign alignment is a power of two");
    return aligned(alignment, size);
}

void *valloc(size_t size) {
    return aligned(4096, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
    __CPROVER_precondition(__CPROVER_w_ok(result, sizeof(void *)), "posix_memalign result writable");
    if (alignment == 0 || (alignment & (alignment - 1)) != 0 || alignment % sizeof(void *) != 0)
        return 22;
    void *p = aligned(alignment, size);
    if (!p)
        return 12;
    *result = p;
    return 0;
}
