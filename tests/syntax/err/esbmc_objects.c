// expect: unsupported
int main(void) {
    char a[10], *p = a;
    int i;
    i = __ESBMC_alloc[0]; // error: '__ESBMC_alloc' of a verifier or compiler is not implemented
    i = __ESBMC_is_dynamic[0]; // error: '__ESBMC_is_dynamic' of a verifier or compiler is not implemented
    i = __ESBMC_alloc_size[0]; // error: '__ESBMC_alloc_size' of a verifier or compiler is not implemented
    i = __ESBMC_rounding_mode; // error: '__ESBMC_rounding_mode' of a verifier or compiler is not implemented
    i = __ESBMC_get_object_size(p); // error: '__ESBMC_get_object_size' counts the elements of an array
    __ESBMC_bitcast(a, &i); // error: '__ESBMC_bitcast' of pointers to types that are not of one size
    __ESBMC_assert(__ESBMC_forall(p, 1), ""); // error: '__ESBMC_forall' of anything but the address of a variable
    return 0;
}
